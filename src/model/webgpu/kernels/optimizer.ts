/** AdamW over one packed state, and the squared norm of the gradient. */

import type { Kernel } from '../kernel.ts';

/** Partial sums that the squared norm is read back as. */
export const NORM_PARTS = 64;
const GROUP = 64;

/** `result[i]` = a part of Σ g², every workgroup its own share, in a fixed order; what is left to add are `NORM_PARTS` numbers. */
export const SQUARED_NORM: Kernel = {
  name: 'squared norm',
  inputs: ['gradient'],
  inputComponents: [4],
  outputComponents: 1,
  uniforms: { count4: 'i32' },
  workgroupSize: GROUP,
  code: `
    var<workgroup> parts : array<f32, ${GROUP}>;
    fn main(index : i32) {
      var sum = vec4<f32>(0.0);
      for (var i = index; i < uniforms.count4; i += ${GROUP * NORM_PARTS}) {
        let g = gradient[i];
        sum += g * g;
      }
      parts[localIndex] = dot(sum, vec4<f32>(1.0));
      workgroupBarrier();
      if (localIndex == 0u) {
        var total = 0.0;
        for (var i = 0; i < ${GROUP}; i++) { total += parts[i]; }
        result[workgroupId.x] = total;
      }
    }`,
};

export const SQUARED_NORM_INVOCATIONS = GROUP * NORM_PARTS;

/**
 * One step (Loshchilov & Hutter 2019, algorithm 2, in PyTorch's form) on `result [3, P]`, weights and both moments:
 * g ← gradScale·g; w ← w·keep; m, v updated; w ← w − stepSize·m / (√v·rootCorrection + ε), where keep is
 * 1 − learningRate·weightDecay where `decays` (one number per vector of four) says so, else 1.
 */
export const ADAMW: Kernel = {
  name: 'adamw',
  inputs: ['gradient', 'decays'],
  inputComponents: [4, 1],
  outputComponents: 4,
  uniforms: {
    count4: 'i32',
    gradScale: 'f32',
    beta1: 'f32',
    beta2: 'f32',
    rest1: 'f32',
    rest2: 'f32',
    epsilon: 'f32',
    decay: 'f32',
    stepSize: 'f32',
    rootCorrection: 'f32',
  },
  workgroupSize: 64,
  code: `
    fn main(index : i32) {
      if (index >= uniforms.count4) { return; }
      let g = gradient[index] * uniforms.gradScale;
      let m = result[index + uniforms.count4] * uniforms.beta1 + g * uniforms.rest1;
      let v = result[index + 2 * uniforms.count4] * uniforms.beta2 + g * g * uniforms.rest2;
      result[index + uniforms.count4] = m;
      result[index + 2 * uniforms.count4] = v;
      let change = uniforms.stepSize * m / (sqrt(v) * uniforms.rootCorrection + uniforms.epsilon);
      result[index] = result[index] * (1.0 - uniforms.decay * decays[index]) - change;
    }`,
};
