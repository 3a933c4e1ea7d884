import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import {
  FIXTURE_CONFIG,
  fixtureEvaluation,
  fixtureRollouts,
  fixtureStep,
  LECTURE,
  OTHERS,
} from '../../../test/support/fixture-run.ts';
import { METRICS } from '../../core/metrics.ts';
import type { RolloutRecord, StepRecord } from '../../core/records.ts';
import { REWARD_COMPONENTS } from '../../core/rewards.ts';
import { completionColumns } from './completion-columns.ts';
import { columnOf, METRIC_NAMES } from './metric-names.ts';
import { type ResultsInput, resultsFiles, type StepCompletions } from './results.ts';

/** Steps whose reward is made of syntax and tests, as the made-up rollouts have it. */
const step = (n: number, metrics: StepRecord['metrics'] = {}): StepRecord => {
  const made = fixtureStep(n);
  const paid = { 'rewards/syntax/mean': 0.2, 'rewards/tests/mean': 0.3 };
  return { ...made, metrics: { ...made.metrics, ...paid, ...metrics } };
};

function input(more: Partial<ResultsInput> = {}): ResultsInput {
  return {
    ...{ name: 'A run', config: FIXTURE_CONFIG, steps: [step(1), step(2)], problems: [...LECTURE, ...OTHERS] },
    evaluations: [{ when: 'before', evaluation: fixtureEvaluation(0) }],
    completions: [1, 2].map((n) => ({ step: n, rollouts: fixtureRollouts(n) })),
    ...more,
  };
}

const textOf = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);
const linesOf = (bytes: Uint8Array | undefined) => textOf(bytes).trimEnd().split(/\r?\n/);
const objectsOf = (bytes: Uint8Array | undefined) => linesOf(bytes).map((line) => JSON.parse(line));
const parquetOf = (bytes: Uint8Array<ArrayBuffer> | undefined) => bytes!.slice().buffer;

test('every metric has a column of its own, and what TRL does not have is told apart', () => {
  const names = METRIC_NAMES.map((name) => columnOf(name).name);
  expect(new Set(names).size).toBe(Object.keys(METRICS).length);
  for (const name of METRIC_NAMES) {
    const column = columnOf(name);
    expect(column.name).toBe(column.trl === null ? `greenbar/${name}` : name);
  }
  expect(names).toContain('completions/clipped_ratio');
  expect(names).toContain('greenbar/actor/ppo_kl');
});

test('metrics stand under TRL’s names, as CSV and as JSON Lines, with empty cells where a step has nothing', async () => {
  const files = await resultsFiles(
    input({ steps: [step(1, { grad_norm: 0.5 }), { ...step(2), metrics: { kl: 1e-7 } }] }),
  );
  const [head, first, second] = linesOf(files['metrics.csv']).map((line) => line.split(','));
  const names = head ?? [];
  expect(names.slice(0, 3)).toEqual(['step', 'epoch', 'reward']);
  const cell = (row: string[] | undefined, name: string) => row?.[names.indexOf(name)];
  expect(cell(first, 'grad_norm')).toBe('0.5');
  expect(cell(second, 'grad_norm')).toBe('');
  expect(Number(cell(second, 'kl'))).toBe(1e-7);
  expect(cell(first, 'step_time')).toBe('2.9');
  expect(cell(first, 'greenbar/updates')).toBe('2');
  expect(names).not.toContain('critic/vf_loss');
  const [, other] = objectsOf(files['metrics.jsonl']);
  expect(other).toMatchObject({ step: 2, kl: 1e-7, 'greenbar/outcomes/memory_limit': 0 });
  expect(other).not.toHaveProperty('grad_norm');
});

test('completions have TRL’s columns first and last, one for each part of the reward, and come back as they were', async () => {
  const files = await resultsFiles(input());
  const rows = await parquetReadObjects({ file: parquetOf(files['completions.parquet']) });
  const rollouts = [...fixtureRollouts(1), ...fixtureRollouts(2)];
  expect(rows).toHaveLength(rollouts.length);
  const names = Object.keys(rows[0] ?? {});
  expect(names.slice(0, 5)).toEqual(['step', 'prompt', 'completion', 'tests', 'syntax']);
  expect(names.at(-1)).toBe('advantage');
  expect(names).not.toContain('types');
  rows.forEach((row, i) => {
    const rollout = rollouts[i]!;
    expect(row).toMatchObject({
      ...{ step: i < rollouts.length / 2 ? 1n : 2n, completion: rollout.code, verdict: rollout.outcome },
      ...{ syntax: 0.2, reward: rollout.reward, advantage: rollout.advantage, tokens: BigInt(rollout.ids.length) },
      ...{ completion_ids: rollout.ids.map(BigInt), logprobs: rollout.logProbs, problem_id: rollout.problemId },
    });
  });
  // The same rows as lines of JSON.
  const lines = objectsOf(files['completions.jsonl']);
  expect(lines).toHaveLength(rows.length);
  expect(lines[0]).toMatchObject({
    step: 1,
    completion_ids: rollouts[0]!.ids,
    hidden_total: rollouts[0]!.hidden?.total ?? null,
  });
});

test('the prompt is what the model read: of a later attempt, with the one before it', async () => {
  const [plain] = fixtureRollouts(1);
  const rollout = (more: Partial<RolloutRecord>): RolloutRecord => ({ ...plain!, ...more });
  const { text, id } = LECTURE[0]!;
  const first = { code: 'def f():\n    pass', outcome: 'wrong_answer', feedback: 'assert f() == 1' } as const;
  const rollouts = [
    rollout({ problemId: id }),
    rollout({ problemId: id, earlier: [first] }),
    rollout({ problemId: 'gone' }),
  ];
  const files = await resultsFiles(input({ completions: [{ step: 1, rollouts }] }));
  const rows = await parquetReadObjects({
    file: parquetOf(files['completions.parquet']),
    columns: ['prompt', 'attempts'],
  });
  expect(rows).toEqual([
    { prompt: `# Problem: ${text}\n# Solution:\n`, attempts: 1n },
    {
      prompt: `# Problem: ${text}\n# Attempt:\ndef f():\n    pass\n# Failed: assert f() == 1\n# Solution:\n`,
      attempts: 2n,
    },
    { prompt: null, attempts: 1n },
  ]);
});

test('what could not be judged has no reward and no parts, as TRL’s None', async () => {
  const [plain] = fixtureRollouts(1);
  const lost: RolloutRecord = { ...plain!, outcome: 'infra_error', reward: null, advantage: 0, error: 'a worker died' };
  const files = await resultsFiles(input({ completions: [{ step: 1, rollouts: [lost] }] }));
  const [row] = await parquetReadObjects({ file: parquetOf(files['completions.parquet']) });
  expect(row).toMatchObject({ reward: null, tests: null, syntax: null, advantage: 0, error: 'a worker died' });
});

test('NUL, emoji and line ends survive; half a character is replaced, and the readme says how often', async () => {
  const [plain] = fixtureRollouts(1);
  const codes = ['a\u0000b', '🟩 "ü",\r\n\u2028', 'x\ud800y', '\udc00'];
  const files = await resultsFiles(
    input({ completions: [{ step: 1, rollouts: codes.map((code) => ({ ...plain!, code })) }] }),
  );
  const rows = await parquetReadObjects({ file: parquetOf(files['completions.parquet']), columns: ['completion'] });
  const expected = [codes[0], codes[1], 'x\ufffdy', '\ufffd'];
  expect(rows.map(({ completion }) => completion)).toEqual(expected);
  expect(objectsOf(files['completions.jsonl']).map(({ completion }) => completion)).toEqual(expected);
  expect(textOf(files['README.md'])).toContain('2 texts held half of a surrogate pair');
});

test('a long run is written in groups of rows', async () => {
  const rollouts = fixtureRollouts(3).map(({ trained: _, ...rest }) => rest);
  async function* completions(): AsyncGenerator<StepCompletions> {
    for (let n = 1; n <= 50; n++) yield { step: n, rollouts };
  }
  const files = await resultsFiles(
    input({ steps: Array.from({ length: 50 }, (_, i) => step(i + 1)), completions: completions() }),
  );
  const { num_rows, row_groups } = parquetMetadata(parquetOf(files['completions.parquet']));
  expect(num_rows).toBe(50n * 160n);
  expect(row_groups.map((group) => group.num_rows)).toEqual(Array(8).fill(1000n));
});

test('rows with long texts make smaller groups', async () => {
  const [plain] = fixtureRollouts(1);
  const rollouts = Array.from({ length: 10 }, (_, i) => ({ ...plain!, code: String(i).repeat(1_000_000) }));
  const files = await resultsFiles(input({ completions: [{ step: 1, rollouts }] }));
  const { row_groups } = parquetMetadata(parquetOf(files['completions.parquet']));
  expect(row_groups.length).toBeGreaterThan(1);
});

test('a run without a step, without kept programs and without measurements gives every file but a table of programs without a row', async () => {
  const files = await resultsFiles(input({ steps: [], evaluations: [], completions: [] }));
  expect(textOf(files['metrics.jsonl'])).toBe('');
  expect(Object.keys(files).filter((name) => name.startsWith('completions.'))).toEqual([]);
  expect(linesOf(files['evaluations.csv'])).toHaveLength(1);
  expect(textOf(files['README.md'])).toContain('there is no table of completions');
});

test('steps whose programs were let go of are told', async () => {
  const files = await resultsFiles(
    input({
      completions: [
        { step: 2, rollouts: fixtureRollouts(2) },
        { step: 3, rollouts: [] },
      ],
    }),
  );
  expect(textOf(files['README.md'])).toContain(
    '160 completions of 1 step are in the files. The programs of the other 1 step',
  );
});

test('measurements are a row for each k, and a row for each problem', async () => {
  const evaluation = fixtureEvaluation(0);
  const files = await resultsFiles(input({ evaluations: [{ when: 'after', evaluation }] }));
  const rows = (set: (typeof evaluation.sets)[number]) => [set.curve.length, set.problems.length] as const;
  const [curve, problems] = evaluation.sets.map(rows).reduce(([a, b], [c, d]) => [a + c, b + d]);
  expect(linesOf(files['evaluations.csv'])).toHaveLength(1 + curve);
  expect(linesOf(files['evaluations_problems.csv'])).toHaveLength(1 + problems);
  const { set, temperature, n, passAt1 } = evaluation.sets[0]!;
  expect(linesOf(files['evaluations.csv'])[1]).toContain(`after,0,${set},${temperature},${n},1,${passAt1.value},`);
});

test('the readme explains every column that is in the tables', async () => {
  const files = await resultsFiles(input());
  const readme = textOf(files['README.md']);
  for (const name of linesOf(files['metrics.csv'])[0]!.split(',')) expect(readme).toContain(`| \`${name}\` |`);
  for (const { name } of completionColumns(['tests', 'syntax'])) expect(readme).toContain(`| \`${name}\` |`);
  for (const name of Object.keys(files)) expect(readme).toContain(name === 'README.md' ? '# Results of A run' : name);
});

test('no part of a reward has the name of another column', () => {
  const names = completionColumns(REWARD_COMPONENTS).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test('the same run gives the same bytes', async () => {
  const [a, b] = [await resultsFiles(input()), await resultsFiles(input())];
  for (const [name, bytes] of Object.entries(a)) expect(b[name]).toEqual(bytes);
});
