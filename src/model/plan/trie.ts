/**
 * The tokens of a micro-batch as a prefix tree: sequences that begin alike share rows as far as they agree. A causal
 * model computes the same thing for them there, so a prompt of a group, a common beginning of its completions and a
 * completion that was sampled twice all cost once.
 */

/** Five i32 per segment, as `assembly/attention.ts` reads them. */
export const SEGMENT_FIELDS = 5;

interface Node {
  readonly id: number;
  readonly children: Map<number, Node>;
  /** Assigned when the tree is laid out. */
  row: number;
}

export class Trie {
  readonly #root: Node = node(-1);
  #size = 0;

  /** Number of tokens, each shared one counted once. */
  get size(): number {
    return this.#size;
  }

  /** How many tokens `add` would make. */
  cost(tokens: readonly number[]): number {
    let at: Node | undefined = this.#root;
    let shared = 0;
    for (const id of tokens) {
      at = at.children.get(id);
      if (!at) break;
      shared++;
    }
    return tokens.length - shared;
  }

  /** Adds a sequence and returns its nodes, one per token; their rows are known after `layOut`. */
  add(tokens: readonly number[]): readonly { readonly row: number }[] {
    let at = this.#root;
    return tokens.map((id) => {
      let next = at.children.get(id);
      if (!next) {
        next = node(id);
        at.children.set(id, next);
        this.#size++;
      }
      at = next;
      return next;
    });
  }

  /** Numbers the rows, parents before children, and cuts them into segments: runs without a branch. */
  layOut(heads: number): Layout {
    const layout = new LayoutBuilder(heads);
    const visit = (first: Node, context: readonly number[]) => {
      const run = [first];
      let last = first;
      while (last.children.size === 1) {
        [last] = last.children.values() as unknown as [Node];
        run.push(last);
      }
      const start = layout.add(
        run.map(({ id }) => id),
        context,
      );
      run.forEach((member, i) => {
        member.row = start + i;
      });
      if (last.children.size === 0) return;
      const path = [...context, ...run.map(({ row }) => row)];
      for (const child of last.children.values()) visit(child, path);
    };
    for (const child of this.#root.children.values()) visit(child, []);
    return layout.finish();
  }
}

function node(id: number): Node {
  return { id, children: new Map(), row: -1 };
}

export interface Layout {
  /** Token and position of every row, `[rows]`. */
  readonly ids: Int32Array;
  readonly positions: Int32Array;
  /** `[segments, 5]`: rowStart, length, contextOffset, contextLength, probOffset. */
  readonly segments: Int32Array;
  /** Rows before each segment on its path from the root, one list after another. */
  readonly context: Int32Array;
}

export class LayoutBuilder {
  readonly #heads: number;
  readonly #ids: number[] = [];
  readonly #positions: number[] = [];
  readonly #segments: number[] = [];
  readonly #context: number[] = [];
  #probs = 0;

  constructor(heads: number) {
    this.#heads = heads;
  }

  /** Appends a segment of at least one token and returns its first row. */
  add(tokens: readonly number[], context: readonly number[]): number {
    const start = this.#ids.length;
    this.#segments.push(start, tokens.length, this.#context.length, context.length, this.#probs);
    this.#probs += this.#heads * segmentArea(tokens.length, context.length);
    tokens.forEach((id, i) => {
      this.#ids.push(id);
      this.#positions.push(context.length + i);
    });
    for (const row of context) this.#context.push(row);
    return start;
  }

  finish(): Layout {
    return {
      ids: Int32Array.from(this.#ids),
      positions: Int32Array.from(this.#positions),
      segments: Int32Array.from(this.#segments),
      context: Int32Array.from(this.#context),
    };
  }
}

/** Attention probabilities that a segment stores per head: rows in fours, columns in eights. */
export function segmentArea(length: number, context: number): number {
  return Math.ceil(length / 4) * 4 * Math.ceil((context + length) / 8) * 8;
}
