/**
 * The output head on logits that are stored once: log-probabilities and entropies forward, and backward the gradient of
 * the logits in their own place. With p = softmax(z / T) and H its entropy: ∂log p[y]/∂z = (onehot(y) − p) / T and
 * ∂H/∂z = −p (log p + H) / T.
 */

import type { Kernel } from '../kernel.ts';

/**
 * Per head `stats = (largest z / T, log Σ exp(z / T − largest), H, value)`, per pair `out = (log p, H, value, 0)`.
 * `logits [heads, stride]`, `normed [heads, C]`; without a value head the value is 0.
 */
export function headForward(vocab: number, stride4: number, width4: number, valueHead: boolean): Kernel {
  return {
    name: `head forward ${vocab} ${width4}${valueHead ? ' value' : ''}`,
    // A binding that the code does not use is not there.
    ...(valueHead
      ? { inputs: ['weights', 'tables'], inputComponents: [4, 1] }
      : { inputs: ['tables'], inputComponents: [1] }),
    outputComponents: 4,
    uniforms: {
      heads: 'i32',
      headTable: 'i32',
      targets: 'i32',
      logits: 'i32',
      normed: 'i32',
      stats: 'i32',
      out: 'i32',
      value: 'i32',
      scale: 'f32',
    },
    workgroupSize: 32,
    code: `
      fn logit(head : i32, id : i32) -> f32 {
        return result[uniforms.logits + head * ${stride4} + id / 4][id % 4] * uniforms.scale;
      }
      fn main(head : i32) {
        if (head >= uniforms.heads) { return; }
        let at = uniforms.logits + head * ${stride4};
        var top = vec4<f32>(-1e30);
        for (var i = 0; i < ${vocab >> 2}; i++) { top = max(top, result[at + i] * uniforms.scale); }
        var peak = max(max(top.x, top.y), max(top.z, top.w));
        for (var id = ${vocab & ~3}; id < ${vocab}; id++) { peak = max(peak, logit(head, id)); }
        var sums = vec4<f32>(0.0);
        var weighted = vec4<f32>(0.0);
        for (var i = 0; i < ${vocab >> 2}; i++) {
          let z = result[at + i] * uniforms.scale - peak;
          let e = exp(z);
          sums += e;
          weighted += e * z;
        }
        var sum = dot(sums, vec4<f32>(1.0));
        var mean = dot(weighted, vec4<f32>(1.0));
        for (var id = ${vocab & ~3}; id < ${vocab}; id++) {
          let z = logit(head, id) - peak;
          sum += exp(z);
          mean += exp(z) * z;
        }
        let logSum = log(sum);
        let entropy = logSum - mean / sum;
        var value = 0.0;
        ${
          valueHead
            ? `for (var i = 0; i < ${width4}; i++) {
          value += dot(result[uniforms.normed + head * ${width4} + i], weights[uniforms.value + i]);
        }
        value += weights[uniforms.value + ${width4}].x;`
            : ''
        }
        result[uniforms.stats + head] = vec4<f32>(peak, logSum, entropy, value);
        let entry = uniforms.headTable + 4 * head;
        for (var pair = tables[entry + 1]; pair < tables[entry + 2]; pair++) {
          let logProb = logit(head, tables[uniforms.targets + pair]) - peak - logSum;
          result[uniforms.out + pair] = vec4<f32>(logProb, entropy, value, 0.0);
        }
      }`,
  };
}

/**
 * Logits become their gradients. `coefficients` holds, per pair, ∂loss/∂log p, ∂loss/∂H and ∂loss/∂value; those of the
 * pairs of a head add up. One vector of four logits per invocation; columns past V get 0.
 */
export function headBackward(vocab: number, stride4: number): Kernel {
  return {
    name: `head backward ${vocab}`,
    inputs: ['tables'],
    inputComponents: [1],
    outputComponents: 4,
    uniforms: {
      heads: 'i32',
      headTable: 'i32',
      targets: 'i32',
      logits: 'i32',
      stats: 'i32',
      coefficients: 'i32',
      scale: 'f32',
    },
    workgroupSize: 64,
    code: `
      fn main(index : i32) {
        let head = index / ${stride4};
        if (head >= uniforms.heads) { return; }
        let first = 4 * (index % ${stride4});
        let ids = vec4<i32>(first, first + 1, first + 2, first + 3);
        let entry = uniforms.headTable + 4 * head;
        var hits = vec4<f32>(0.0);
        var towardTarget = 0.0;
        var towardSpread = 0.0;
        for (var pair = tables[entry + 1]; pair < tables[entry + 2]; pair++) {
          let d = result[uniforms.coefficients + pair];
          hits += select(vec4<f32>(0.0), vec4<f32>(d.x), ids == vec4<i32>(tables[uniforms.targets + pair]));
          towardTarget += d.x;
          towardSpread += d.y;
        }
        let stats = result[uniforms.stats + head];
        let at = uniforms.logits + index;
        let logP = result[at] * uniforms.scale - stats.x - stats.y;
        let p = exp(logP);
        let d = uniforms.scale * (hits - towardTarget * p - towardSpread * p * (logP + stats.z));
        result[at] = select(vec4<f32>(0.0), d, ids < vec4<i32>(${vocab}));
      }`,
  };
}

/** Adds ∂loss/∂value times the value head's weights to `dnormed [heads, C]`; one head per invocation. */
export function valueBackward(width4: number): Kernel {
  return {
    name: `value backward ${width4}`,
    inputs: ['weights', 'tables'],
    inputComponents: [4, 1],
    outputComponents: 4,
    uniforms: { heads: 'i32', headTable: 'i32', coefficients: 'i32', dnormed: 'i32', stats: 'i32', value: 'i32' },
    workgroupSize: 32,
    code: `
      fn main(head : i32) {
        if (head >= uniforms.heads) { return; }
        let entry = uniforms.headTable + 4 * head;
        var d = 0.0;
        for (var pair = tables[entry + 1]; pair < tables[entry + 2]; pair++) {
          d += result[uniforms.coefficients + pair].z;
        }
        for (var i = 0; i < ${width4}; i++) {
          result[uniforms.dnormed + head * ${width4} + i] += d * weights[uniforms.value + i];
        }
        // The value itself has been read out; its gradient is what the weights' gradient wants.
        result[uniforms.stats + head].w = d;
      }`,
  };
}
