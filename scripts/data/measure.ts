/** Runs every body of a family on many inputs in the sandbox's interpreter, and says what breaks. */

import { repr } from '../../src/core/repr.ts';
import { createRng } from '../../src/core/rng.ts';
import type { PyValue } from '../../src/core/value.ts';
import { pyEquals } from '../../src/core/value-equal.ts';
import type { Body, Family } from '../../src/corpus/family.ts';
import { hashText } from '../../src/corpus/hash.ts';
import { INPUTS, type InputKind } from '../../src/corpus/inputs.ts';
import { renderProgram } from '../../src/corpus/render.ts';
import { type CallOutcome, runCallJobs } from '../../src/sandbox/node.ts';

/** One input with what the reference returns and which mistakes it catches. */
export interface Example {
  readonly args: readonly PyValue[];
  readonly expected: PyValue;
  /** Python source of the arguments. */
  readonly call: string;
  readonly isEdge: boolean;
  /** Bit i is set when mistake i (0 is the popular one, then `wrong` in order) does not return `expected`. */
  readonly fails: number;
}

export interface MeasuredFamily {
  readonly family: Family;
  /** Program text of the idiomatic body. */
  readonly reference: string;
  /** Edge cases first, all different. */
  readonly examples: readonly Example[];
}

/**
 * Honest bodies need a part of this (naive recursion to the 27th Fibonacci number is the dearest); mistakes that loop
 * for ever would cost minutes with the default budget.
 */
export const LIMITS = { ticksPerTest: 20_000, fuelPerTest: 200_000 } as const;

const CANDIDATES = 120;
/** Lists that tell `>` from `>=` for the bounds of the compositions. */
const BOUNDARIES = [[5], [10], [10, 12], [4, 5], [5, 9], [11, 10, 15]] as const;

/** Domains that are too small for the tests, continued up to a number that a naive recursion can still do. */
const CONTINUED: Partial<Record<InputKind, number>> = { natural: 27, 'small-natural': 27 };

/** Draws after which a small domain counts as exhausted. */
const DRAWS = 2000;

/**
 * Measures families one after the other.
 *
 * @returns the measured families, and one sentence for each thing that is wrong with one
 */
export async function measureFamilies(
  families: readonly Family[],
): Promise<{ measured: MeasuredFamily[]; problems: string[] }> {
  const measured: MeasuredFamily[] = [];
  const problems: string[] = [];
  for (const [i, family] of families.entries()) {
    if (i % 100 === 0) console.error(`measured ${i} of ${families.length} families`);
    const result = await measureFamily(family);
    measured.push(result);
    problems.push(...result.problems.map((problem) => `${family.id}: ${problem}`));
  }
  return { measured, problems };
}

/**
 * Says which families that are trained on do the same as a held-out one, whatever their words and kinds of input:
 * their references are run on the held-out family's inputs when the types of arguments agree.
 */
export async function imitations(measured: readonly MeasuredFamily[]): Promise<string[]> {
  const trained = measured.filter(({ family }) => !family.heldOut);
  const complaints: string[] = [];
  for (const { family, examples } of measured.filter((one) => one.family.heldOut)) {
    const rivals = trained.filter((other) => typesOf(other) === typesOf({ examples }));
    const argsList = examples.map(({ args }) => args);
    const outcomes = await runCallJobs(
      rivals.map(({ reference }) => ({ code: reference, entryPoint: 'solution', argsList, limits: LIMITS })),
    );
    rivals.forEach((rival, r) => {
      const same = examples.every(({ expected }, i) => {
        const outcome = outcomes[r]![i]!;
        return 'value' in outcome && pyEquals(outcome.value, expected, 'python');
      });
      if (same) complaints.push(`${family.id} is held out, but ${rival.family.id} does the same`);
    });
  }
  return complaints;
}

/** Types of the first arguments, inner ones included: `list<int>, int`. */
function typesOf({ examples }: Pick<MeasuredFamily, 'examples'>): string {
  const typeOf = (value: PyValue): string => {
    if (value.type !== 'list') return value.type;
    const [first] = value.items;
    return `list<${first === undefined ? '' : typeOf(first)}>`;
  };
  return examples[0]!.args.map(typeOf).join(', ');
}

async function measureFamily(family: Family): Promise<MeasuredFamily & { problems: string[] }> {
  const names = INPUTS[family.inputs].names[0]!;
  const inputs = candidateInputs(family.inputs);
  const rights = family.right;
  const mistakes = [family.popular, ...family.wrong];
  const programs = [...rights, ...mistakes].map((body) => renderProgram(body, names));
  const argsList = inputs.map(({ args }) => args);
  const outcomes = await runCallJobs(
    programs.map((code) => ({ code, entryPoint: 'solution', argsList, limits: LIMITS })),
  );
  const [reference = []] = outcomes;
  const problems: string[] = [];
  reference.forEach((outcome, i) => {
    if (!('value' in outcome)) problems.push(`the reference fails on ${inputs[i]!.call}: ${outcome.error}`);
  });
  const sound = inputs.flatMap((input, i) => {
    const outcome = reference[i]!;
    return 'value' in outcome ? [{ ...input, index: i, expected: outcome.value }] : [];
  });
  const agrees = (body: readonly CallOutcome[], index: number, expected: PyValue) => {
    const outcome = body[index]!;
    return 'value' in outcome && pyEquals(outcome.value, expected, 'python');
  };
  rights.forEach((body, b) => {
    const bad = sound.find(({ index, expected }) => !agrees(outcomes[b]!, index, expected));
    if (bad !== undefined)
      problems.push(`right body ${quote(body)} disagrees on ${bad.call} (expected ${repr(bad.expected)})`);
  });
  const wrongOutcomes = outcomes.slice(rights.length);
  mistakes.forEach((body, b) => {
    if (sound.every(({ index, expected }) => agrees(wrongOutcomes[b]!, index, expected)))
      problems.push(`${b === 0 ? 'popular' : 'wrong'} body ${quote(body)} is right on all ${sound.length} inputs`);
  });
  const examples = sound.map(({ args, call, isEdge, index, expected }) => ({
    args,
    call,
    isEdge,
    expected,
    fails: wrongOutcomes.reduce((bits, body, b) => (agrees(body, index, expected) ? bits : bits | (1 << b)), 0),
  }));
  return { family, reference: programs[0]!, examples, problems };
}

/**
 * Edge cases, then distinct random inputs: the same for every family that takes this kind, so that families can be
 * compared. Small domains of natural numbers are continued upwards.
 */
function candidateInputs(kind: InputKind): { args: readonly PyValue[]; call: string; isEdge: boolean }[] {
  const { edges, generate } = INPUTS[kind];
  const rng = createRng('tests', hashText(kind));
  const found = new Map<string, { args: readonly PyValue[]; call: string; isEdge: boolean }>();
  const add = (args: readonly PyValue[], isEdge: boolean) => {
    const call = args.map(repr).join(', ');
    if (!found.has(call)) found.set(call, { args, call, isEdge });
  };
  for (const args of edges) add(args, true);
  for (let draw = 0; draw < DRAWS && found.size < CANDIDATES; draw++) add(generate(rng), false);
  if (kind === 'numbers-or-empty')
    for (const values of BOUNDARIES)
      add([{ type: 'list', items: values.map((n) => ({ type: 'int', value: BigInt(n) })) }], false);
  const last = CONTINUED[kind];
  if (last !== undefined) for (let n = 0; n <= last; n++) add([{ type: 'int', value: BigInt(n) }], false);
  return [...found.values()];
}

const quote = (body: Body) => JSON.stringify(body);
