/** Files are told by their bytes, not by their names. */

import { expect, test } from 'vitest';
import { fileKind, withoutZips } from './file-kind.ts';

const file = (content: BlobPart, name = 'any.txt') => new File([content], name);

test.each([
  ['PK\u0003\u0004rest', 'zip'],
  ['PK\u0005\u0006', 'zip'],
  ['PK is a word', 'other'],
  ['{"a": 1}', 'json'],
  ['\uFEFF\n  [1]', 'json'],
  ['hello {', 'other'],
  ['', 'other'],
] as const)('%j is %s', async (content, kind) => {
  expect(await fileKind(file(content))).toBe(kind);
});

test('zips are set apart from the rest', async () => {
  const zip = file('PK\u0003\u0004', 'rows.jsonl');
  const json = file('{}', 'run.zip');
  expect(await withoutZips([json, zip])).toEqual({ zips: [zip], rest: [json] });
});

test('a file that cannot be read is none of them', async () => {
  const gone = file('{}');
  gone.slice = () => {
    throw new Error('gone');
  };
  expect(await fileKind(gone)).toBe('other');
});
