/** The language of the page. */

import { en } from './en.ts';

/** The shape of a translation: the same keys, any text. */
export type Words = Widened<typeof en>;

type Widened<T> = T extends string
  ? string
  : T extends (...values: infer A) => infer R
    ? (...values: A) => R
    : { readonly [K in keyof T]: Widened<T[K]> };

export const words: Words = en;
