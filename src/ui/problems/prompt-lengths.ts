/** Which problems are too long for the model at hand: their prompts leave no room for a program. */

import { type Signal, signal } from '@preact/signals';
import { promptRoom } from '../../core/codec.ts';
import type { OwnDesk } from '../../core/own-problems.ts';
import type { Problem } from '../../core/types.ts';

interface Measured {
  /** Tokens by text. */
  readonly tokens: ReadonlyMap<string, number>;
  readonly contextLength: number;
}

export class PromptLengthsStore {
  /** Null until a model has read them. */
  readonly #measured: Signal<Measured | null> = signal<Measured | null>(null);
  readonly #client: Pick<OwnDesk, 'promptLengths'>;
  #asked = 0;

  constructor(client: Pick<OwnDesk, 'promptLengths'>) {
    this.#client = client;
  }

  /** Asks the model at hand, which may be another one than before. */
  async read(problems: readonly Problem[]): Promise<void> {
    const asked = ++this.#asked;
    const texts = [...new Set(problems.map(({ text }) => text))];
    // A note that is missing costs nothing: the run leaves them out all the same.
    const lengths = texts.length === 0 ? null : await this.#client.promptLengths(texts).catch(() => null);
    if (asked !== this.#asked) return;
    this.#measured.value = lengths && {
      tokens: new Map(texts.map((text, i) => [text, lengths.tokens[i] ?? 0])),
      contextLength: lengths.contextLength,
    };
  }

  /** Whether the prompt is known to leave no room for a program of so many tokens. */
  isTooLong({ text }: Pick<Problem, 'text'>, maxNewTokens: number): boolean {
    const measured = this.#measured.value;
    const tokens = measured?.tokens.get(text);
    return measured !== null && tokens !== undefined && tokens > promptRoom(measured.contextLength, maxNewTokens);
  }
}
