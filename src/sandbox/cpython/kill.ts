/** The uncatchable end of a program: thrown through the interpreter's WebAssembly frames, which Python code cannot intercept. */

export type KillReason = 'timeout' | 'memory_limit' | 'output_limit' | 'forbidden' | 'exit';

export class Kill extends Error {
  readonly reason: KillReason;
  /** The status that the program wanted to exit with, where it named one. */
  readonly exitStatus: number | undefined;

  constructor(reason: KillReason, detail: string, exitStatus?: number) {
    super(detail);
    this.reason = reason;
    this.exitStatus = exitStatus;
  }
}
