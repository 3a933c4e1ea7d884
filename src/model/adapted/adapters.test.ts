import { describe, expect, it } from 'vitest';
import { nanoAdapted } from '../../../test/support/adapted-models.ts';
import { adapterCount, adapterLayout, initialAdapters } from './adapters.ts';
import type { LoraSpec } from './spec.ts';

const lora: LoraSpec = { rank: 2, alpha: 4, targets: 'attention' };

describe('the layout of adapters', () => {
  it.each([
    ['gpt2', 'transformer.h.0.', ['attn.c_attn', 'attn.c_proj']],
    ['codegen', 'transformer.h.0.', ['attn.qkv_proj', 'attn.out_proj']],
    ['llama', 'model.layers.0.', ['self_attn.q_proj', 'self_attn.k_proj', 'self_attn.v_proj', 'self_attn.o_proj']],
  ] as const)('has the names of PEFT: %s', (architecture, path, modules) => {
    const { spec } = nanoAdapted(architecture, { lora });
    const names = adapterLayout(spec).map(({ name }) => name);
    const wanted = modules.flatMap((module) => ['A', 'B'].map((part) => `${path}${module}.lora_${part}.weight`));
    expect(names.slice(0, wanted.length)).toEqual(wanted);
    expect(names).toHaveLength(2 * wanted.length);
  });

  it('has A [r, in] and B [out, r], one after another without gaps', () => {
    const { spec } = nanoAdapted('llama', { lora: { ...lora, targets: 'all' }, valueHead: true });
    const slots = adapterLayout(spec);
    const shapeOf = (part: string) => slots.find(({ name }) => name.includes(part))?.shape;
    expect(shapeOf('k_proj.lora_A')).toEqual([2, 32]);
    // Two heads of keys, 8 numbers each.
    expect(shapeOf('k_proj.lora_B')).toEqual([16, 2]);
    expect(shapeOf('down_proj.lora_A')).toEqual([2, 64]);
    expect(shapeOf('v_head.weight')).toEqual([32]);
    let offset = 0;
    for (const slot of slots) {
      expect(slot.offset).toBe(offset);
      expect(slot.decays).toBe(slot.name.includes('lora_'));
      offset += slot.size;
    }
    expect(adapterCount(spec)).toBe(offset);
    expect(initialAdapters(spec, 1)).toHaveLength(offset);
  });
});
