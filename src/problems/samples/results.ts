/** `FILE_results.jsonl` as HumanEval's evaluator writes it: every field of the sample, and what came of it. */

import type { GradeResult } from '../../core/grade.ts';
import { UNKNOWN_ID } from '../../core/samples.ts';
import { type Fields, readFields } from '../fields.ts';
import type { RowNode } from '../grade-file.ts';
import { type JsonNode, writeJson } from '../lossless.ts';

/** What is kept of a verdict on a program. */
export interface ProgramVerdict extends Pick<GradeResult, 'outcome' | 'passed' | 'total'> {
  /** In the words of HumanEval's evaluator. */
  readonly result: string;
}

/** `passed`, `timed out` or `failed: …` (openai/human-eval, `check_correctness`); ours besides: `not judged: …`. */
function resultWords({ outcome, passed, total, error, per_test }: GradeResult): string {
  if (outcome === 'passed') return 'passed';
  if (outcome === 'timeout') return 'timed out';
  const first = error ?? per_test.find((test) => test.outcome !== 'passed')?.error;
  const why = first ?? `${passed} of ${total} tests passed`;
  return outcome === 'infra_error' ? `not judged: ${why}` : `failed: ${why}`;
}

export function verdictOf(result: GradeResult): ProgramVerdict {
  const { outcome, passed, total } = result;
  return { outcome, passed, total, result: resultWords(result) };
}

const text = (value: string): JsonNode => ({ type: 'string', value });
const number = (value: number): JsonNode => ({ type: 'number', literal: String(value) });

/**
 * One line, without its end. Fields of the sample that have the name of one of ours are kept as `given_NAME`.
 *
 * @param verdict null for a row whose problem is unknown
 * @param more fields of ours besides
 */
export function resultLine(
  { node, place }: RowNode,
  verdict: ProgramVerdict | null,
  more: Readonly<Record<string, string>> = {},
): string {
  const ours = new Map<string, JsonNode>([
    ['result', text(verdict === null ? UNKNOWN_ID : verdict.result)],
    ['passed', { type: 'bool', value: verdict?.outcome === 'passed' }],
    ['outcome', text(verdict?.outcome ?? 'infra_error')],
    ...(verdict === null
      ? []
      : ([
          ['tests_passed', number(verdict.passed)],
          ['tests_total', number(verdict.total)],
        ] as const)),
    ...Object.entries(more).map(([name, value]) => [name, text(value)] as const),
  ]);
  const row: Fields = readFields(node, place);
  const given = [...row].map(([name, value]) => [ours.has(name) ? `given_${name}` : name, value] as const);
  return writeJson({ type: 'object', entries: [...given, ...ours] });
}
