/** The golden programs in the sealed sandbox of real Chromium: same outcomes as in Node, whatever was judged before. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type SandboxClient } from '../../src/sandbox/client.ts';
import { mountSandbox, type SandboxFrame } from '../../src/sandbox/frame.ts';
import { assignmentOf, passedOf } from '../support/programs/case.ts';
import { CHEATS, SPOILERS } from '../support/programs/cheats.ts';
import { HONEST } from '../support/programs/honest.ts';

let frame: SandboxFrame;
let client: SandboxClient;

beforeAll(async () => {
  frame = await mountSandbox({ baseUrl: '/sandbox/', workers: 1 });
  client = connect(frame.port);
});

afterAll(() => {
  client[Symbol.dispose]();
  frame[Symbol.dispose]();
});

test.each([
  ['honest programs pass', HONEST],
  ['cheats earn nothing', CHEATS],
  ['what they spoil is put back', [...SPOILERS, ...HONEST.slice(0, 3)]],
])('%s', async (_, cases) => {
  const verdicts = await client.run(cases.map(assignmentOf));
  const seen = verdicts.map(({ outcome, passed, integrity }, i) => [cases[i]!.name, outcome, passed, integrity]);
  expect(seen).toEqual(cases.map((one) => [one.name, one.outcome, passedOf(one), 'sealed']));
});
