import { expect, test } from 'vitest';
import { EPOCHS, FIXTURE_CONFIG, fixtureEvents } from '../../../test/support/fixture-run.ts';
import { parseConfig } from '../../core/config.ts';
import { SETTINGS } from '../../core/config-docs.ts';
import { points } from '../parts/format.ts';
import { EMPTY_RUN, reduceAll, startRun } from '../state.ts';
import { overlaidCharts, resultRows, settingRows } from './run-comparison.ts';

const whole = reduceAll(startRun(FIXTURE_CONFIG, 'a'), fixtureEvents(EPOCHS));
const part = reduceAll(startRun(FIXTURE_CONFIG, 'b'), fixtureEvents(23));

test('all settings are there, and those that differ are marked', () => {
  const rows = settingRows(parseConfig({}), parseConfig({ algorithm: { beta: 0.1, dropZeroVariance: false } }));
  expect(rows).toHaveLength(SETTINGS.length);
  expect(rows.filter(({ differs }) => differs).map(({ path, a, b }) => [path, a, b])).toEqual([
    ['algorithm.beta', '0.04', '0.1'],
    ['algorithm.dropZeroVariance', 'on', 'off'],
  ]);
});

test('results say before and after with the last band, and what changed between the runs', () => {
  const better = { ...whole, after: whole.before };
  const rows = new Map(resultRows(whole, better).map((row) => [row.name, row]));
  const ten = rows.get('The ten, pass@1');
  const { before, after } = whole;
  expect(ten?.a.text).toMatch(/^\d+% → \d+%$/);
  expect(ten?.a.band).toMatch(/^\d+%–\d+%$/);
  const [from, to] = [before, after].map((evaluation) => evaluation?.sets[0]?.passAt1.value ?? 0);
  expect(ten?.change).toBe(points(to ?? 0, from ?? 0));
  expect(rows.get('The ten, greedy')?.a.band).toBeNull();
  expect([...rows.keys()]).toEqual(expect.arrayContaining(['The ten, pass@128', 'KL', 'Entropy', 'Steps', 'Alerts']));
});

test('what one run has not is a dash, what neither has is no row', () => {
  const rows = new Map(resultRows(whole, part).map((row) => [row.name, row]));
  expect(rows.get('The ten, pass@1')).toMatchObject({
    b: { text: expect.stringMatching(/^\d+% before$/) },
    change: '',
  });
  expect(rows.get('Steps')).toMatchObject({ a: { text: String(EPOCHS) }, b: { text: '23' } });
  const empty = startRun(FIXTURE_CONFIG, 'c');
  expect(resultRows(empty, EMPTY_RUN).map(({ name }) => name)).toEqual(['Steps', 'Alerts']);
});

test('the curves of both lie on axes that hold both', () => {
  const wild = {
    ...part,
    steps: part.steps.map((step) => ({ ...step, metrics: { ...step.metrics, kl: 3.2, reward: -0.4 } })),
  };
  const charts = overlaidCharts({ label: 'A · one', state: whole }, { label: 'B · other', state: wild });
  expect(charts.map(({ title }) => title)).toEqual(['pass@1', 'Reward', 'KL (nats)', 'Entropy (nats)']);
  for (const { series } of charts) expect(series.map(({ name }) => name)).toEqual(['A · one', 'B · other']);
  expect(charts[1]?.y.domain[0]).toBe(-0.4);
  expect(charts[2]?.y.domain[1]).toBeGreaterThanOrEqual(3.2);
  expect(charts[2]?.series.map(({ points }) => points.length)).toEqual([EPOCHS, 23]);
});
