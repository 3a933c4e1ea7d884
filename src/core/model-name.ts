/** What a model is called in a configuration: a checkpoint that comes with the page, or one that a person imported. */

export const BUNDLED_MODELS = ['base', 'small'] as const;
export type BundledModel = (typeof BUNDLED_MODELS)[number];
export type ModelName = BundledModel | `imported:${string}`;

const PREFIX = 'imported:';

/** It becomes the name of a folder and a part of addresses: nothing that leads out of them. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9.-]{0,79}$/;

export const NAME_RULE = 'at most 80 letters, digits, dots and hyphens that begin with a letter or digit';

export const isImportName = (name: string): boolean => NAME.test(name);

/** @param name of letters, digits, dots and hyphens */
export const importedId = (name: string): ModelName => `${PREFIX}${name}`;

/** The name of an imported model; null for every other. */
export function importedName(model: string): string | null {
  const name = model.startsWith(PREFIX) ? model.slice(PREFIX.length) : null;
  return name !== null && isImportName(name) ? name : null;
}

export const isBundled = (model: unknown): model is BundledModel => BUNDLED_MODELS.some((name) => name === model);

export const isModelName = (value: unknown): value is ModelName =>
  isBundled(value) || (typeof value === 'string' && importedName(value) !== null);

/** A name of the kind that `text`, such as that of a folder, comes nearest to; `model` where nothing of it fits. */
export function nearestName(text: string): string {
  const fitting = text.replace(/[^A-Za-z0-9.-]+/g, '-').replace(/^[.-]+|[.-]+$/g, '');
  return fitting.slice(0, 80) || 'model';
}
