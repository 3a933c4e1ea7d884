/** Results on stdout, one JSON a line; progress on stderr, in place where a person watches. */

let lineOpen = false;

/** One result line. Resolves when a slow reader has taken it. */
export async function result(value: unknown): Promise<void> {
  if (!process.stdout.write(`${JSON.stringify(value)}\n`)) {
    await new Promise<void>((resolve) => process.stdout.once('drain', resolve));
  }
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
