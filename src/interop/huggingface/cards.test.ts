/** Cards of checkpoints: what they are, how they were trained, what they reached, how they are loaded. */

import { expect, test } from 'vitest';
import { fixtureEvaluation } from '../../../test/support/fixture-run.ts';
import { parseConfig } from '../../core/config.ts';
import { checkpointCard } from './checkpoint-card.ts';
import { pretrainedCard } from './pretrained-card.ts';

const MEASURED = { before: fixtureEvaluation(0, 8), after: fixtureEvaluation(3, 8) };
const named = { name: 'run-1', preset: 'lecture', algorithm: 'dapo' };

test('a trained model of ours: settings, pass@1 before and after, transformers, the licence', () => {
  const settings = { seed: 3, algorithm: { beta: 0 } };
  const config = parseConfig(settings);
  const card = checkpointCard({ ...named, measured: MEASURED, config, settings, form: 'whole' });
  expect(card).toContain('trained on from the checkpoint base');
  expect(card).toContain('Exercise `lecture`, algorithm `dapo`, reward `binary`');
  expect(card).toContain('`seed=3`, `algorithm.beta=0`');
  expect(card).toMatch(/\| the lecture’s ten \| 1 \| [\d.]+ % \| [\d.]+ % \| [\d.]+ % to [\d.]+ % \| \d+ \|/);
  expect(card).toContain('AutoModelForCausalLM.from_pretrained(".", dtype="float32")');
  expect(card).toContain('license: apache-2.0');
});

test('adapters: what they are of, PEFT, and that the base has a licence of its own', () => {
  const settings = { model: 'imported:mine', lora: { rank: 4, targets: 'all' } } as const;
  const config = parseConfig(settings);
  const card = checkpointCard({ ...named, measured: MEASURED, config, settings, form: 'adapters' });
  expect(card).toContain('LoRA adapters (rank 4, alpha 16, all projections) of the model mine');
  expect(card).toContain('AutoPeftModelForCausalLM.from_pretrained(".")');
  expect(card).toContain('The base has a licence of its own.');
});

test('merged adapters are a whole model, which is mostly its base', () => {
  const settings = { model: 'imported:mine', lora: { rank: 4 } } as const;
  const card = checkpointCard({
    ...{ ...named, measured: MEASURED, config: parseConfig(settings), settings },
    form: 'merged',
  });
  expect(card).toContain(
    'The model mine with LoRA adapters (rank 4, alpha 16, projections of attention) merged into it',
  );
  expect(card).toContain('AutoModelForCausalLM.from_pretrained(".", dtype="float32")');
  expect(card).toContain('license: other');
});

test('a card says of how many problems the run was', () => {
  const config = parseConfig({ lectureProblems: 2, auxiliaryProblems: 0 });
  const facts = { ...named, measured: MEASURED, config, settings: {}, form: 'whole' } as const;
  expect(checkpointCard(facts)).toContain(', 2 problems an epoch, seed');
  expect(checkpointCard({ ...facts, problems: 7 })).toContain(', 2 an epoch of 7 different problems in all, seed');
});

test('nothing measured is said, too', () => {
  const nothing = { before: { epoch: 0, sets: [] }, after: { epoch: 1, sets: [] } };
  for (const measured of [nothing, {}]) {
    const card = checkpointCard({ ...named, measured, config: parseConfig({}), settings: {}, form: 'whole' });
    expect(card).toContain('Nothing was measured.');
    expect(card).toContain('What differs from the defaults: nothing.');
  }
});

test('a base model that was not measured yet', () => {
  const card = pretrainedCard({ preset: 'base', seed: 0, step: 1200, steps: 2200, tokens: 5e6, parameters: 902_912 });
  expect(card).toContain('step 1,200 of 2,200');
  expect(card).toContain('902,912 parameters');
});
