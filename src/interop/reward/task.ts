/** A task: what a problem asks and what is paid for it, as the JSON text that `greenbar_reward.py` reads. */

import type { RunConfig } from '../../core/config.ts';
import type { GradeTests } from '../../core/grade.ts';
import type { RewardName } from '../../core/rewards.ts';
import type { AssertSuite, Limits, Problem, TestCase } from '../../core/types.ts';
import { LIMIT_FIELDS } from '../../problems/format.ts';
import { type JsonNode, writeJson } from '../../problems/lossless.ts';
import { writeValue } from '../../problems/values.ts';

/** Rewards that follow from outcomes of tests alone, which is all that a Python file without our analyses can see. */
const PLAIN_REWARDS = ['binary', 'fraction', 'coderl', 'rlef', 'rlef-article'] as const satisfies readonly RewardName[];

export type PlainReward = (typeof PLAIN_REWARDS)[number];

/** The reward that the file pays for a run's own: the share of tests where that looks at more than outcomes. */
export function plainReward(name: RewardName): PlainReward {
  return PLAIN_REWARDS.find((plain) => plain === name) ?? 'fraction';
}

/** How a whole run is paid; the same in every task. */
export interface PayRules {
  readonly reward: PlainReward;
  readonly truncated: RunConfig['rollout']['truncated'];
  readonly maxTokens: number;
  readonly overlongCache: number;
  /** Ids that end a completion. */
  readonly endIds: readonly number[];
  /** A program may end before its completion does. */
  readonly endsByText: boolean;
}

const text = (value: string): JsonNode => ({ type: 'string', value });
const number = (value: number): JsonNode => ({ type: 'number', literal: String(value) });
const list = (items: readonly JsonNode[]): JsonNode => ({ type: 'array', items });
const object = (entries: readonly (readonly [string, JsonNode | undefined])[]): JsonNode => ({
  type: 'object',
  entries: entries.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])),
});

function testNode({ args, expected }: TestCase): JsonNode {
  return object([
    ['args', list(args.map(writeValue))],
    ['expected', writeValue(expected)],
  ]);
}

function suiteNode(suite: AssertSuite): JsonNode {
  return object([
    ['type', text(suite.type)],
    suite.type === 'check' ? ['check', text(suite.check)] : ['asserts', list(suite.asserts.map(text))],
    ['setup', text(suite.setup)],
    ['called', suite.called === undefined ? undefined : text(suite.called)],
  ]);
}

const limitsNode = (limits: Partial<Limits>): JsonNode =>
  object(
    Object.entries(LIMIT_FIELDS).map(([name, field]) => {
      const budget = limits[field];
      return [name, budget === undefined ? undefined : number(budget)];
    }),
  );

/** What is graded, and under which conditions. */
export interface Graded extends Pick<Problem, 'entryPoint' | 'limits' | 'allow' | 'undo'> {
  readonly tests: GradeTests;
}

/** The tests that pay: public and reward ones, in the order in which verdicts count them. */
export function gradedOf(problem: Problem): Graded {
  const { call, asserts, compare, tolerance, tests: suite, entryPoint, limits, allow, undo } = problem;
  const tests = [...suite.public, ...suite.reward];
  const within = tolerance === undefined ? {} : { tolerance };
  const graded: GradeTests =
    asserts ?? (call === 'stdin' ? { type: 'stdin', tests, ...within } : { type: 'values', tests, compare, ...within });
  return {
    tests: graded,
    entryPoint,
    ...(limits && { limits }),
    ...(allow && { allow }),
    ...(undo && { undo }),
  };
}

/** The task as JSON text; integers of any size and floats keep their literals. */
export function writeTask({ tests, entryPoint, limits, allow, undo }: Graded, rules?: PayRules): string {
  const isSuite = tests.type === 'asserts' || tests.type === 'check';
  const tolerance = isSuite ? undefined : tests.tolerance;
  return writeJson(
    object([
      ['entry_point', text(entryPoint)],
      ['call', tests.type === 'stdin' ? text('stdin') : undefined],
      ['tests', isSuite ? suiteNode(tests) : list(tests.tests.map(testNode))],
      ['compare', tests.type === 'values' && tests.compare !== 'python' ? text(tests.compare) : undefined],
      [
        'tolerance',
        tolerance &&
          object([
            ['rel', number(tolerance.rel)],
            ['abs', number(tolerance.abs)],
          ]),
      ],
      ['limits', limits && limitsNode(limits)],
      [
        'allow',
        allow &&
          list(
            allow.map((grant) =>
              grant.type === 'stdout'
                ? text('stdout')
                : object([
                    ['file', text(grant.path)],
                    ['text', text(grant.text)],
                  ]),
            ),
          ),
      ],
      ['undo', undo && text(undo)],
      ...(rules === undefined ? [] : rulesEntries(rules)),
    ]),
  );
}

function rulesEntries(rules: PayRules): (readonly [string, JsonNode | undefined])[] {
  return [
    ['reward', text(rules.reward)],
    ['truncated', text(rules.truncated)],
    ['max_tokens', number(rules.maxTokens)],
    ['overlong_cache', rules.overlongCache > 0 ? number(rules.overlongCache) : undefined],
    ['end_ids', list(rules.endIds.map(number))],
    ['ends_by_text', rules.endsByText ? { type: 'bool', value: true } : undefined],
  ];
}
