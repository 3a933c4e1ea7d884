/** EvalPlus (HumanEval+, MBPP+) as published: inputs alone, whose results the canonical solution tells. */

import type { Tolerance } from '../../core/types.ts';
import type { PyValue } from '../../core/value.ts';
import {
  type Fields,
  fail,
  inside,
  type Place,
  readItems,
  readName,
  readNonEmpty,
  readNumber,
  readOptionalText,
} from '../fields.ts';
import type { JsonNode } from '../lossless.ts';
import { readValue } from '../values.ts';
import { AssertError, readAsserts } from './asserts.ts';
import { canonicalProgram, opens } from './humaneval.ts';
import { calledProblem, distinctCalls, type ImportedRow, requireId } from './imported.ts';
import { taskOf } from './task-text.ts';

/** As EvalPlus compares floats with `allclose`. */
const REL = 1e-7;
const ABS = 1e-6;

/**
 * Whose results are not compared: EvalPlus puts them through an oracle of its own. The find_zero of HumanEval has many right
 * answers; what MBPP compares as sets is told by its asserts.
 */
const ORACLES: ReadonlySet<string> = new Set(['HumanEval/32']);

const NO_EXTRA_TYPES: PyValue = { type: 'none' };

/**
 * JSON made lists of what MBPP+ calls with tuples and sets. The asserts of the row show which: a list where they have a
 * tuple is one, and so are all items of a list whose items are tuples there.
 */
function shapedAs(value: PyValue, models: readonly PyValue[], at: Place): PyValue {
  if (models.some(({ type }) => type === 'complex') && value.type !== 'complex') {
    fail(at, 'a complex number, as in the asserts', `a ${value.type}`);
  }
  if (value.type === 'dict') {
    const inner = models.flatMap((model) => (model.type === 'dict' ? model.entries.map(([, item]) => item) : []));
    return { type: 'dict', entries: value.entries.map(([key, item]) => [key, shapedAs(item, inner, at)]) };
  }
  if (value.type !== 'list') return value;
  const lists = models.filter((model) => 'items' in model);
  const inner = lists.flatMap((model) => model.items);
  const type = lists.length > 0 && lists.every((model) => model.type === lists[0]!.type) ? lists[0]!.type : 'list';
  // An assert that mixes both cannot tell which is meant.
  if (type === 'list' && lists.some((model) => model.type !== 'list'))
    fail(at, 'a list or a tuple', 'both in the asserts');
  const items = value.items.map((item) => shapedAs(item, inner, at));
  return { type, items };
}

/** The arguments of the row's own asserts, place by place; none where there are no asserts or they cannot be read. */
function modelsOf(row: Fields, place: Place): readonly (readonly PyValue[])[] {
  const assertion = readOptionalText(row.get('assertion'), inside(place, 'assertion'));
  if (assertion === undefined) return [];
  try {
    return readAsserts(assertion)?.tests.map(({ args }) => args) ?? [];
  } catch (error) {
    if (!(error instanceof AssertError)) throw error;
    return fail(inside(place, 'assertion'), 'asserts that compare a call with literals', error.message);
  }
}

function readCalls(
  node: JsonNode | undefined,
  models: readonly (readonly PyValue[])[],
  at: Place,
): (readonly PyValue[])[] {
  if (node === undefined || node.type === 'null') return [];
  return readItems(node, at).map((item, i) => {
    const here = inside(at, i);
    return readItems(item, here).map((arg, j) => {
      const value = readValue(arg, inside(here, j));
      const shapes = models.map((args) => args[j] ?? NO_EXTRA_TYPES);
      return shapes.length === 0 ? value : shapedAs(value, shapes, inside(here, j));
    });
  });
}

function toleranceOf(row: Fields, place: Place): Tolerance {
  const atol = row.has('atol') ? readNumber(row.get('atol'), inside(place, 'atol'), 0) : 0;
  return { rel: REL, abs: atol === 0 ? ABS : atol };
}

/** A row with `base_input`, `plus_input` or both: the first are public and pay, the others are hidden and measure. */
export function readEvalPlusRow(row: Fields, place: Place): ImportedRow {
  const id = requireId(row, place);
  const here: Place = { ...place, problem: id };
  if (ORACLES.has(id))
    fail(inside(here, 'plus_input'), 'results that can be compared', 'a problem with many right answers');
  const name = readName(row.get('entry_point'), inside(here, 'entry_point'));
  const prompt = readNonEmpty(row.get('prompt'), inside(here, 'prompt'));
  const body = readNonEmpty(row.get('canonical_solution'), inside(here, 'canonical_solution'));
  const models = modelsOf(row, here);
  const base = distinctCalls(readCalls(row.get('base_input'), models, inside(here, 'base_input')));
  const all = distinctCalls([...base, ...readCalls(row.get('plus_input'), models, inside(here, 'plus_input'))]);
  const plus = all.slice(base.length);
  if (all.length === 0) fail(inside(here, 'base_input'), 'at least one input', 'none');
  const problem = calledProblem({
    id,
    text: taskOf(prompt),
    tests: { public: [], reward: [], hidden: [] },
    tolerance: toleranceOf(row, here),
    name,
    program: opens(prompt, name) ? canonicalProgram(row, here) : body,
    source: 'EvalPlus',
  });
  const awaits = base.length === 0 ? { public: plus, hidden: [] } : { public: base, hidden: plus };
  return { form: 'EvalPlus', problem, called: name, awaits, notes: [] };
}
