import { expect, test } from 'vitest';
import { isMissingImport } from './missing-import.ts';

test.each([
  ["NameError: name 'math' is not defined", true],
  ["NameError: name 're' is not defined. Did you forget to import 're'?", true],
  // A variable, a function of a module, another exception.
  ["NameError: name 'total' is not defined", false],
  ["NameError: name 'sqrt' is not defined", false],
  ["UnboundLocalError: cannot access local variable 'math' where it is not associated with a value", false],
  ["ValueError: NameError: name 'math' is not defined", false],
  [undefined, false],
])('%s: %s', (error, missing) => {
  expect(isMissingImport(error)).toBe(missing);
});
