/**
 * GPT-2 in jax-js on WebAssembly: the same weights and the same updates as our engines, timed on request.
 *
 * Reads a job (JSON) from the file in argv[2]: package (path of jax-js's entry), spec, step, weights (file of packed float32),
 * prompts, completions. Answers each line on stdin ("update" or "score") with one line of JSON, as `torch_gpt.py` does.
 * Arrays are counted by reference: whoever passes one on gives it away, `.ref` keeps it.
 */

import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const job = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const { defaultDevice, init, jit, nn, numpy: np, tree, valueAndGrad } = await import(pathToFileURL(job.package).href);
await init('wasm');
defaultDevice('wasm');

const STEP = job.step;
const { width: C, heads, layers, vocabSize: V, contextLength, layerNormEpsilon } = job.spec;
const B = job.prompts.length;
const P = job.prompts[0].length;
const W = job.completions[0].length;
const T = P + W - 1;

/** Weights in our packed order, as jax-js's arrays. */
function unpack(packed) {
  let at = 0;
  const take = (...shape) => {
    const size = shape.reduce((a, b) => a * b, 1);
    at += size;
    return np.array(packed.slice(at - size, at)).reshape(shape);
  };
  const layer = (...shape) => ({ weight: take(...shape), bias: take(shape.at(-1)) });
  return {
    wte: take(V, C),
    wpe: take(contextLength, C),
    blocks: Array.from({ length: layers }, () => ({
      ln1: layer(C),
      qkv: layer(C, 3 * C),
      proj: layer(C, C),
      ln2: layer(C),
      fc: layer(C, 4 * C),
      out: layer(4 * C, C),
    })),
    lnF: layer(C),
  };
}

const norm = (x, { weight, bias }) => nn.standardize(x, -1, { epsilon: layerNormEpsilon }).mul(weight).add(bias);
const linear = (x, { weight, bias }) => np.matmul(x, weight).add(bias);

function attention(x, { qkv, proj }) {
  const [q, k, v] = np.split(linear(x, qkv), 3, -1).map((part) => part.reshape([B, T, heads, C / heads]));
  return linear(nn.dotProductAttention(q, k, v, { isCausal: true }).reshape([B * T, C]), proj);
}

/** Mean log-prob of a completion token; the head sees only the rows that predict one. */
function meanLogProb({ wte, wpe, blocks, lnF }, inputs, targets) {
  const tokens = np.matmul(nn.oneHot(inputs, V), wte.ref).reshape([B, T, C]);
  let x = tokens.add(wpe.slice([0, T], [])).reshape([B * T, C]);
  for (const block of blocks) {
    x = x.ref.add(attention(norm(x, block.ln1), block));
    const hidden = nn.gelu(linear(norm(x.ref, block.ln2), block.fc), { approximate: true });
    x = x.add(linear(hidden, block.out));
  }
  const last = norm(
    x
      .reshape([B, T, C])
      .slice([], [P - 1, T], [])
      .reshape([B * W, C]),
    lnF,
  );
  const logProbs = nn.logSoftmax(np.matmul(last, wte.transpose()), -1);
  return np.sum(logProbs.mul(nn.oneHot(targets, V))).mul(1 / (B * W));
}

/** AdamW without weight decay, behind clipping by the global norm; `correction` is of both moments, [2]. */
const update = jit((weights, moment1, moment2, correction, inputs, targets) => {
  const loss = (parameters, ...batch) => meanLogProb(parameters, ...batch).neg();
  const [value, gradients] = valueAndGrad(loss)(tree.ref(weights), inputs, targets);
  value.dispose();
  const squares = tree.leaves(tree.ref(gradients)).map((g) => np.sum(np.square(g)));
  const length = np.sqrt(squares.reduce((a, b) => a.add(b)));
  const scale = np.minimum(np.divide(STEP.clipNorm, length.add(1e-6)), 1);
  const clipped = tree.map((g) => g.mul(scale.ref), gradients);
  scale.dispose();
  const m = tree.map((a, g) => a.mul(STEP.beta1).add(g.mul(1 - STEP.beta1)), moment1, tree.ref(clipped));
  const v = tree.map((a, g) => a.mul(STEP.beta2).add(np.square(g).mul(1 - STEP.beta2)), moment2, clipped);
  const [first, second] = [correction.ref.slice(0), correction.slice(1)];
  const moved = tree.map(
    (w, a, b) => {
      const step = a.mul(first.ref).div(np.sqrt(b.mul(second.ref)).add(STEP.epsilon));
      return w.sub(step.mul(STEP.learningRate));
    },
    weights,
    tree.ref(m),
    tree.ref(v),
  );
  first.dispose();
  second.dispose();
  return { weights: moved, moment1: m, moment2: v };
});
const score = jit(meanLogProb);

const bytes = readFileSync(job.weights);
const packed = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
const ids = (rows) => np.array(Int32Array.from(rows.flat()), { dtype: np.int32 });
const inputs = ids(job.prompts.map((prompt, i) => [...prompt, ...job.completions[i].slice(0, -1)]));
const targets = ids(job.completions);
const weights = unpack(packed);
const zeros = () => tree.map((w) => np.zerosLike(w), tree.ref(weights));
let state = { weights, moment1: zeros(), moment2: zeros() };
let steps = 0;

const tasks = {
  async update() {
    steps++;
    const correction = np.array(Float32Array.of(1 / (1 - STEP.beta1 ** steps), 1 / (1 - STEP.beta2 ** steps)));
    state = update(state.weights, state.moment1, state.moment2, correction, inputs.ref, targets.ref);
    await state.weights.lnF.bias.ref.data();
    return {};
  },
  async score() {
    const [value] = await score(tree.ref(state.weights), inputs.ref, targets.ref).data();
    return { meanLogProb: value };
  },
};

console.log(JSON.stringify({ parameters: packed.length }));
for await (const line of createInterface({ input: process.stdin })) {
  const cpu = process.cpuUsage();
  const start = performance.now();
  const answer = await tasks[line.trim()]();
  const wall = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  console.log(JSON.stringify({ wall, cpu: (user + system) / 1000, peakBytes: process.memoryUsage.rss(), ...answer }));
}
