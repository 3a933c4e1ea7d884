/** The parameters that are trained in an imported decoder: their packed layout, and how they start. */

import { createRng } from '../../core/rng.ts';
import type { ParameterSlot } from '../spec.ts';
import { blockPath, modelPrefix, targetProjections } from './modules.ts';
import type { AdaptedSpec } from './spec.ts';

/**
 * Every adapter in storage order: for each block and projection A `[r, in]` and B `[out, r]`, then the value head.
 * Names are those of PEFT below `base_model.model.`, shapes and rows those of its files.
 */
export function adapterLayout(spec: AdaptedSpec): ParameterSlot[] {
  const { decoder, lora } = spec;
  const slots: ParameterSlot[] = [];
  let offset = 0;
  const add = (name: string, shape: readonly number[], decays: boolean) => {
    const size = shape.reduce((a, b) => a * b, 1);
    slots.push({ name, shape, offset, size, decays });
    offset += size;
  };
  for (let layer = 0; layer < decoder.layers; layer++) {
    for (const { name, inputs, outputs } of targetProjections(decoder, lora)) {
      const path = `${modelPrefix(decoder)}${blockPath(decoder, layer)}${name}`;
      add(`${path}.lora_A.weight`, [lora.rank, inputs], true);
      add(`${path}.lora_B.weight`, [outputs, lora.rank], true);
    }
  }
  if (spec.valueHead) {
    add('v_head.weight', [decoder.width], false);
    add('v_head.bias', [1], false);
  }
  return slots;
}

/** Length of the packed adapters. */
export function adapterCount(spec: AdaptedSpec): number {
  const last = adapterLayout(spec).at(-1);
  return last === undefined ? 0 : last.offset + last.size;
}

/**
 * Adapters that change nothing yet, as PEFT starts them: A uniform between ±1/√in (Kaiming with a = √5), B and the value
 * head 0.
 */
export function initialAdapters(spec: AdaptedSpec, seed: number): Float32Array {
  const weights = new Float32Array(adapterCount(spec));
  adapterLayout(spec).forEach(({ name, shape, offset, size }, i) => {
    if (!name.endsWith('.lora_A.weight')) return;
    const bound = 1 / Math.sqrt(shape[1] ?? 1);
    const rng = createRng('init', seed, i);
    for (let n = offset; n < offset + size; n++) weights[n] = (2 * rng.next() - 1) * bound;
  });
  return weights;
}
