/** Plain Python data in tagged form, lossless: what tests hold and what comes back from the sandbox. */

export type PyValue =
  | { readonly type: 'none' }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'int'; readonly value: bigint }
  | { readonly type: 'float'; readonly value: number }
  | { readonly type: 'complex'; readonly re: number; readonly im: number }
  /** JavaScript string; lone surrogates survive. */
  | { readonly type: 'str'; readonly value: string }
  | { readonly type: 'bytes'; readonly value: Uint8Array }
  | { readonly type: 'list' | 'tuple' | 'set' | 'frozenset'; readonly items: readonly PyValue[] }
  | { readonly type: 'dict'; readonly entries: readonly (readonly [PyValue, PyValue])[] };
