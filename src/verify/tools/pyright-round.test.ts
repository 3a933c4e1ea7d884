/** Which reports of the language server count, and when a batch is over. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Diagnostic } from 'vscode-languageserver-protocol';
import { type MarkedSource, markSource, Round } from './pyright-round.ts';

const MINUTE = 60_000;
const sources = (...texts: string[]) => texts.map((text, i) => markSource(text, `file:///${i}.py`, 7));

const diagnostic = (line: number, code: string | undefined, message: string): Diagnostic => ({
  range: { start: { line, character: 4 }, end: { line, character: 5 } },
  severity: 1,
  message,
  ...(code === undefined ? {} : { code }),
});
const marked = ({ marker }: MarkedSource) => diagnostic(0, 'reportUndefinedVariable', `"${marker}" is not defined`);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The round's outcome as far as it is known now. */
async function now(round: Round) {
  return Promise.race([round.outcome, Promise.resolve('open').then((open) => open)]);
}

test('a report counts once it complains about the name that this text carries', async () => {
  const [source] = sources('a = 1');
  const round = new Round([source!]);
  round.heard('pyright/beginProgress');
  round.receive(source!.uri, []); // waits to be looked at
  const [old] = sources('before').map((one) => ({ ...one, marker: 'greenbar_marker_6' }));
  round.receive(source!.uri, [marked(old!), diagnostic(3, 'reportIndexIssue', 'of the text before')]);
  round.receive('file:///other.py', [marked(source!)]);
  round.heard('pyright/endProgress');
  expect(await now(round)).toBe('open');
  round.receive(source!.uri, [marked(source!), diagnostic(2, 'reportIndexIssue', 'first line\n  more')]);
  expect(await round.outcome).toEqual({
    answers: [[{ line: 2, column: 5, code: 'reportIndexIssue', message: 'first line' }]],
    worn: false,
  });
});

test('only errors of the chosen rules are findings, and an error without a rule says that there is no answer', async () => {
  const all = sources('from __future__ import annotations', 'def');
  const round = new Round(all);
  round.receive(all[0]!.uri, [
    { ...marked(all[0]!) },
    diagnostic(0, 'reportUndefinedVariable', '"other" is not defined'),
    { ...diagnostic(0, 'reportIndexIssue', 'a hint'), severity: 4 },
    diagnostic(0, 'reportCallIssue', 'an error'),
  ]);
  round.receive(all[1]!.uri, [marked(all[1]!), diagnostic(1, undefined, 'expected a name')]);
  round.heard('pyright/endProgress');
  const { answers } = await round.outcome;
  expect(answers).toEqual([[{ line: 1, column: 5, code: 'reportCallIssue', message: 'an error' }], null]);
});

test('a server that has nothing more to do leaves files without an answer, unless it starts again', async () => {
  const all = sources('a', 'b');
  const round = new Round(all);
  round.receive(all[1]!.uri, [marked(all[1]!)]);
  round.heard('pyright/endProgress');
  round.heard('pyright/beginProgress');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await now(round)).toBe('open');
  round.heard('pyright/endProgress');
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(await round.outcome).toEqual({ answers: [null, []], worn: false });
});

test('when every file has its answer, a missing end of the analysis holds up nothing', async () => {
  const [source] = sources('a');
  const round = new Round([source!]);
  round.heard('pyright/beginProgress');
  round.receive(source!.uri, [marked(source!)]);
  expect(await now(round)).toBe('open');
  await vi.advanceTimersByTimeAsync(5000);
  expect(await now(round)).toEqual({ answers: [[]], worn: false });
});

test('a server that falls silent at work is worn, and the first file without an answer is the last that is answered', async () => {
  const all = sources('a', 'b', 'c');
  const round = new Round(all);
  round.receive(all[0]!.uri, [marked(all[0]!)]);
  round.receive(all[2]!.uri, [marked(all[2]!)]);
  for (let i = 0; i < 10; i++) {
    await vi.advanceTimersByTimeAsync(10_000);
    round.heard('pyright/reportProgress'); // slow, but alive
  }
  expect(await now(round)).toBe('open');
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(await round.outcome).toEqual({ answers: [[], null], worn: true });
});
