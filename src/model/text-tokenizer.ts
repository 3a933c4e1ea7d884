/** What the house asks of any tokenizer: its own vocabulary of Python lexemes, or the byte pairs of an imported model. */

export interface TextTokenizer {
  /** V, the number of ids. */
  readonly size: number;
  /** Id that ends a text. */
  readonly endOfText: number;
  encode(text: string): number[];
  /** The text of ids; padding and end of text are left out. */
  decode(ids: readonly number[]): string;
  /**
   * The text of one id by itself; empty for padding and end of text.
   *
   * @throws RangeError for an id outside the vocabulary
   */
  piece(id: number): string;
  /** The contents of `tokenizer.json`. */
  toJSON(): object;
}
