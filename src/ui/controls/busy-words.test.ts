import { expect, test } from 'vitest';
import { FixtureClient } from '../../../test/support/fixture-client.ts';
import { FIXTURE_REQUEST } from '../../../test/support/fixture-measure.ts';
import { Store } from '../store.ts';
import { busyWords } from './busy-words.ts';

test('whatever has the trainer is named while it has it', async () => {
  const client = new FixtureClient('empty');
  client.measure = () => new Promise(() => undefined);
  const store = new Store(client);
  expect(busyWords(store)).toBeNull();
  void store.gain.measure(FIXTURE_REQUEST);
  expect(store.occupied.value).toBe(true);
  expect(busyWords(store)).toBe('Models are being measured');
  const auditing = new Store(new FixtureClient('training'));
  auditing.busy.value = true;
  expect(busyWords(auditing)).toBe('A run is training in this tab');
  for (const part of ['audit', 'losses', 'machine', 'gain', 'samples'] as const) {
    const one = new Store(new FixtureClient('empty'));
    Object.defineProperty(one[part], 'busy', { value: { value: true } });
    expect(busyWords(one), part).not.toBeNull();
  }
});
