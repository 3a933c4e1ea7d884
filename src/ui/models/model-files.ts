/** Which of the files that a person chose or dropped are a model: those beside the uppermost `config.json`. */

/** A file with its place below what was chosen, `/` between folders; a lone file has its name. */
export interface PlacedFile {
  readonly path: string;
  readonly file: File;
}

export interface ModelFiles {
  /** Of the folder; null where files came without one. */
  readonly folder: string | null;
  readonly files: readonly File[];
  /** Folders of other models that lie beside it, and stay out. */
  readonly others?: readonly string[];
}

const CONFIG = 'config.json';

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
const depth = (path: string): number => path.split('/').length;

/** A folder of the Hub's cache is called by a commit; what the model is called stands further up. */
const CACHED = /models--(?:[^/]*--)?([^/]+)\/snapshots\/[0-9a-f]+$/;

export function modelFiles(placed: readonly PlacedFile[]): ModelFiles {
  const configs = placed.filter(({ path }) => path === CONFIG || path.endsWith(`/${CONFIG}`));
  const [config, ...rest] = configs.toSorted((a, b) => depth(a.path) - depth(b.path));
  // Without a config.json it is told what is missing: by everything that lies on top.
  const top = Math.min(...placed.map(({ path }) => depth(path)));
  const within = (path: string) =>
    config === undefined ? depth(path) === top : folderOf(path) === folderOf(config.path);
  const files = placed.filter(({ path }) => within(path));
  const folder = folderOf(config?.path ?? files[0]?.path ?? '');
  const name = CACHED.exec(folder)?.[1] ?? folder.split('/').at(-1) ?? '';
  const beside = rest.filter(({ path }) => config !== undefined && depth(path) === depth(config.path));
  const others = beside.map(({ path }) => folderOf(path).split('/').at(-1) ?? '').filter((other) => other !== name);
  return {
    ...{ folder: name === '' ? null : name, files: files.map(({ file }) => file) },
    ...(others.length > 0 && { others }),
  };
}

/** Files of an input: those of a chosen folder know where in it they lie. */
export const chosenFiles = (files: Iterable<File>): PlacedFile[] =>
  [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
