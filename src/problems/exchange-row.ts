/** Rows of programs whose tests are inputs with outputs, as APPS, LiveCodeBench, EvalPlus, code_contests and TACO publish them. */

import { type Fields, type Place, readId } from './fields.ts';
import type { ImportedRow } from './importers/imported.ts';
import { EXCHANGE_FIELDS, readExchanges } from './importers/rows.ts';
import type { JsonNode } from './lossless.ts';

const field = (node: JsonNode | undefined, name: string): JsonNode | undefined =>
  node?.type === 'object' ? node.entries.find(([one]) => one === name)?.[1] : undefined;

/** Whether a test is called, as LiveCodeBench marks it. */
function isFunctional(test: JsonNode | undefined): boolean {
  const kind = field(test, 'testtype');
  return kind?.type === 'string' && kind.value === 'functional';
}

/**
 * Whether a row has such tests. A check that stands in the row besides has the results, and is taken: EvalPlus publishes
 * HumanEval's own.
 */
export function hasExchanges(row: Fields, tests: JsonNode | undefined): boolean {
  if (tests?.type === 'string' && /^def check\s*\(/m.test(tests.value)) return false;
  if (EXCHANGE_FIELDS.some((name) => row.has(name))) return true;
  if (tests?.type === 'string') return row.get('tests') === tests && /^\s*[[{]/.test(tests.value);
  if (tests?.type === 'array') return isFunctional(tests.items[0]);
  return field(tests, 'inputs') !== undefined;
}

const text = (value: string): JsonNode => ({ type: 'string', value });

/** Fields in which one form or another has the text of a problem, which a program is graded without. */
const TEXTS = ['question', 'question_content', 'description', 'prompt'] as const;

/** What a problem needs and a row of programs may lack: a text, a name, and the function under LiveCodeBench's name for it. */
function completed(row: Fields, place: Place): Fields {
  const names = ['task_id', 'problem_id', 'question_id', 'name', 'id'];
  const id = names.map((name) => readId(row, name, place)).find((one) => one !== undefined);
  const fields = new Map(row);
  const put = (name: string, node: JsonNode | undefined) => {
    if (node !== undefined && !fields.has(name)) fields.set(name, node);
  };
  // A row of programs may have its problem's id or the problem itself there; TACO has the text.
  if (id !== undefined) fields.delete('problem');
  const words = row.get('problem')?.type === 'string' ? row.get('problem') : undefined;
  for (const name of TEXTS) put(name, words ?? (id === undefined ? undefined : text(id)));
  if (id !== undefined) put('name', text(id));
  const entryPoint = row.get('entry_point');
  if (entryPoint !== undefined) put('metadata', { type: 'object', entries: [['func_name', entryPoint]] });
  return fields;
}

/** The tests as those of a problem. */
export const readExchangeRow = (row: Fields, place: Place): ImportedRow => readExchanges(completed(row, place), place);
