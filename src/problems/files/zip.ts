/** The files of a zip of problems: names that lead out of it, links and what holds no problems are left out. */

import { bytesFile, bytesUpTo, type ReadLimits, type SourceFile, sizeText } from './source.ts';
import { unzip } from './unzip.ts';

export interface ZipContents {
  readonly files: readonly SourceFile[];
  /** One sentence for each name that is refused. */
  readonly refused: readonly string[];
}

const MOST_FILES = 100_000;
/** Files that may hold problems. */
const HOLDS_PROBLEMS = /\.(?:json|jsonl|ndjson|txt|py|gz)$/i;
/** What a zip of a run has: whoever brings one here is told where it belongs. */
const RUN = ['manifest.json', 'events.jsonl'];
const HIDDEN = /(?:^|\/)(?:\.|__MACOSX\/)/;

/** Why a name is no name of a file in a folder; null where it is one. */
export function whyNoName(name: string): string | null {
  if (name.includes('\0')) return 'a name with a NUL character';
  if (/^[\\/]|^[A-Za-z]:/.test(name)) return 'an absolute path';
  if (name.includes('\\')) return 'a path with backslashes';
  if (name.split('/').some((part) => part === '..' || part === '.')) return 'a path that leaves its folder';
  return null;
}

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const UNIX = 3;
const FILE_TYPE = 0xf000;
const LINK = 0xa000;

/** Names of symbolic links, as the directory of the zip says them; a directory that cannot be read has none here. */
function linksOf(zip: Uint8Array): ReadonlySet<string> {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const links = new Set<string>();
  let end = zip.length - 22;
  while (end >= 0 && end > zip.length - 22 - 65_536 && view.getUint32(end, true) !== END_OF_DIRECTORY) end--;
  if (end < 0 || view.getUint32(end, true) !== END_OF_DIRECTORY) return links;
  let at = view.getUint32(end + 16, true);
  while (at + 46 <= zip.length && view.getUint32(at, true) === DIRECTORY_ENTRY) {
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [
      number,
      number,
      number,
    ];
    const isUnix = view.getUint8(at + 5) === UNIX;
    const mode = view.getUint32(at + 38, true) >>> 16;
    if (isUnix && (mode & FILE_TYPE) === LINK) {
      links.add(new TextDecoder().decode(zip.subarray(at + 46, at + 46 + nameLength)));
    }
    at += 46 + nameLength + extra + comment;
  }
  return links;
}

/**
 * Takes a zip apart, in memory.
 *
 * @throws Error, one sentence, where nothing can be had of it
 */
export async function readZip(file: SourceFile, limits: ReadLimits): Promise<ZipContents> {
  const zip = await bytesUpTo(file.open(), limits.zip);
  if (zip === null) throw new Error(`${file.name}: expected a zip of at most ${sizeText(limits.zip)}, got more`);
  const refused: string[] = [];
  const links = linksOf(zip);
  const names = new Set<string>();
  const allowed = (name: string): true | 'skip' => {
    names.add(name);
    if (name.endsWith('/')) return 'skip';
    const why = whyNoName(name) ?? (links.has(name) ? 'a link' : null);
    if (why !== null) {
      refused.push(`${file.name}: expected a path inside the zip, got ${why}: ${JSON.stringify(name.slice(0, 80))}`);
      return 'skip';
    }
    return HIDDEN.test(name) || !HOLDS_PROBLEMS.test(name) ? 'skip' : true;
  };
  const size = { packed: limits.zip, unpacked: limits.unzipped, files: MOST_FILES };
  const files = [...unzip(zip, file.name, allowed, size, 'a set of problems')];
  if (RUN.every((name) => names.has(name))) {
    throw new Error(`${file.name}: expected files of problems, got a run: runs are imported under Runs`);
  }
  return { files: files.map(([name, bytes]) => bytesFile(`${file.name}/${name}`, bytes)), refused };
}
