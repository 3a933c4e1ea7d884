/** A made-up run of records, seeded: what the page is drawn with when there is no trainer. Nothing in it was measured. */

import { parseConfig } from '../../src/core/config.ts';
import type {
  Evaluation,
  ProblemCounts,
  ProblemSetName,
  RolloutRecord,
  RunEvent,
  RunPhase,
  StepRecord,
} from '../../src/core/records.ts';
import { createRng, type Rng } from '../../src/core/rng.ts';
import type { Outcome, Problem, TestResult } from '../../src/core/types.ts';
import { summarizeSet } from '../../src/eval/evaluate.ts';
import { groupRollouts } from '../../src/ui/rollouts/rollout-groups.ts';
import { FIXTURE_PROBLEMS, type FixtureProblem, type FixtureProgram } from './fixture-problems.ts';
import { fixtureDiagnostics, fixtureSpans, fixtureTrained, settleUpdates } from './fixture-update.ts';

export const EPOCHS = 50;
export const FIXTURE_CONFIG = parseConfig({ epochs: EPOCHS, seed: 0 });

/** Auxiliary problems are the ten again under other names: enough to fill rows. */
const AUXILIARY: readonly FixtureProblem[] = FIXTURE_PROBLEMS.map((entry) => ({
  ...entry,
  problem: {
    ...entry.problem,
    id: `aux-${entry.problem.id}`,
    text: `${entry.problem.text} and doubles it`,
  },
}));

export const LECTURE: readonly Problem[] = FIXTURE_PROBLEMS.map((entry) => entry.problem);
export const OTHERS: readonly Problem[] = AUXILIARY.map((entry) => entry.problem);

/** Solve rate of problem `index` after `epoch`: a logistic climb, each problem at its own pace. */
function skill(index: number, epoch: number): number {
  const start = [0.62, 0.34, 0.41, 0.06, 0.18, 0.3, 0.24, 0.09, 0.35, 0.22][index % 10]!;
  const pace = [6, 8, 7, 19, 12, 9, 10, 16, 6, 8][index % 10]!;
  const top = [0.99, 0.98, 0.97, 0.81, 0.93, 0.96, 0.93, 0.84, 0.98, 0.95][index % 10]!;
  const rise = 1 / (1 + Math.exp(-(epoch - pace) / 3)) - 1 / (1 + Math.exp(pace / 3));
  return start + (top - start) * Math.min(1, rise * 1.05);
}

/** Rollouts of one step: the ten and ten others, eight programs each. */
export const fixtureRollouts = (step: number): RolloutRecord[] => settleUpdates(sampledRollouts(step), FIXTURE_CONFIG);

function sampledRollouts(step: number): RolloutRecord[] {
  const rng = createRng('sample', 7, step);
  return [...FIXTURE_PROBLEMS, ...AUXILIARY].flatMap((entry, group) => {
    const rate = skill(group, step) * (group < 10 ? 1 : 0.75);
    const programs = Array.from({ length: 8 }, () => (rng.next() < rate ? entry.right : rng.pick(entry.wrong)));
    const rewards = programs.map((program) => Number(program.outcome === 'passed'));
    const mean = rewards.reduce((a, b) => a + b, 0) / rewards.length;
    const spread = Math.sqrt(mean * (1 - mean));
    const records = programs.map((program, i) =>
      withUpdate(rollout(entry, group, program, spread === 0 ? 0 : (rewards[i]! - mean) / spread, rng), step, i),
    );
    // Once in a while the sandbox itself fails, so that this is drawn too.
    const lost = step % 17 === 5 && group === 2;
    return lost
      ? [
          ...records.slice(0, 7),
          { ...records[7]!, outcome: 'infra_error' as const, reward: null, advantage: 0, perTest: [] },
        ]
      : records;
  });
}

const firstTokens = ({ ids, pieces, logProbs }: RolloutRecord) => ({
  ids: ids.slice(0, 5),
  pieces: pieces.slice(0, 5),
  logProbs: logProbs.slice(0, 5),
});

/** Programs of groups with a spread were trained on; every fourth of those came after an attempt that failed. */
function withUpdate(record: RolloutRecord, step: number, index: number): RolloutRecord {
  if (record.advantage === 0) return record;
  const trainedAs = (turn: number) =>
    fixtureTrained(record, { turn, advantage: record.advantage, update: 2 * step - (index % 2) });
  if (index % 4 !== 1) return { ...record, trained: [trainedAs(0)] };
  const first = fixtureTrained(firstTokens(record), { turn: 0, advantage: record.advantage, update: 2 * step });
  return {
    ...record,
    earlier: [
      {
        code: 'def solution(values):\n    return values',
        outcome: 'wrong_answer',
        feedback: 'assert solution([2, 1]) == [1, 2]',
      },
    ],
    trained: [first, trainedAs(1)],
  };
}

function rollout(
  entry: FixtureProblem,
  group: number,
  program: FixtureProgram,
  advantage: number,
  rng: Rng,
): RolloutRecord {
  const pieces = program.code.match(/\s*\S+/g) ?? [];
  const logProbs = pieces.map(() => -rng.next());
  const perTest = testResults(entry.problem, program);
  const total = entry.problem.tests.public.length + entry.problem.tests.reward.length;
  return {
    problemId: entry.problem.id,
    group,
    code: program.code,
    ids: pieces.map((_, i) => i + 2),
    pieces,
    logProbs,
    referenceLogProbs: logProbs.map((value) => value - 0.05),
    outcome: program.outcome,
    ...(program.error === undefined ? {} : { error: program.error }),
    ...(program.line === undefined ? {} : { line: program.line }),
    perTest,
    passed: perTest.filter((result) => result.outcome === 'passed').length,
    total,
    ticks: 3 * total,
    heapBytes: 65_536,
    ...(program.outcome === 'passed' ? { hidden: { passed: 19, total: 20 } } : {}),
    ledger: program.outcome === 'timeout' ? LEDGER : [],
    reward: program.outcome === 'passed' ? 1 : 0,
    components: parts(program.outcome === 'passed'),
    advantage,
  };
}

const LEDGER: RolloutRecord['ledger'] = [
  { kind: 'network', detail: 'import socket', count: 2, refused: true },
  { kind: 'clock', detail: 'time.sleep', count: 1, refused: false },
  { kind: 'output', detail: 'bytes written', count: 14, refused: false },
];

const parts = (passed: boolean): RolloutRecord['components'] => [
  { name: 'syntax', value: 1, weight: 0.2, paid: 0.2, reason: 'it compiles, and every name is defined' },
  { name: 'tests', value: Number(passed), weight: 0.8, paid: passed ? 0.8 : -0.2, reason: 'made up' },
  { name: 'types', value: null, weight: 0, paid: 0, reason: 'the language server is not there' },
];

function testResults(problem: Problem, program: FixtureProgram): TestResult[] {
  if (program.outcome === 'syntax_error' || program.outcome === 'truncated') return [];
  const tests = [...problem.tests.public, ...problem.tests.reward];
  return tests.map((_, i): TestResult => {
    if (program.outcome === 'passed' || i >= tests.length - (program.lucky ?? 0))
      return { outcome: 'passed', ticks: 3 };
    return program.error === undefined
      ? { outcome: program.outcome, got: program.got ?? 'None', ticks: 3 }
      : { outcome: program.outcome, error: program.error, ...(program.line ? { line: program.line } : {}), ticks: 3 };
  });
}

export function fixtureStep(step: number): StepRecord {
  const rollouts = sampledRollouts(step);
  const groups = groupRollouts(rollouts, []).map((group) => group.rollouts);
  const solved = rollouts.filter((record) => record.outcome === 'passed').length;
  const dead = groups.filter((group) => new Set(group.map((record) => record.reward)).size < 2).length;
  const rate = solved / rollouts.length;
  const outcomes: Partial<Record<Outcome, number>> = {};
  for (const record of rollouts) outcomes[record.outcome] = (outcomes[record.outcome] ?? 0) + 1;
  const wobble = createRng('shuffle', 3, step);
  return {
    step,
    epoch: step,
    updates: step * 2,
    metrics: {
      reward: rate,
      'train/pass@1': rate,
      frac_reward_zero_std: dead / groups.length,
      kl: 0.15 * (1 - Math.exp(-step / 14)) + 0.012 * wobble.next(),
      ...fixtureDiagnostics(step, dead / groups.length),
      entropy: 0.22 + 0.24 * Math.exp(-step / 12) + 0.02 * wobble.next(),
    },
    outcomes,
    problems: groups.map((group) => ({
      id: group[0]!.problemId,
      solved: group.filter((record) => record.outcome === 'passed').length,
      of: group.length,
    })),
    digest: String(step),
    seconds: { sample: 0.9, judge: 0.9, reference: 0.3, update: 0.8, total: 2.9 },
    spans: fixtureSpans(step),
  };
}

export function fixtureEvaluation(epoch: number, samples = 128): Evaluation {
  const trained = epoch / EPOCHS;
  const sets: readonly (readonly [ProblemSetName, number, number, number, number])[] = [
    ['lecture', 10, samples, 0, 0],
    ['phrasings', 40, 32, 0.14, 0.2],
    ['compositions', 40, 32, 0.21, 0.41],
  ];
  return {
    epoch,
    sets: sets.map(([set, count, n, from, to]) => {
      const rng = createRng('tests', epoch, n + count + set.length);
      const problems = Array.from({ length: count }, (_, i): ProblemCounts => {
        const spread = rng.next() ** 2 * 3;
        const rate = set === 'lecture' ? skill(i, epoch) : Math.min(0.98, (from + (to - from) * trained) * spread);
        const correct = Array.from({ length: n }, () => Number(rng.next() < rate)).reduce((a, b) => a + b, 0);
        const id = set === 'lecture' ? LECTURE[i]!.id : `${set}-${i}`;
        return {
          id,
          n,
          correct,
          visible: Math.min(n, correct + rng.int(0, 2)),
          greedy: rate > 0.5 || (i % 3 === 0 && rate > 0.2),
        };
      });
      return summarizeSet({ set, temperature: 1, n, problems, outcomes: {}, missingImports: 0, seed: 0 });
    }),
  };
}

export function phase(name: RunPhase, detail: string, done: number, total: number): RunEvent {
  return { type: 'phase', phase: name, detail, done, total };
}

/** The run is made once and cut where it is wanted: its bands take a moment. */
let wholeRun: readonly RunEvent[] | undefined;

/** Events of the run up to and including `epoch`; at the last epoch the run is finished. */
export function fixtureEvents(epoch: number): RunEvent[] {
  wholeRun ??= makeRun();
  if (epoch >= EPOCHS) return [...wholeRun];
  const reached = (event: RunEvent) =>
    (event.type === 'step' && event.record.epoch <= epoch) ||
    (event.type === 'evaluation' && event.evaluation.epoch <= epoch);
  return [...wholeRun.filter(reached), phase('judging', '', epoch, EPOCHS)];
}

function makeRun(): RunEvent[] {
  const events: RunEvent[] = [{ type: 'evaluation', when: 'before', evaluation: fixtureEvaluation(0) }];
  for (let step = 1; step <= EPOCHS; step++) {
    events.push({ type: 'step', record: fixtureStep(step) });
    const measured = step % 10 === 0 && step < EPOCHS;
    if (measured) events.push({ type: 'evaluation', when: 'during', evaluation: fixtureEvaluation(step, 32) });
  }
  return [
    ...events,
    { type: 'evaluation', when: 'after', evaluation: fixtureEvaluation(EPOCHS) },
    phase('finished', '', EPOCHS, EPOCHS),
  ];
}
