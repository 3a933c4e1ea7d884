import { describe, expect, it } from 'vitest';
import { textForFiles } from './file-text.ts';
import { solvePrompt } from './generator.ts';

const problem = { text: 'Write a function that adds.\r\nBoth are integers.', entryPoint: 'solution' };

describe('the text of a problem for models that were trained on whole files', () => {
  it('is a comment line by line and ends with the name of the function', () => {
    expect(solvePrompt(textForFiles(problem))).toBe(
      '# Problem: Write a function that adds.\n# Both are integers.\n# The function is called solution.\n# Solution:\n',
    );
  });

  it('asks for a whole program where standard input is read', () => {
    const prompt = solvePrompt(textForFiles({ ...problem, text: 'Add the numbers.\n', call: 'stdin' }));
    expect(prompt).toBe(
      '# Problem: Add the numbers.\n# The program reads standard input and prints the answer.\n# Solution:\n',
    );
  });
});
