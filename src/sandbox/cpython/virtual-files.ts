/** The files that a problem grants: text at fixed paths, opened, read and looked up without any file system behind. */

import type { Grant } from '../../core/types.ts';

type FileGrant = Extract<Grant, { readonly type: 'file' }>;

interface OpenFile {
  readonly bytes: Uint8Array;
  position: number;
}

/** Standard input, and the path that opens it anew. */
const STDIN = 0;
const STDIN_PATH = '/dev/stdin';
/** The first descriptor that is not one of the three standard streams. */
const FIRST_DESCRIPTOR = 3;
/** Open at one time, at most. */
const MAX_OPEN = 64;

/** Where a path leads from the root, which is every program's working directory. */
export function resolvePath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

/**
 * Descriptors of the running program. They live outside the interpreter's memory, so whoever puts that memory back
 * calls `closeAll` too.
 */
export class VirtualFiles {
  readonly #open = new Map<number, OpenFile>();
  #files: ReadonlyMap<string, Uint8Array> = new Map();
  #input: Uint8Array | undefined;

  /** Replaces what the program may read. */
  grant(grants: readonly FileGrant[]): void {
    this.closeAll();
    this.#files = new Map(grants.map(({ path, text }) => [resolvePath(path), new TextEncoder().encode(text)]));
  }

  closeAll(): void {
    this.#open.clear();
    this.#input = undefined;
  }

  /** Opens standard input on these bytes, as a shell does with `< file`. */
  feed(input: Uint8Array): void {
    this.#input = input;
    this.#open.set(STDIN, { bytes: input, position: 0 });
  }

  /** Content of a granted file, or of standard input where it has any. */
  find(path: string): Uint8Array | undefined {
    if (this.#files.size === 0 && this.#input === undefined) return undefined;
    const resolved = resolvePath(path);
    return this.#files.get(resolved) ?? (resolved === STDIN_PATH ? this.#input : undefined);
  }

  /** A new descriptor: the lowest free one, as POSIX says; undefined when nothing is granted there or too much is open. */
  open(path: string): number | undefined {
    const bytes = this.find(path);
    if (bytes === undefined || this.#open.size >= MAX_OPEN) return undefined;
    let descriptor = FIRST_DESCRIPTOR;
    while (this.#open.has(descriptor)) descriptor++;
    this.#open.set(descriptor, { bytes, position: 0 });
    return descriptor;
  }

  /** Size in bytes of an open file. */
  size(descriptor: number): number | undefined {
    return this.#open.get(descriptor)?.bytes.length;
  }

  /** The next bytes, at most `length`; none at the end; undefined for an unknown descriptor. */
  read(descriptor: number, length: number): Uint8Array | undefined {
    const file = this.#open.get(descriptor);
    if (file === undefined) return undefined;
    const bytes = file.bytes.subarray(file.position, file.position + length);
    file.position += bytes.length;
    return bytes;
  }

  /**
   * Moves the position: `whence` 0 from the start, 1 from here, 2 from the end. The new position; null for one before
   * the start; undefined for an unknown descriptor.
   */
  seek(descriptor: number, offset: number, whence: number): number | null | undefined {
    const file = this.#open.get(descriptor);
    if (file === undefined) return undefined;
    const origin = [0, file.position, file.bytes.length][whence];
    if (origin === undefined || origin + offset < 0) return null;
    file.position = origin + offset;
    return file.position;
  }

  close(descriptor: number): boolean {
    return this.#open.delete(descriptor);
  }
}
