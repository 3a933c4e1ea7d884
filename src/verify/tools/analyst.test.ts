/** Two analysts as one. */

import { expect, test } from 'vitest';
import type { AnalyseJob, Analyst, ProgramAnalysis } from '../../core/analysis.ts';
import { composeAnalysts } from './analyst.ts';

const CLEAN = 'def solution(xs):\n    return sum(xs)\n';

function composed() {
  const asked: AnalyseJob[] = [];
  const base: Analyst = {
    growth: async () => [null],
    analyse: async (jobs) =>
      jobs.map(({ code, layers }): ProgramAnalysis => {
        const syntax = { compiles: !code.includes('(:'), undefinedNames: [], forbiddenImports: [] };
        return layers.includes('syntax') ? { syntax } : {};
      }),
  };
  const tools: Pick<Analyst, 'analyse'> = {
    async analyse(jobs) {
      asked.push(...jobs);
      return jobs.map(({ layers }) => Object.fromEntries(layers.map((layer) => [layer, []])));
    },
  };
  return { asked, both: composeAnalysts(base, tools) };
}

test('a source that does not compile is not sent to the tools', async () => {
  const { asked, both } = composed();
  const found = await both.analyse([CLEAN, 'def f(:\n'].map((code) => ({ code, layers: ['syntax', 'types'] })));
  expect(asked.map(({ layers }) => layers)).toEqual([['types'], []]);
  expect(found[0]).toMatchObject({ syntax: { compiles: true }, types: [] });
  expect(found[1]).toMatchObject({ syntax: { compiles: false } });
  expect(found[1]).not.toHaveProperty('types');
});

test('a layer that was not asked for is absent, although it was needed', async () => {
  const { both } = composed();
  expect(await both.analyse([{ code: CLEAN, layers: ['lint'] }])).toEqual([{ lint: [] }]);
});
