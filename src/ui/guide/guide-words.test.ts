import { expect, test } from 'vitest';
import { EPOCHS, FIXTURE_CONFIG, fixtureEvents, fixtureRollouts, LECTURE } from '../../../test/support/fixture-run.ts';
import { EMPTY_RUN, reduceAll, startRun } from '../state.ts';
import { GUIDE_STEPS, type GuideStep } from './guide.ts';
import { guideFacts } from './guide-facts.ts';
import { type GuideContext, guideText } from './guide-words.ts';

const IDS = LECTURE.map(({ id }) => id);
const NOTHING = { step: null, rollouts: [], follow: true, error: null };

const context = (over: Partial<GuideContext> = {}): GuideContext => ({
  facts: guideFacts(EMPTY_RUN, NOTHING, IDS),
  config: FIXTURE_CONFIG,
  problemText: (id) => (id === null ? 'sums' : `text of ${id}`),
  duration: null,
  epochs: 50,
  ...over,
});

const folded = reduceAll(startRun(FIXTURE_CONFIG), fixtureEvents(EPOCHS));
const metrics = { 'clip_ratio/region_mean': 0.013, 'reward/overfit': 0.02 };
const run = { ...folded, steps: folded.steps.map((one) => ({ ...one, metrics: { ...one.metrics, ...metrics } })) };
const rollouts = fixtureRollouts(5);
const full = context({
  facts: guideFacts(run, { ...NOTHING, step: 5, rollouts }, IDS),
  duration: { low: 120, high: 240 },
});

test.each(GUIDE_STEPS)('%s has words without a run, and numbers only where there are some', (step) => {
  const { title, text, facts } = guideText(step, context());
  expect(title.length).toBeGreaterThan(3);
  expect(text.length).toBeGreaterThan(40);
  expect(facts).toEqual([]);
});

test.each(GUIDE_STEPS.filter((step) => step !== 'problem'))('%s tells numbers of the run on the page', (step) => {
  for (const fact of guideText(step, full).facts) expect(fact).toMatch(/\d/);
  expect(guideText(step, full).facts.length).toBeGreaterThan(0);
});

const factsOf = (step: GuideStep): string => guideText(step, full).facts.join(' ');

test('counts the programs of the ten, and not those of others', () => {
  const ten = rollouts.filter(({ problemId }) => IDS.includes(problemId));
  const passed = ten.filter(({ outcome }) => outcome === 'passed').length;
  expect(factsOf('sample')).toContain(`${ten.length} programs of step 5`);
  expect(factsOf('run')).toContain(`Of ${ten.length} programs ${passed} pass`);
});

test('compares within one group that teaches something', () => {
  const group = guideFacts(run, { ...NOTHING, step: 5, rollouts }, IDS).programs?.group;
  if (group == null) throw new Error('expected a group with a spread, found none');
  expect(group.passed).toBeGreaterThan(0);
  expect(group.passed).toBeLessThan(group.of);
  expect(group.up).toBeGreaterThan(0);
  expect(group.down).toBeLessThan(0);
  expect(factsOf('compare')).toContain(`“text of ${group.problemId}”: ${group.passed} of ${group.of} pass`);
});

test('says where there is nothing to compare', () => {
  const alike = rollouts
    .filter(({ problemId }) => problemId === IDS[0])
    .map((one) => ({ ...one, reward: 0, advantage: 0 }));
  const { programs } = guideFacts(run, { ...NOTHING, step: 5, rollouts: alike }, IDS);
  expect(programs).toMatchObject({ groups: 1, dead: 1, group: null });
  const facts = { programs, newest: null, measured: null };
  expect(guideText('compare', context({ facts })).facts).toEqual([expect.stringContaining('In 1 of 1 groups')]);
});

test('a run without a leash is told so', () => {
  const config = { ...FIXTURE_CONFIG, algorithm: { ...FIXTURE_CONFIG.algorithm, beta: 0 } };
  expect(guideText('leash', context({ config })).text).toContain('β = 0');
  expect(guideText('leash', context()).text).toContain('β = 0.04');
});

test('measured rates are those of the ten, before and after', () => {
  const { measured } = guideFacts(run, NOTHING, IDS);
  expect(measured?.after).toBeGreaterThan(measured?.before ?? 1);
  expect(measured?.k).toBe(64);
});
