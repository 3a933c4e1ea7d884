import { describe, expect, test } from 'vitest';
import { METRICS, type MetricName } from '../../core/metrics.ts';
import { CURVE_GROUPS, chartsOf, FIRST_CHARTS, INITIAL_CHARTS, isChart, LECTURE_CHARTS } from './curve-catalogue.ts';

const charts = CURVE_GROUPS.flatMap((group) => group.charts);

describe('the catalogue of curves', () => {
  test('every metric of the table has its line once; pass@1 of the ten is measured in the large chart', () => {
    const drawn = charts.flatMap(({ lines }) =>
      lines.flatMap(({ source }) => (source.type === 'metric' ? [source.metric] : [])),
    );
    const names = (Object.keys(METRICS) as MetricName[]).filter((name) => name !== 'eval/pass@1');
    expect(drawn.toSorted()).toEqual(names.toSorted());
  });

  test('every chart has an id of its own, a title, and help', () => {
    expect(new Set(charts.map(({ id }) => id)).size).toBe(charts.length);
    for (const { id, title, help } of charts) {
      expect(title, id).not.toBe('');
      if (id !== 'pass@k') expect(help, id).toMatch(/\.$/);
    }
  });

  test('what is shown at first, and in a lecture, exists', () => {
    for (const id of [...INITIAL_CHARTS, ...LECTURE_CHARTS]) expect(isChart(id), id).toBe(true);
    expect(isChart('fun')).toBe(false);
  });

  test('charts come in the order of the page, whatever order they were chosen in', () => {
    const ids = chartsOf(new Set(['grad_norm', 'entropy', 'reward', 'pass@k'])).map(({ id }) => id);
    expect(ids).toEqual(['reward', 'entropy', 'pass@k', 'grad_norm']);
    expect(chartsOf(new Set(FIRST_CHARTS)).map(({ id }) => id)).toEqual(FIRST_CHARTS);
  });
});
