/** Checks what is asked of a measurement, wherever it comes from; an error names the field, what was expected and what came. */

import * as v from 'valibot';
import { between, integer } from './config-fields.ts';
import type { MeasureRequest } from './measuring.ts';
import { PROBLEM_SETS } from './records.ts';
import type { Problem } from './types.ts';

/** Samples of a problem that a pool has random numbers for. */
const MOST_SAMPLES = 2 ** 20;

/** A checkpoint beside the page, or a model that a person imported. */
const MODEL = /^(?:[\w-]+|imported:[A-Za-z0-9][A-Za-z0-9.-]{0,79})$/;

const temperature = between(0.01, 10);
const different = <T>(values: readonly T[]) => new Set(values).size === values.length;
const DIFFERENT = 'expected no value twice';

/** Whoever reads files of problems has checked them; here it is only told whether something else came. */
const isProblem = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'tests' in value && 'id' in value;

const schema = v.strictObject({
  models: v.pipe(
    v.array(
      v.strictObject({
        label: v.pipe(v.string(), v.nonEmpty()),
        source: v.variant('type', [
          // A name is part of an address: it stays within `models/`.
          v.strictObject({ type: v.literal('bundled'), name: v.pipe(v.string(), v.regex(MODEL)) }),
          v.strictObject({ type: v.literal('trained') }),
        ]),
      }),
    ),
    v.minLength(1),
    v.check((models) => different(models.map(({ label }) => label)), DIFFERENT),
  ),
  backend: v.picklist(['auto', 'webgpu', 'wasm', 'cpu']),
  sets: v.pipe(v.array(v.picklist(PROBLEM_SETS)), v.check(different, DIFFERENT)),
  own: v.exactOptional(v.pipe(v.array(v.custom<Problem>(isProblem)), v.minLength(1))),
  temperatures: v.pipe(v.array(temperature), v.minLength(1), v.check(different, DIFFERENT)),
  samples: integer(1, MOST_SAMPLES),
  maxNewTokens: integer(1, 200),
  seed: integer(0, 2 ** 31 - 1),
  search: v.exactOptional(
    v.strictObject({
      samples: integer(1, MOST_SAMPLES),
      temperature,
      submissions: integer(1, 1000),
      probes: integer(1, 1000),
    }),
  ),
  agreement: v.exactOptional(
    v.strictObject({
      solutions: integer(1, 10_000),
      testSamples: integer(1, 10_000),
      testsPerSample: integer(1, 100),
      temperature,
    }),
  ),
});

/** @throws Error that names the first field that is not as it must be */
export function parseMeasureRequest(input: unknown): MeasureRequest {
  const result = v.safeParse(schema, input);
  if (result.success) {
    if (result.output.sets.length > 0 || result.output.own !== undefined) return result.output;
    throw new Error('measure: sets: expected at least one, got none');
  }
  const [issue] = result.issues;
  const what = issue.type === 'check' ? issue.message : `expected ${issue.expected}, got ${issue.received}`;
  throw new Error(`measure: ${v.getDotPath(issue) ?? 'request'}: ${what}`);
}
