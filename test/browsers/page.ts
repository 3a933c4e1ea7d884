/** What the page's parts share: where they report, and how a case is written down. */

import type { Report } from './report.ts';

let last: Promise<unknown> = Promise.resolve();

/** Reports go one after the other, so that the log has an order. */
export function report(message: Report): Promise<unknown> {
  last = last.then(() => fetch('/report', { method: 'POST', body: JSON.stringify(message) }));
  return last;
}

/** One test case: passed when `problems` is empty, otherwise they are its text. */
export function reportCase(name: string, problems: readonly string[]): Promise<unknown> {
  const detail = problems.join('; ');
  return report({ type: 'case', name, passed: problems.length === 0, ...(detail === '' ? {} : { detail }) });
}

/** What was counted at the server so far. */
export async function trap(): Promise<{ readonly port: number; readonly hits: readonly string[] }> {
  return (await fetch('/trap')).json();
}

export const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
