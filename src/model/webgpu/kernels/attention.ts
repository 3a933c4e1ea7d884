/**
 * Causal attention over a tree of rows: a row sees the rows of its context (its path from the root) and those of its own
 * segment up to itself. One invocation per row and attention head; the softmax is taken on the way (Milakov & Gimelshein
 * 2018), and the backward pass recomputes it from its logarithm (Dao 2023, algorithm 2), so that no score is ever stored.
 */

import type { Kernel } from '../kernel.ts';
import { ROW } from '../tables.ts';

const UNIFORMS = { rows: 'i32', qkv: 'i32', out: 'i32', stats: 'i32', dout: 'i32', dqkv: 'i32' } as const;

const range = (n: number) => Array.from({ length: n }, (_, i) => i);
const each = (n: number, line: (i: number) => string) => range(n).map(line).join('\n');

/** The places of row `r` and head `h`; `seen(i)` is the i-th row that a row sees. */
function common(heads: number, size4: number): string {
  const width4 = heads * size4;
  return `
    const scale = ${1 / Math.sqrt(4 * size4)};
    fn query(r : i32, h : i32) -> i32 { return r * ${3 * width4} + h * ${size4}; }
    fn outAt(r : i32, h : i32) -> i32 { return r * ${width4} + h * ${size4}; }
    fn seen(r : i32, i : i32) -> i32 {
      let at = ${ROW.fields} * r;
      let before = tables[at + ${ROW.contextLength}];
      if (i < before) { return tables[tables[at + ${ROW.contextStart}] + i]; }
      return tables[at + ${ROW.segmentStart}] + i - before;
    }`;
}

function kernel(name: string, heads: number, size4: number, body: string): Kernel {
  return {
    name: `${name} ${heads} ${size4}`,
    inputs: ['tables'],
    inputComponents: [1],
    outputComponents: 4,
    uniforms: UNIFORMS,
    workgroupSize: 64,
    code: `
      ${common(heads, size4)}
      fn main(index : i32) {
        if (index >= uniforms.rows * ${heads}) { return; }
        let row = index / ${heads};
        let head = index % ${heads};
        ${body}
      }`,
  };
}

/** `out [rows, C]` from `qkv [rows, 3C]`; `stats [rows, heads]` gets (log of the softmax's normaliser, 0, 0, 0). */
export function attentionForward(heads: number, size4: number): Kernel {
  const width4 = heads * size4;
  return kernel(
    'attention forward',
    heads,
    size4,
    `
    let own = uniforms.qkv + query(row, head);
    ${each(size4, (d) => `let q${d} = result[own + ${d}] * scale; var o${d} = vec4<f32>(0.0);`)}
    let count = tables[${ROW.fields} * row + ${ROW.position}] + 1;
    var peak = -1e30;
    var sum = 0.0;
    for (var i = 0; i < count; i++) {
      let key = uniforms.qkv + query(seen(row, i), head) + ${width4};
      let score = ${range(size4)
        .map((d) => `dot(q${d}, result[key + ${d}])`)
        .join(' + ')};
      let top = max(peak, score);
      let shrink = exp(peak - top);
      let weight = exp(score - top);
      sum = sum * shrink + weight;
      ${each(size4, (d) => `o${d} = o${d} * shrink + weight * result[key + ${width4 + d}];`)}
      peak = top;
    }
    let to = uniforms.out + outAt(row, head);
    ${each(size4, (d) => `result[to + ${d}] = o${d} / sum;`)}
    result[uniforms.stats + index] = vec4<f32>(peak + log(sum), 0.0, 0.0, 0.0);`,
  );
}

/** Queries' part of `dqkv` from `dout`; the stats get dout·out as their second number, which the next kernel reads. */
export function attentionBackwardQueries(heads: number, size4: number): Kernel {
  const width4 = heads * size4;
  return kernel(
    'attention backward queries',
    heads,
    size4,
    `
    let own = uniforms.qkv + query(row, head);
    let at = outAt(row, head);
    ${each(size4, (d) => `let q${d} = result[own + ${d}] * scale; var g${d} = vec4<f32>(0.0); let do${d} = result[uniforms.dout + at + ${d}];`)}
    let normaliser = result[uniforms.stats + index].x;
    let mean = ${range(size4)
      .map((d) => `dot(do${d}, result[uniforms.out + at + ${d}])`)
      .join(' + ')};
    let count = tables[${ROW.fields} * row + ${ROW.position}] + 1;
    for (var i = 0; i < count; i++) {
      let key = uniforms.qkv + query(seen(row, i), head) + ${width4};
      let score = ${range(size4)
        .map((d) => `dot(q${d}, result[key + ${d}])`)
        .join(' + ')};
      let slope = ${range(size4)
        .map((d) => `dot(do${d}, result[key + ${width4 + d}])`)
        .join(' + ')};
      let ds = exp(score - normaliser) * (slope - mean) * scale;
      ${each(size4, (d) => `g${d} += ds * result[key + ${d}];`)}
    }
    let to = uniforms.dqkv + query(row, head);
    ${each(size4, (d) => `result[to + ${d}] = g${d};`)}
    result[uniforms.stats + index] = vec4<f32>(normaliser, mean, 0.0, 0.0);`,
  );
}

/** Keys' and values' part of `dqkv`: whoever sees a row is below it in the tree, and those rows follow it. */
export function attentionBackwardKeys(heads: number, size4: number): Kernel {
  const width4 = heads * size4;
  return kernel(
    'attention backward keys',
    heads,
    size4,
    `
    let own = uniforms.qkv + query(row, head) + ${width4};
    ${each(size4, (d) => `let k${d} = result[own + ${d}] * scale; let v${d} = result[own + ${width4 + d}]; var dk${d} = vec4<f32>(0.0); var dv${d} = vec4<f32>(0.0);`)}
    let end = tables[${ROW.fields} * row + ${ROW.subtreeEnd}];
    for (var r = row; r < end; r++) {
      let stats = result[uniforms.stats + r * ${heads} + head];
      let theirs = uniforms.qkv + query(r, head);
      let at = uniforms.dout + outAt(r, head);
      ${each(size4, (d) => `let q${d} = result[theirs + ${d}]; let do${d} = result[at + ${d}];`)}
      let weight = exp(${range(size4)
        .map((d) => `dot(k${d}, q${d})`)
        .join(' + ')} - stats.x);
      let slope = ${range(size4)
        .map((d) => `dot(do${d}, v${d})`)
        .join(' + ')};
      let ds = weight * (slope - stats.y) * scale;
      ${each(size4, (d) => `dk${d} += ds * q${d}; dv${d} += weight * do${d};`)}
    }
    let to = uniforms.dqkv + query(row, head) + ${width4};
    ${each(size4, (d) => `result[to + ${d}] = dk${d}; result[to + ${width4 + d}] = dv${d};`)}`,
  );
}
