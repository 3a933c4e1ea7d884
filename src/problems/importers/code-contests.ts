/** code_contests as Hugging Face publishes it: tests as lists of inputs and of outputs, solutions in several languages. */

import type { TestCase } from '../../core/types.ts';
import {
  type Fields,
  fail,
  inside,
  type Place,
  readFields,
  readItems,
  readNonEmpty,
  readOptionalText,
  readText,
} from '../fields.ts';
import type { JsonNode } from '../lossless.ts';
import { firstProgram, type ImportedRow, readStream, splitSuite, stdinProblem, stdinTest } from './imported.ts';

/** The number of Python 3 among the languages. */
const PYTHON3 = 3;

/** `{"input": […], "output": […]}`, or `[{"input", "output"}]` as the protocol buffers have it. */
function readTests(node: JsonNode | undefined, at: Place): TestCase[] {
  if (node === undefined || node.type === 'null') return [];
  if (node.type === 'array') {
    return node.items.map((item, i) => {
      const [here, fields] = [inside(at, i), readFields(item, inside(at, i))];
      return stdinTest(
        readStream(fields.get('input'), inside(here, 'input')),
        readStream(fields.get('output'), inside(here, 'output')),
      );
    });
  }
  const fields = readFields(node, at);
  const [inputAt, outputAt] = [inside(at, 'input'), inside(at, 'output')];
  const inputs = readItems(fields.get('input'), inputAt);
  const outputs = readItems(fields.get('output'), outputAt);
  if (inputs.length !== outputs.length)
    fail(outputAt, `as many outputs as inputs (${inputs.length})`, `${outputs.length}`);
  return inputs.map((input, i) =>
    stdinTest(readText(input, inside(inputAt, i)), readText(outputs[i], inside(outputAt, i))),
  );
}

/** The first correct program in Python 3. */
function programOf(row: Fields, place: Place): string | undefined {
  const at = inside(place, 'solutions');
  const node = row.get('solutions');
  if (node === undefined || node.type === 'null') return undefined;
  const isPython = (language: JsonNode | undefined) =>
    language?.type === 'number' && Number(language.literal) === PYTHON3;
  if (node.type === 'array') {
    const rows = node.items.map((item, i) => readFields(item, inside(at, i)));
    return firstProgram(
      rows.filter((fields) => isPython(fields.get('language'))).map((fields) => readText(fields.get('solution'), at)),
    );
  }
  const fields = readFields(node, at);
  const languages = readItems(fields.get('language'), inside(at, 'language'));
  const programs = readItems(fields.get('solution'), inside(at, 'solution'));
  return firstProgram(programs.filter((_, i) => isPython(languages[i])).map((program) => readText(program, at)));
}

/**
 * One row. Its public tests are public, what was generated from them pays, and its private tests are hidden. A program that
 * reads or writes files is refused: there are none here.
 */
export function readCodeContestsRow(row: Fields, place: Place): ImportedRow {
  for (const name of ['input_file', 'output_file']) {
    const file = readOptionalText(row.get(name), inside(place, name));
    if (file)
      fail(inside(place, name), 'a program that reads standard input and prints', `the file ${JSON.stringify(file)}`);
  }
  const list = (name: string) => readTests(row.get(name), inside(place, name));
  const suite = { public: list('public_tests'), reward: list('generated_tests'), hidden: list('private_tests') };
  const problem = stdinProblem({
    id: readNonEmpty(row.get('name'), inside(place, 'name')),
    text: readNonEmpty(row.get('description'), inside(place, 'description')).trim(),
    tests: splitSuite(suite, inside(place, 'public_tests')),
    program: programOf(row, place),
  });
  return { form: 'code_contests', problem, notes: [] };
}
