/** The table of docs/notes/rewards.md says what the presets really pay; after a change, put the table of the failure there. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createNodeJudge, nodeServices } from '../../src/sandbox/node.ts';
import { rewardTable } from '../support/reward-table.ts';

test('docs/notes/rewards.md holds the table of what typical programs earn', async () => {
  const notes = readFileSync(new URL('../../docs/notes/rewards.md', import.meta.url), 'utf8');
  const rows = notes.split('\n').filter((line) => line.startsWith('|'));
  const table = await rewardTable(createNodeJudge(), nodeServices);
  expect(rows.slice(0, table.split('\n').length).join('\n')).toBe(table);
});
