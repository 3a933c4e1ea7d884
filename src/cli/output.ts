/** Results on stdout, one JSON a line; progress on stderr, in place where a person watches. */

import { describeSystemError } from './system-error.ts';

/** Whoever read stdout has closed it and wants no more: the command ends, and nothing needs to be said. */
export class ReaderGoneError extends Error {
  constructor() {
    super('stdout: expected a reader, but it is gone');
    this.name = 'ReaderGoneError';
  }
}

let lineOpen = false;

/**
 * Text on stdout. Resolves when it is out, so that a slow reader holds the command back.
 *
 * @throws ReaderGoneError when nobody reads any more
 */
export function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => {
      const code = (error as NodeJS.ErrnoException | null | undefined)?.code;
      if (error === null || error === undefined) resolve();
      else reject(code === 'EPIPE' ? new ReaderGoneError() : new Error(describeSystemError(error, 'stdout')));
    });
  });
}

/** One result line. */
export function result(value: unknown): Promise<void> {
  return print(`${JSON.stringify(value)}\n`);
}

/** Says what is going on; on a terminal a `transient` line is overwritten by the next one. */
export function progress(message: string, transient = false): void {
  const { stderr } = process;
  if (!stderr.isTTY) {
    if (!transient) stderr.write(`${message}\n`);
    return;
  }
  stderr.write(`${lineOpen ? '\r\x1b[K' : ''}${message}${transient ? '' : '\n'}`);
  lineOpen = transient;
}

/** `1 problem`, `2 problems`: a number and what it counts. */
export const counted = (count: number, singular: string, plural = `${singular}s`): string =>
  `${count} ${count === 1 ? singular : plural}`;
