/** Who is asked what about which programs, how often, and what happens when a tool is missing. */

import { describe, expect, test } from 'vitest';
import { letterProblem, RuleJudge, verdict } from '../../test/support/letters.ts';
import type { AnalyseJob, Analyst, Growth, ProgramAnalysis } from '../core/analysis.ts';
import type { RewardName } from '../core/rewards.ts';
import type { Problem } from '../core/types.ts';
import { evidenceFor, type Tested } from './evidence.ts';
import { truncatedVerdict } from './verdicts.ts';

const GROWTH: Growth = { points: [], exponent: 1, label: 'O(n)' };
const FULL: ProgramAnalysis = {
  syntax: { compiles: true, undefinedNames: [], forbiddenImports: [] },
  complexity: { functions: [], cyclomatic: 1, lines: 1, nodes: 1 },
  lint: [],
  types: [],
};

/** Writes down what it was asked. */
class NotingAnalyst implements Analyst {
  readonly analysed: AnalyseJob[] = [];
  readonly grown: string[] = [];
  readonly #answer: (code: string) => ProgramAnalysis;

  constructor(answer: (code: string) => ProgramAnalysis = () => FULL) {
    this.#answer = answer;
  }

  async analyse(jobs: readonly AnalyseJob[]) {
    this.analysed.push(...jobs);
    return jobs.map(({ code }) => this.#answer(code));
  }

  async growth(jobs: readonly { readonly problem: Problem; readonly code: string }[]) {
    this.grown.push(...jobs.map(({ code }) => code));
    return jobs.map(({ code }) => (code === 'odd' ? null : GROWTH));
  }
}

const problem: Problem = { ...letterProblem(0), reference: 'ref', inputs: 'def inputs(random, size): ...' };
const passing = (code: string, of: Problem = problem): Tested => ({
  problem: of,
  code,
  verdict: verdict('passed', 4, 4),
});
const failing = (code: string, of: Problem = problem): Tested => ({
  ...passing(code, of),
  verdict: verdict('wrong_answer', 1, 4),
});

function gather(reward: RewardName, analyst?: Analyst, judge = new RuleJudge(() => 1)) {
  const notices: string[] = [];
  return { notices, judge, evidence: evidenceFor({ judge, analyst, reward, onNotice: (one) => notices.push(one) }) };
}

test('a reward of tests alone asks nobody anything', async () => {
  const analyst = new NotingAnalyst();
  const { evidence, judge } = gather('fraction', analyst);
  expect(await evidence([passing('a')])).toEqual([passing('a')]);
  expect(analyst.analysed).toEqual([]);
  expect(judge.jobs).toEqual([]);
});

describe('layers', () => {
  test('distinct programs are analysed once, with the layers that the reward needs', async () => {
    const analyst = new NotingAnalyst();
    const { evidence } = gather('four-layers', analyst);
    const first = await evidence([passing('a'), failing('b'), passing('a')]);
    const second = await evidence([failing('b'), passing('c')]);
    expect(analyst.analysed.map(({ code }) => code)).toEqual(['a', 'b', 'b', 'c']);
    expect(analyst.analysed[0]!.layers).toEqual(['syntax', 'lint', 'types', 'complexity']);
    expect([...first, ...second].every(({ analysis }) => analysis === FULL)).toBe(true);
  });

  test('what is no program, and what no layer could pay, is not looked at', async () => {
    const analyst = new NotingAnalyst();
    const programs: Tested[] = [
      passing('a'),
      failing('b'),
      { ...failing('c'), verdict: truncatedVerdict(4) },
      { ...failing('d'), verdict: verdict('syntax_error', 0, 4) },
      { ...failing('e'), verdict: verdict('infra_error', 0, 4) },
    ];
    await gather('four-layers', analyst).evidence(programs);
    await gather('gated-layers', analyst).evidence(programs);
    expect(analyst.analysed.map(({ code }) => code)).toEqual(['a', 'b', 'a']);
  });

  test('without an analyst they are left out, and one sentence says so', async () => {
    const { evidence, notices } = gather('four-layers');
    const [one] = await evidence([failing('a')]);
    await evidence([failing('b')]);
    expect(one).not.toHaveProperty('analysis');
    expect(one!.cost).toMatchObject({ ticks: 4, referenceTicks: 4 });
    expect(notices).toEqual([
      'reward: nobody here looks at syntax, lint, types, complexity: left out, and held against nobody',
    ]);
  });

  test('an analyst that fails stops nothing, and is asked again', async () => {
    const analyst = new NotingAnalyst();
    let broken = true;
    const analyse = analyst.analyse.bind(analyst);
    analyst.analyse = (jobs) => (broken ? Promise.reject(new Error('no worker')) : analyse(jobs));
    const { evidence, notices } = gather('four-layers', analyst);
    expect((await evidence([failing('a')]))[0]).not.toHaveProperty('analysis');
    broken = false;
    expect((await evidence([failing('a')]))[0]!.analysis).toBe(FULL);
    expect(notices).toEqual(['reward: syntax, lint, types, complexity left out: no worker']);
  });

  test('a tool that did not load is told once, a source that does not compile is no missing tool', async () => {
    const { lint: _, ...noLint } = FULL;
    const broken: ProgramAnalysis = { syntax: { ...FULL.syntax!, compiles: false } };
    const { evidence, notices } = gather('four-layers', new NotingAnalyst((code) => (code === 'x' ? broken : noLint)));
    await evidence([failing('x')]);
    expect(notices).toEqual([]);
    await evidence([failing('a'), failing('b')]);
    expect(notices).toEqual([
      'reward: the lint layer could not be had for every program: left out there, and held against nobody',
    ]);
  });
});

describe('cost', () => {
  test('the reference is judged once per problem, on visible tests only', async () => {
    const { evidence, judge } = gather('four-layers', new NotingAnalyst());
    await evidence([failing('a'), failing('b')]);
    await evidence([failing('c')]);
    expect(judge.jobs.map(({ code, kinds }) => [code, kinds])).toEqual([['ref', ['public', 'reward']]]);
  });

  test('without a reference, or with one that fails, there is nothing to compare with', async () => {
    const bare = letterProblem(1);
    const wrong: Problem = { ...letterProblem(2), reference: 'wrong' };
    const judge = new RuleJudge((_, code) => (code === 'wrong' ? 0 : 1));
    const { evidence, notices } = gather('four-layers', new NotingAnalyst(), judge);
    const [first, second] = await evidence([failing('a', bare), failing('a', wrong)]);
    expect(first!.cost).toEqual({ ticks: 4, heapBytes: 0 });
    expect(second!.cost).toEqual({ ticks: 4, heapBytes: 0 });
    await evidence([failing('b', wrong)]);
    expect(notices).toEqual(['reward: the reference of word-2 does not pass (wrong_answer): its cost is no measure']);
    expect(judge.jobs).toHaveLength(1);
  });

  test('a reference that could not be judged is asked for again', async () => {
    let down = true;
    const { evidence, notices } = gather('four-layers', new NotingAnalyst(), new RuleJudge(() => (down ? 'infra' : 1)));
    expect((await evidence([failing('a')]))[0]!.cost).not.toHaveProperty('referenceTicks');
    down = false;
    expect((await evidence([failing('a')]))[0]!.cost).toMatchObject({ referenceTicks: 4 });
    expect(notices).toEqual([]);
  });

  test('a failure of the analyst at growth leaves it out, and it is asked again', async () => {
    const analyst = new NotingAnalyst();
    const growth = analyst.growth.bind(analyst);
    analyst.growth = () => Promise.reject(new Error('no worker'));
    const { evidence, notices } = gather('gated-layers', analyst);
    expect((await evidence([passing('a')]))[0]!.cost).not.toHaveProperty('growth');
    analyst.growth = growth;
    expect((await evidence([passing('a')]))[0]!.cost).toMatchObject({ growth: GROWTH, referenceGrowth: GROWTH });
    expect(notices).toEqual(['reward: growth left out: no worker']);
  });

  test('growth is measured for programs that pass, once each, and for the reference', async () => {
    const analyst = new NotingAnalyst();
    const { evidence } = gather('four-layers', analyst);
    const { inputs: _, ...noInputs } = problem;
    const [a, b, odd, bare] = await evidence([
      passing('a'),
      failing('b'),
      passing('odd'),
      passing('a', { ...noInputs }),
    ]);
    await evidence([passing('a')]);
    expect(analyst.grown).toEqual(['a', 'ref', 'odd']);
    expect(a!.cost).toMatchObject({ growth: GROWTH, referenceGrowth: GROWTH });
    expect(b!.cost).not.toHaveProperty('growth');
    expect(odd!.cost).not.toHaveProperty('growth');
    expect(bare!.cost).not.toHaveProperty('growth');
  });
});
