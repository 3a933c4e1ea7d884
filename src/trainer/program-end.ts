/**
 * Where a program ends that was written by a model trained on whole files: such a model hardly ever writes an end of text
 * after a function, it goes on with the next one.
 *
 * The rule is that of CodeGen's own sampler (`truncate` in salesforce/CodeGen, jaxformer/hf/sample.py: second `def`, second
 * `print`, a comment or docstring at column 0, two blank lines) and of the stop sequences of HumanEval (Chen et al. 2021,
 * arXiv:2107.03374, §2.1: `\nclass`, `\ndef`, `\n#`, `\nif`, `\nprint`), said in one: once a function or class has a body, the
 * next statement or comment at column 0 ends the program, and so do two blank lines. What precedes the first function
 * (imports, comments, constants) belongs to it, with as many blank lines as it likes.
 */

/** A function or class, and the beginning of its body: after the colon, or on a line below that belongs to no other. */
const BEGUN =
  /^(?:async[ \t]+def|def|class)\b(?:[^\n]*\)[^\n:]*:[ \t]*[^\s#][^\n]*(?=\n)|[^\n]*\n(?:(?!async\b|def\b|class\b)[^\n]*\n)*?[ \t]+\S)/m;

/** At column 0; a closing bracket there still belongs to what was opened above. */
const NEXT = /\n(?=[^\s)\]}])/g;

const BLANK_LINES = /\n[ \t]*\n[ \t]*\n/g;

/** Programs that read their input are scripts: after their functions comes what calls them. */
const READS_INPUT = /\binput[ \t]*\(|\bsys\.stdin\b/;

/** Models write the marker out where their tokenizer does not know it as one token. */
const MARKER = '<|endoftext|>';

/** Index in the text at which the program is over; null while it may go on. */
export function programEnd(text: string): number | null {
  const marker = text.indexOf(MARKER);
  const begun = BEGUN.exec(text);
  const ends = marker < 0 ? [] : [marker];
  if (begun !== null) {
    const from = begun.index + begun[0].length;
    ends.push(...after(BLANK_LINES, text, from), ...(READS_INPUT.test(text) ? [] : after(NEXT, text, from)));
  }
  return ends.length === 0 ? null : Math.min(...ends);
}

function after(pattern: RegExp, text: string, from: number): number[] {
  pattern.lastIndex = from;
  const found = pattern.exec(text);
  return found === null ? [] : [found.index];
}

/** The program in a completion, without what a model goes on with after it. */
export function cutProgram(text: string): string {
  const end = programEnd(text);
  return end === null ? text : `${text.slice(0, end).trimEnd()}\n`;
}
