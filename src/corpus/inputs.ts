/** What the functions of the corpus take: argument names, a seeded generator and the edge cases for every kind of input. */

import { COLLECTIONS } from './inputs/collections.ts';
import type { InputSpec } from './inputs/kind.ts';
import { NUMBERS } from './inputs/numbers.ts';
import { TEXTS } from './inputs/texts.ts';

export type { InputSpec } from './inputs/kind.ts';

/** Every kind of input by name. */
export const INPUTS = { ...NUMBERS, ...TEXTS, ...COLLECTIONS } satisfies Record<string, InputSpec>;

export type InputKind = keyof typeof INPUTS;
