/** The uncatchable end of a program: thrown through the interpreter's WebAssembly frames, which Python code cannot intercept. */

export type KillReason = 'timeout' | 'memory_limit' | 'output_limit' | 'forbidden' | 'exit';

export class Kill extends Error {
  readonly reason: KillReason;

  constructor(reason: KillReason, detail: string) {
    super(detail);
    this.reason = reason;
  }
}
