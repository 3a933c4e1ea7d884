/** Errors as one sentence for people. */

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Why an engine cannot go on. */
export type EngineTrouble = 'device-lost' | 'out-of-memory' | 'missing-limit';

/**
 * The device under an engine is gone, full or too small: its policy is of no use any more, but one made anew, perhaps on
 * another engine, can go on from a saved state. Never the fault of what was sampled or trained.
 */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly trouble: EngineTrouble;

  constructor(trouble: EngineTrouble, message: string) {
    super(message);
    this.trouble = trouble;
  }
}
