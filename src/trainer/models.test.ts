/** Which models are made for which task, what they begin with, and when they are made anew. */

import { expect, test } from 'vitest';
import { TOY_SPEC, toyEnvironment, toyPolicy } from '../../test/support/toy-trainer.ts';
import { parseConfig, type RunConfigInput } from '../core/config.ts';
import { parameterCount } from '../model/spec.ts';
import { trainedCount } from '../model/value-head.ts';
import type { LoadedModel } from './environment.ts';
import { Models, memoryOf } from './models.ts';

/** Models of a toy world; `log` tells what was made of what, and what was let go. */
function toyModels() {
  const log: string[] = [];
  const made: LoadedModel[] = [];
  const models = new Models(
    toyEnvironment({
      weights: () => new Float32Array(parameterCount(TOY_SPEC)).fill(0.5),
      createPolicy: async (model, wanted) => {
        made.push(model);
        const kind = model.spec.valueHead ? 'valued' : 'plain';
        log.push(`${kind} on ${wanted}`);
        const policy = toyPolicy(wanted === 'auto' ? 'wasm' : wanted, model.spec);
        policy[Symbol.asyncDispose] = async () => void log.push(`${kind} let go`);
        return { policy, notes: [] };
      },
    }),
    () => {},
  );
  return { models, log, made };
}

const config = (algorithm: RunConfigInput['algorithm'] = {}) => parseConfig({ algorithm });
const PLAIN = config();
const PPO = config({ advantage: 'gae', dropZeroVariance: false });
const CODERL = config({ advantage: 'outcome-critic', dropZeroVariance: false });

test('a value head is added where the advantage needs one: zeros behind the checkpoint', async () => {
  const { models, made } = toyModels();
  const { model, base } = await models.prepare(PPO);
  expect(made).toEqual([model]);
  expect(model.spec).toEqual({ ...TOY_SPEC, valueHead: true });
  expect([...model.weights].indexOf(0)).toBe(parameterCount(TOY_SPEC));
  expect(model.weights).toHaveLength(trainedCount(model.spec));
  expect(base).toEqual({ policy: { weights: model.weights, reference: model.weights, step: 0 } });
});

test('a critic is the checkpoint as it is, on the backend that the policy got', async () => {
  const { models, log, made } = toyModels();
  const ready = await models.prepare(CODERL);
  expect(log).toEqual(['plain on auto', 'plain on wasm']);
  expect(made[1]!.weights).toEqual(made[0]!.weights);
  expect(ready.base.critic).toEqual(ready.base.policy);
  expect(ready.keeper.current!.critic!.info.backend).toBe('wasm');
});

test('tells what policy and critic held', async () => {
  const { models } = toyModels();
  const policy = toyPolicy().memory().peakBytes;
  expect(memoryOf(await models.prepare(PLAIN))).toEqual({ policy });
  expect(memoryOf(await models.prepare(CODERL))).toEqual({ policy, critic: policy });
  expect(memoryOf(await models.prepare(PPO)).policy).toBeGreaterThan(policy);
});

test('models that fit are kept; others are let go before new ones are made', async () => {
  const { models, log } = toyModels();
  await models.prepare(PLAIN);
  await models.prepare(config({ advantage: 'rloo' }));
  expect(log).toEqual(['plain on auto']);
  await models.prepare(PPO);
  await models.prepare(config({ advantage: 'turn-value', dropZeroVariance: false }));
  expect(log.splice(0)).toEqual(['plain on auto', 'plain let go', 'valued on auto']);
  await models.prepare(CODERL);
  expect(log.splice(0)).toEqual(['valued let go', 'plain on auto', 'plain on wasm']);
  await models.prepare(PLAIN);
  expect(log.splice(0)).toEqual(['plain let go', 'plain let go', 'plain on auto']);
  await models.prepare({ ...PLAIN, backend: 'wasm' });
  expect(log).toEqual(['plain let go', 'plain on wasm']);
});

test('a task that trains nothing takes the model as the last run left it', async () => {
  const { models, log } = toyModels();
  const trained = await models.prepare(PPO);
  expect(await models.prepare({ model: 'base', backend: 'auto' })).toBe(trained);
  expect(log).toEqual(['valued on auto']);
});
