/** `passk FILE.jsonl --k 1,10,100`: unbiased pass@k of samples that `grade` has graded. */

import { passReport, readGraded } from '../../eval/graded.ts';
import { linesOf } from '../../problems/samples/lines.ts';
import { type Flags, parseArgs } from '../args.ts';
import type { Command } from '../command.ts';
import { openInput } from '../files.ts';
import { counted, progress, result } from '../output.ts';

const FLAGS = {
  k: { type: 'integers', minimum: 1, help: 'which k (1)' },
} as const satisfies Flags;

export const passk: Command = {
  summary: 'unbiased pass@k from graded samples',
  operands: ['FILE.jsonl'],
  flags: FLAGS,
  async run(args) {
    const { flags, operands } = parseArgs('passk', args, FLAGS, this.operands);
    const path = operands[0]!;
    const lines: string[] = [];
    for await (const { text } of linesOf(openInput(path), path)) lines.push(text);
    const { samples, unknown } = readGraded(lines.join('\n'));
    if (unknown > 0) {
      const are = unknown === 1 ? 'that was not known is' : 'that were not known are';
      progress(`${counted(unknown, 'sample of a problem', 'samples of problems')} ${are} left out`);
    }
    await result({ ...passReport(samples, flags.k ?? [1]), unknown });
  },
};
