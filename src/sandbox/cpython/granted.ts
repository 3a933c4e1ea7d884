/** What the running program was granted beyond computing, and the state of it that lives outside the interpreter. */

import type { Grant } from '../../core/types.ts';
import { VirtualFiles } from './virtual-files.ts';

/** Pieces one behind the other, cut to `limit` bytes. */
function joined(pieces: readonly Uint8Array[], limit: number): Uint8Array {
  const length = Math.min(
    limit,
    pieces.reduce((sum, bytes) => sum + bytes.length, 0),
  );
  const all = new Uint8Array(length);
  let at = 0;
  for (const bytes of pieces) {
    all.set(bytes.subarray(0, length - at), at);
    at = Math.min(length, at + bytes.length);
  }
  return all;
}

export class Granted {
  readonly files = new VirtualFiles();
  /** The program runs as a process of its own: it has standard input, what it prints is its answer, and it may exit. */
  isProcess = false;
  #keepsOutput = false;
  #printed: Uint8Array[] = [];
  /** Pieces of output that earlier runs of the process left. */
  #before = 0;
  /** Standard streams that the program closed. */
  readonly #closed = new Set<number>();

  /** Starts a program with these grants; none is the default. */
  start(grants: readonly Grant[], isProcess = false): void {
    this.isProcess = isProcess;
    this.#keepsOutput = grants.some(({ type }) => type === 'stdout');
    this.#printed = [];
    this.#before = 0;
    this.#closed.clear();
    this.files.grant(grants.filter((grant) => grant.type === 'file'));
  }

  /** The interpreter's memory was put back: nothing is open any more. What was printed stays. */
  rewind(): void {
    this.files.closeAll();
    this.#closed.clear();
  }

  /** Starts one run of a process with this text on standard input. */
  startRun(input: Uint8Array): void {
    if (!this.#keepsOutput) this.#printed = [];
    this.#before = this.#printed.length;
    this.files.feed(input);
  }

  closeStream(descriptor: number): void {
    this.#closed.add(descriptor);
  }

  isClosed(descriptor: number): boolean {
    return this.#closed.has(descriptor);
  }

  /** All bytes that the present run of a process printed. */
  printedNow(): Uint8Array {
    return joined(this.#printed.slice(this.#before), Number.POSITIVE_INFINITY);
  }

  /** Keeps a copy of what was printed, where that is wanted. */
  print(pieces: readonly Uint8Array[]): void {
    if (this.#keepsOutput || this.isProcess) this.#printed.push(...pieces.map((bytes) => bytes.slice()));
  }

  /** What was printed, malformed UTF-8 replaced and cut to `limit` bytes; undefined where `stdout` is not granted. */
  stdout(limit: number): string | undefined {
    return this.#keepsOutput ? new TextDecoder().decode(joined(this.#printed, limit)) : undefined;
  }
}
