/** The printed form of a measurement says what was measured how. */

import { expect, test } from 'vitest';
import { fixtureMeasure } from '../../test/support/fixture-measure.ts';
import { summarizeMeasurement } from './measure-summary.ts';

const REPORT = fixtureMeasure();

test('search, agreement and selection are told with what they were asked for', () => {
  const { search, agreement, selection } = summarizeMeasurement(REPORT);
  const { models, request } = REPORT;
  const model = models.at(-1)!;
  const [searched] = model.searches;
  const set = searched!.set;
  expect(search![set]).toEqual({ ...request.search, funnel: searched!.total, curve: searched!.curve });

  const { problems, cells } = model.agreements[0]!;
  const valid = problems.reduce((sum, problem) => sum + problem.valid, 0);
  const right = problems.reduce((sum, problem) => sum + (problem.right ?? 0) * problem.valid, 0);
  expect(valid).toBeGreaterThan(0);
  expect(agreement![set]).toMatchObject({ ...request.agreement, problems: problems.length, valid, cells });
  expect(agreement![set]!.right).toBeCloseTo(right / valid, 12);
  expect(agreement![set]!.disagree).toBe(problems.filter(({ disagree }) => disagree).length);

  const { samples, temperature, selections } = model.selections[0]!;
  expect(selection![set]).toMatchObject({ samples, temperature });
  expect(selection![set]!['pass@1'].random).toEqual(selections.find(({ name }) => name === 'random')!.passAt1);
});

test('tests that the model did not write have no share that is right', () => {
  const model = REPORT.models.at(-1)!;
  const report = model.agreements[0]!;
  const problems = report.problems.map((problem) => ({ ...problem, valid: 0, right: null }));
  const models = [{ ...model, agreements: [{ ...report, problems }] }];
  expect(summarizeMeasurement({ ...REPORT, models }).agreement![report.set]!.right).toBeNull();
});

test('two models with the same weights are told', () => {
  expect(summarizeMeasurement(REPORT).same_weights).toBe(false);
  const [base] = REPORT.models;
  const same = summarizeMeasurement({ ...REPORT, models: [base!, { ...REPORT.models.at(-1)!, digest: base!.digest }] });
  expect(same).toMatchObject({ same_weights: true, against: { model: base!.label } });
  const alone = summarizeMeasurement({ ...REPORT, models: [base!] });
  expect(alone).not.toHaveProperty('same_weights');
});

test('the cost has the share of programs that needed no run', () => {
  const cost = { ...REPORT.cost, sampled: 80, kept: 30, cutOff: 10, judged: 25 };
  expect(summarizeMeasurement({ ...REPORT, cost }).cost).toEqual({ ...cost, saved: 0.75 });
});
