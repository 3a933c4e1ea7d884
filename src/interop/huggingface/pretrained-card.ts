/** The card of a base model that was trained from random weights and not measured yet. */

import { cardHead, loading } from './card.ts';

export interface PretrainedFacts {
  readonly preset: string;
  readonly seed: number;
  readonly step: number;
  readonly steps: number;
  readonly tokens: number;
  readonly parameters: number;
}

const grouped = (value: number): string => value.toLocaleString('en');

export function pretrainedCard({ preset, seed, step, steps, tokens, parameters }: PretrainedFacts): string {
  return `${cardHead('whole', `Greenbar ${preset}, step ${grouped(step)} of ${grouped(steps)}`, ['code', 'greenbar'])}

A GPT-2 of ${grouped(parameters)} parameters that writes short Python functions, often wrongly: the starting point of an exercise in
reinforcement learning. Trained from random weights with \`greenbar pretrain --preset ${preset} --seed ${seed} --steps ${steps}\` on
${grouped(tokens)} tokens of a synthetic corpus. Its pass@1 was not measured yet: \`greenbar eval --checkpoint .\`

${loading('whole', 48)}

Licence: Apache-2.0. Run nothing that it writes outside a sandbox.
`;
}
