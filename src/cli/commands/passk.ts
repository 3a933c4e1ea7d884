/** `passk FILE.jsonl --k 1,10,100`: unbiased pass@k of samples that `grade` has graded. */

import { passReport, readGraded } from '../../eval/graded.ts';
import { type Flags, parseArgs } from '../args.ts';
import type { Command } from '../command.ts';
import { readInput } from '../files.ts';
import { result } from '../output.ts';

const FLAGS = {
  k: { type: 'integers', minimum: 1, help: 'which k (1)' },
} as const satisfies Flags;

export const passk: Command = {
  summary: 'unbiased pass@k from graded samples',
  operands: ['FILE.jsonl'],
  flags: FLAGS,
  async run(args) {
    const { flags, operands } = parseArgs('passk', args, FLAGS, this.operands);
    await result(passReport(readGraded(readInput(operands[0]!)), flags.k ?? [1]));
  },
};
