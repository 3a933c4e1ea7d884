/** Folders of imported models for tests: those on disk, and safetensors files whose header says whatever a test wants. */

import { openAsBlob, readdirSync } from 'node:fs';

/** A folder below `test/cases/checkpoints`; all but what `expected.json` says of it. */
export async function checkpointFiles(name: string): Promise<Map<string, Blob>> {
  const folder = new URL(`../cases/checkpoints/${name}/`, import.meta.url);
  const names = readdirSync(folder).filter((file) => file !== 'expected.json');
  return new Map(
    await Promise.all(names.map(async (file) => [file, await openAsBlob(new URL(file, folder))] as const)),
  );
}

export function jsonBlob(value: unknown): Blob {
  return new Blob([JSON.stringify(value)]);
}

/** A copy of a folder in which some files are others, or gone where `undefined`. */
export function changed(
  files: ReadonlyMap<string, Blob>,
  changes: Readonly<Record<string, Blob | undefined>>,
): Map<string, Blob> {
  const copy = new Map(files);
  for (const [name, blob] of Object.entries(changes)) {
    if (blob === undefined) copy.delete(name);
    else copy.set(name, blob);
  }
  return copy;
}

/** A file of safetensors: any header, as text or as an object, before so many bytes of data. */
export function safetensorsBytes(
  header: string | object,
  data: Uint8Array = new Uint8Array(),
): Uint8Array<ArrayBuffer> {
  const json = new TextEncoder().encode(typeof header === 'string' ? header : JSON.stringify(header));
  const file = new Uint8Array(8 + json.length + data.length);
  new DataView(file.buffer).setBigUint64(0, BigInt(json.length), true);
  file.set(json, 8);
  file.set(data, 8 + json.length);
  return file;
}
