/** Token and position embeddings of every row, and the gradients of both tables. */

import type { Kernel } from '../kernel.ts';
import { ROW } from '../tables.ts';

/** `x [rows, C]` = token embedding + position embedding; one vector of four per invocation. */
export function embedForward(width4: number): Kernel {
  return {
    name: `embed forward ${width4}`,
    inputs: ['weights', 'tables'],
    inputComponents: [4, 1],
    outputComponents: 4,
    uniforms: { rows: 'i32', wte: 'i32', wpe: 'i32', x: 'i32' },
    workgroupSize: 64,
    code: `
      fn main(index : i32) {
        if (index >= uniforms.rows * ${width4}) { return; }
        let row = index / ${width4};
        let column = index % ${width4};
        let id = tables[${ROW.fields} * row + ${ROW.id}];
        let position = tables[${ROW.fields} * row + ${ROW.position}];
        result[uniforms.x + index] =
          weights[uniforms.wte + id * ${width4} + column] + weights[uniforms.wpe + position * ${width4} + column];
      }`,
  };
}

/**
 * Adds the rows of `dx [rows, C]` to the gradients of their tokens, and puts their sums per position into those of the
 * positions (added to what is there with `accumulate`). An invocation owns four numbers of one table line, and finds its
 * rows in the sorted lists of the tables, so that nothing is written twice.
 */
export function embedBackward(width4: number): Kernel {
  return {
    name: `embed backward ${width4}`,
    inputs: ['arena', 'tables'],
    inputComponents: [4, 1],
    outputComponents: 4,
    uniforms: {
      vocab: 'i32',
      context: 'i32',
      dx: 'i32',
      wte: 'i32',
      wpe: 'i32',
      idStarts: 'i32',
      positionStarts: 'i32',
      accumulate: 'i32',
    },
    workgroupSize: 64,
    code: `
      fn sumOf(starts : i32, size : i32, key : i32, column : i32) -> vec4<f32> {
        var sum = vec4<f32>(0.0);
        let rows = starts + size + 1;
        for (var i = tables[starts + key]; i < tables[starts + key + 1]; i++) {
          sum += arena[uniforms.dx + tables[rows + i] * ${width4} + column];
        }
        return sum;
      }
      fn main(index : i32) {
        let line = index / ${width4};
        let column = index % ${width4};
        if (line < uniforms.vocab) {
          result[uniforms.wte + index] += sumOf(uniforms.idStarts, uniforms.vocab, line, column);
          return;
        }
        let position = line - uniforms.vocab;
        if (position >= uniforms.context) { return; }
        let to = uniforms.wpe + position * ${width4} + column;
        var before = vec4<f32>(0.0);
        if (uniforms.accumulate != 0) { before = result[to]; }
        result[to] = before + sumOf(uniforms.positionStarts, uniforms.context, position, column);
      }`,
  };
}
