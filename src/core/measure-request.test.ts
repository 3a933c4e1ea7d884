/** What a measurement may be asked, and the sentences that refuse the rest. */

import { expect, test } from 'vitest';
import { parseMeasureRequest } from './measure-request.ts';
import type { MeasureRequest } from './measuring.ts';

const REQUEST: MeasureRequest = {
  models: [
    { label: 'Base', source: { type: 'bundled', name: 'base' } },
    { label: 'Trained', source: { type: 'trained' } },
  ],
  backend: 'auto',
  sets: ['lecture'],
  temperatures: [0.5, 1],
  samples: 64,
  maxNewTokens: 48,
  seed: 0,
};

test('a whole request comes through as it is', () => {
  const agreement = { solutions: 100, testSamples: 100, testsPerSample: 5, temperature: 0.8 };
  const search = { samples: 1000, temperature: 1, submissions: 10, probes: 32 };
  expect(parseMeasureRequest(REQUEST)).toEqual(REQUEST);
  expect(parseMeasureRequest({ ...REQUEST, search, agreement })).toEqual({ ...REQUEST, search, agreement });
});

test.each([
  [{ ...REQUEST, samples: 0 }, 'measure: samples: '],
  [{ ...REQUEST, samples: 1.5 }, 'measure: samples: '],
  [{ ...REQUEST, temperatures: [0] }, 'measure: temperatures.0: '],
  [{ ...REQUEST, temperatures: [1, 1] }, 'measure: temperatures: expected no value twice'],
  [{ ...REQUEST, sets: ['humaneval'] }, 'measure: sets.0: '],
  [{ ...REQUEST, models: [] }, 'measure: models: '],
  [{ ...REQUEST, models: [REQUEST.models[0], REQUEST.models[0]] }, 'measure: models: expected no value twice'],
  [
    { ...REQUEST, models: [{ label: 'x', source: { type: 'bundled', name: '../../secret' } }] },
    'measure: models.0.source.name: ',
  ],
  [{ ...REQUEST, search: { samples: 10 } }, 'measure: search.temperature: '],
  [{ ...REQUEST, greedy: true }, 'measure: greedy: '],
  ['base', 'measure: request: '],
])('refuses what is not a request, by the name of the field', (request, message) => {
  expect(() => parseMeasureRequest(request)).toThrow(message);
});
