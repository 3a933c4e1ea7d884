/** What must hold of records that come from elsewhere, as far as anything reads them; whatever else they have is kept. */

import * as v from 'valibot';
import { ALERTS, RUN_SETS } from '../core/records.ts';
import { OUTCOMES } from '../core/types.ts';
import { baseIdentity } from './base-schema.ts';

const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const counted = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const finite = v.pipe(v.number(), v.finite());
/** A training that went wrong has records, too. */
const anyNumber = v.union([v.number(), v.nan()]);
const numbers = v.array(anyNumber);
const ids = v.array(whole);
const text = v.string();
const outcome = v.picklist(OUTCOMES);
const outcomes = v.record(outcome, whole);
const estimate = v.looseObject({ value: finite, low: finite, high: finite });
const when = v.picklist(['before', 'during', 'after']);

const stepRecord = v.looseObject({
  ...{ step: counted, epoch: whole, updates: whole, digest: text },
  metrics: v.record(text, anyNumber),
  outcomes,
  problems: v.array(v.looseObject({ id: text, solved: whole, of: whole })),
  seconds: v.looseObject({ sample: finite, judge: finite, reference: finite, update: finite, total: finite }),
  spans: v.optional(
    v.array(
      v.looseObject({
        phase: v.picklist(['sample', 'judge', 'reference', 'update']),
        ...{ step: counted, from: finite, to: finite },
      }),
    ),
  ),
});

const setEvaluation = v.looseObject({
  set: v.picklist([...RUN_SETS]),
  ...{ temperature: finite, n: whole, visibleAt1: finite, passAt1: estimate, outcomes },
  problems: v.array(v.looseObject({ id: text, n: whole, correct: whole, visible: whole })),
  curve: v.array(
    v.looseObject({ k: counted, pass: estimate, samples: v.optional(v.looseObject({ low: finite, high: finite })) }),
  ),
});

const rates = v.looseObject({ passAt1: estimate, solved: finite });

const evaluation = v.looseObject({
  epoch: whole,
  sets: v.array(setEvaluation),
  criticSampling: v.optional(
    v.looseObject({ samples: whole, plain: rates, guided: rates, ways: v.record(text, whole) }),
  ),
  seconds: v.optional(finite),
});

export const eventSchema = v.variant('type', [
  v.looseObject({
    type: v.literal('phase'),
    phase: v.picklist(['loading', 'evaluating', 'sampling', 'judging', 'updating', 'paused', 'finished', 'stopped']),
    ...{ detail: text, done: finite, total: finite },
  }),
  v.looseObject({ type: v.literal('evaluation'), when, evaluation }),
  v.looseObject({ type: v.literal('step'), record: stepRecord }),
  v.looseObject({ type: v.literal('infra_error'), message: text, fatal: v.boolean() }),
  v.looseObject({
    type: v.literal('alert'),
    alert: v.looseObject({ name: v.picklist([...ALERTS]), step: counted, message: text }),
  }),
  v.looseObject({ type: v.literal('notice'), message: text }),
]);

const trace = v.array(v.looseObject({ line: whole, name: text }));

const update = v.looseObject({
  update: whole,
  ...{ logProbs: numbers, ratios: numbers, kl: numbers, loss: numbers, dLogProb: numbers },
  clipped: v.array(v.picklist(['no', 'low', 'high', 'dual', 'masked'])),
});

const turn = v.looseObject({
  turn: whole,
  ...{ prompt: ids, ids, pieces: v.array(text) },
  ...{ oldLogProbs: numbers, referenceLogProbs: numbers, advantages: numbers },
  updates: v.array(update),
});

export const rolloutSchema = v.looseObject({
  ...{ problemId: text, group: whole, code: text, outcome },
  earlier: v.optional(v.array(v.looseObject({ code: text, outcome, feedback: text }))),
  trained: v.optional(v.array(turn)),
  ...{ ids, pieces: v.array(text), logProbs: numbers, referenceLogProbs: numbers },
  traceback: v.optional(trace),
  perTest: v.array(v.looseObject({ outcome, ticks: finite, traceback: v.optional(trace) })),
  ...{ passed: whole, total: whole, ticks: finite },
  ledger: v.array(v.looseObject({ kind: text, detail: text, count: finite, refused: v.boolean() })),
  reward: v.nullable(anyNumber),
  components: v.array(
    v.looseObject({ name: text, value: v.nullable(anyNumber), weight: anyNumber, paid: anyNumber, reason: text }),
  ),
  advantage: anyNumber,
});

const floats = v.instance(Float32Array);

const policy = v.looseObject({
  weights: floats,
  ...{ moment1: v.optional(floats), moment2: v.optional(floats), reference: v.optional(floats) },
  step: whole,
});

export const stateSchema = v.looseObject({
  step: counted,
  policy,
  critic: v.optional(policy),
  base: v.optional(baseIdentity),
  loop: v.looseObject({
    ...{ step: counted, updates: whole, tokens: whole },
    solveRates: v.record(text, finite),
    klCoefficient: v.nullable(finite),
    ahead: v.optional(
      v.looseObject({
        ...{ updates: whole, sizes: ids },
        completions: v.array(v.looseObject({ ids, logProbs: numbers, truncated: v.boolean() })),
      }),
    ),
    watch: v.looseObject({
      raised: v.array(v.picklist([...ALERTS])),
      ...{ firstEntropy: v.nullable(finite), firstLength: v.nullable(finite) },
    }),
  }),
});

/** Milliseconds since 1970, before the year 10000. */
const moment = v.pipe(whole, v.maxValue(253_402_300_800_000));

export const manifestSchema = v.strictObject({
  ...{ format: text, version: whole },
  run: v.strictObject({
    // It becomes part of the names of files.
    id: v.pipe(text, v.regex(/^[a-z0-9-]{1,80}$/, 'lower-case letters, digits and hyphens')),
    ...{ startedAt: moment, endedAt: v.nullable(moment), finished: v.boolean(), name: text, note: text },
  }),
  config: v.record(text, v.unknown()),
  files: v.record(text, v.strictObject({ bytes: whole, sha256: text })),
});
