/** What Python's `json` writes is read, and nothing else besides JSON. */

import { expect, test } from 'vitest';
import { parsePythonJson } from './python-json.ts';

test('null stands for numbers that JSON does not have, and strings stay as they are', () => {
  const text = '{"logprob": NaN, "low": -Infinity, "list": [Infinity, -1], "text": "NaN \\" Infinity", "NaN": 1}';
  expect(parsePythonJson(text)).toEqual({
    logprob: null,
    low: null,
    list: [null, -1],
    text: 'NaN " Infinity',
    NaN: 1,
  });
});

test.each(['{"a": NaN', '{"a": nan}', 'NaNs', '{"a": "cut NaN'])('refuses %s', (text) => {
  expect(() => parsePythonJson(text)).toThrow(SyntaxError);
});
