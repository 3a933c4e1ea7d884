/** What the running program was granted beyond computing, and the state of it that lives outside the interpreter. */

import type { Grant } from '../../core/types.ts';
import { VirtualFiles } from './virtual-files.ts';

export class Granted {
  readonly files = new VirtualFiles();
  #keepsOutput = false;
  #printed: Uint8Array[] = [];

  /** Starts a program with these grants; none is the default. */
  start(grants: readonly Grant[]): void {
    this.#keepsOutput = grants.some(({ type }) => type === 'stdout');
    this.#printed = [];
    this.files.grant(grants.filter((grant) => grant.type === 'file'));
  }

  /** The interpreter's memory was put back: nothing is open any more. What was printed stays. */
  rewind(): void {
    this.files.closeAll();
  }

  /** Keeps a copy of what was printed, where that is wanted. */
  print(pieces: readonly Uint8Array[]): void {
    if (this.#keepsOutput) this.#printed.push(...pieces.map((bytes) => bytes.slice()));
  }

  /** What was printed, malformed UTF-8 replaced and cut to `limit` bytes; undefined where `stdout` is not granted. */
  stdout(limit: number): string | undefined {
    if (!this.#keepsOutput) return undefined;
    const length = Math.min(
      limit,
      this.#printed.reduce((sum, bytes) => sum + bytes.length, 0),
    );
    const all = new Uint8Array(length);
    let at = 0;
    for (const bytes of this.#printed) {
      all.set(bytes.subarray(0, length - at), at);
      at = Math.min(length, at + bytes.length);
    }
    return new TextDecoder().decode(all);
  }
}
