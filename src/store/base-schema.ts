/** What must hold of the model that adapters out of a bundle are for: the shape of its decoder, and which one it is. */

import * as v from 'valibot';
import { isImportName } from '../core/model-name.ts';

/** No decoder that a tab can hold has more of anything. */
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(2 ** 20));
const id = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(2 ** 20));
const positive = v.pipe(v.number(), v.finite(), v.gtValue(0));

/** Each has a line of its own in the layout. */
const layers = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(512));

const shape = { vocabSize: count, contextLength: count, width: count, layers, heads: count, innerWidth: count };

const decoder = v.variant('architecture', [
  v.strictObject({
    ...{ ...shape, architecture: v.literal('gpt2'), activation: v.picklist(['gelu_new', 'relu']) },
    layerNormEpsilon: positive,
  }),
  v.strictObject({ ...shape, architecture: v.literal('codegen'), rotaryWidth: count, layerNormEpsilon: positive }),
  v.strictObject({
    ...{ ...shape, architecture: v.literal('llama'), keyValueHeads: count, headWidth: count },
    ...{ rotaryBase: positive, rmsNormEpsilon: positive, tiedHead: v.boolean() },
  }),
]);

/** As `BaseIdentity`. */
export const baseIdentity = v.strictObject({
  name: v.pipe(v.string(), v.check(isImportName, 'a name of letters, digits, dots and hyphens')),
  digest: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, '64 hexadecimal digits')),
});

export const baseSchema = v.strictObject({
  ...baseIdentity.entries,
  spec: v.strictObject({ decoder, vocabSize: count, contextLength: count, width: count, endOfText: id }),
});
