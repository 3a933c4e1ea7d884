/** Which sequences decode together, and where everything is in the two buffers that their kernels share. */

import { EngineError } from '../../../core/errors.ts';
import { roundUp } from '../../batch.ts';
import { groupByPrompt } from '../../plan/plan.ts';
import { vocabStride } from '../weights.ts';
import type { DecodeShape } from './shape.ts';

/** A sequence to decode. */
export interface DecodeRow {
  /** Its place in the caller's list. */
  readonly index: number;
  readonly prompt: readonly number[];
  /** Counter word of its uniforms. */
  readonly stream: number;
  /** Tokens at most; at least 1. */
  readonly limit: number;
}

/** Numbers per row and per prompt in `plan`. */
export const ROW_FIELDS = 5;
export const PROMPT_FIELDS = 2;

/** Positions of a cache slot are a multiple of this, so that there are few sizes of buffers. */
const POSITION_MULTIPLE = 16;

/** Sequences that are decoded in one go. Regions of `result` are in vectors of four floats, from 0: records, logits, cache. */
export interface DecodeLayout {
  readonly members: readonly DecodeRow[];
  /**
   * Per row its stream, limit, last token of the prompt, cache slot of the prompt and number of positions in there; per
   * distinct prompt where those positions' ids begin in this array and how many there are; the ids.
   */
  readonly plan: Int32Array<ArrayBuffer>;
  readonly promptsAt: number;
  /** Rows in whole tiles; those without a member are finished from the start. */
  readonly rows: number;
  /** Distinct prompts. Cache slots are those of the rows, then those of the prompts. */
  readonly prompts: number;
  /** Most positions that a prompt leaves in its slot, and a row in its own. */
  readonly promptPositions: number;
  readonly rowPositions: number;
  /** Positions of a slot. */
  readonly capacity: number;
  /** A row's state and its tokens. */
  readonly recordStride: number;
  readonly logitsAt: number;
  /** From the logits to the copy of those that top-k and top-p keep. */
  readonly keptOffset: number;
  readonly cacheAt: number;
  readonly length: number;
}

/** Lays rows out in as few goes as `result` has room for, `room` vectors. Throws an EngineError when it has none for one tile. */
export function layOut(
  members: readonly DecodeRow[],
  shape: DecodeShape,
  leaveOut: boolean,
  room: number,
): DecodeLayout[] {
  if (members.length === 0) return [];
  const layout = layOutOnce(members, shape, leaveOut);
  if (layout.length <= room) return [layout];
  if (members.length <= shape.rows) {
    throw new EngineError(
      'missing-limit',
      `webgpu: decode: expected room for a cache of ${16 * layout.length} bytes, the device allows ${16 * room}`,
    );
  }
  const half = roundUp(members.length / 2, shape.rows);
  return [members.slice(0, half), members.slice(half)].flatMap((part) => layOut(part, shape, leaveOut, room));
}

function layOutOnce(members: readonly DecodeRow[], shape: DecodeShape, leaveOut: boolean): DecodeLayout {
  const { spec } = shape;
  const rows = roundUp(members.length, shape.rows);
  const groups = groupByPrompt(members.entries(), ([, { prompt }]) => prompt);
  const promptsAt = rows * ROW_FIELDS;
  const ids: number[] = [];
  const table = new Int32Array(promptsAt + groups.length * PROMPT_FIELDS);
  groups.forEach((group, g) => {
    const { prompt } = group[0]![1];
    const early = prompt.slice(0, -1);
    for (const [row, { stream, limit }] of group) {
      table.set([stream | 0, limit, prompt.at(-1)!, rows + g, early.length], row * ROW_FIELDS);
    }
    table.set([table.length + ids.length, early.length], promptsAt + g * PROMPT_FIELDS);
    for (const id of early) ids.push(id);
  });
  const promptPositions = Math.max(...members.map(({ prompt }) => prompt.length - 1));
  const rowPositions = Math.max(...members.map(({ limit }) => limit));
  const capacity = roundUp(Math.max(promptPositions, rowPositions), POSITION_MULTIPLE);
  const recordStride = 1 + rowPositions;
  const logitsAt = rows * recordStride;
  const keptOffset = (rows * vocabStride(spec)) / 4;
  const cacheAt = logitsAt + (leaveOut ? 2 : 1) * keptOffset;
  const slot = (spec.layers * capacity * 2 * spec.width) / 4;
  return {
    members,
    plan: Int32Array.from([...table, ...ids]),
    promptsAt,
    rows,
    prompts: groups.length,
    promptPositions,
    rowPositions,
    capacity,
    recordStride,
    logitsAt,
    keptOffset,
    cacheAt,
    length: cacheAt + (rows + groups.length) * slot,
  };
}
