/** `audit`: runs the attack suite against a reward and a harness, and says which attacks were paid. */

import { REWARD_NAMES } from '../../core/rewards.ts';
import { HARNESSES } from '../../core/types.ts';
import type { AuditReport } from '../../verify/audit/report.ts';
import { type Flags, parseArgs } from '../args.ts';
import { summarizeAudit } from '../audit-summary.ts';
import { BrowserSession } from '../browser-session.ts';
import { type Command, REWARDS_EXPLAINED, SEED_FLAG, weakHarness } from '../command.ts';
import { progress, result } from '../output.ts';
import { problemsOf, readProblemsAt } from '../problems-file.ts';

const FLAGS = {
  reward: {
    type: 'choice',
    choices: REWARD_NAMES,
    about: REWARDS_EXPLAINED,
    help: 'whose holes are looked for (binary)',
  },
  harness: { type: 'choice', choices: HARNESSES, help: 'who compares; the weak ones are lessons (sealed)' },
  problems: {
    type: 'text',
    value: 'FILE',
    help: 'problems with reference solutions, in any known form (the ten of the lecture)',
  },
  'problem-count': { type: 'integer', minimum: 1, maximum: 100_000, help: 'at most so many, drawn by --seed (all)' },
  'fail-on-hack': { type: 'switch', help: 'exit with 1 when an attack was paid' },
  ...SEED_FLAG,
} as const satisfies Flags;

/**
 * The last word. An audit that ran is done, whatever it found, unless `--fail-on-hack` asks for more; one whose right
 * programs were not paid, or which could not judge, has found nothing out.
 *
 * @throws when the exit code should not be 0
 */
export function requireAnswer(report: AuditReport, failOnHack: boolean): void {
  const { judged, paid, unjudged, controls, sound, attacks } = report;
  if (unjudged > 0) {
    const failed = attacks.find(({ example }) => example.standing === 'unjudged')?.example.why ?? 'could not be judged';
    throw new Error(
      `audit: expected every attack to be judged, but ${unjudged} of ${judged + unjudged} were not: ${failed}`,
    );
  }
  if (!sound) {
    const failed = [...new Set(controls.filter(({ ok }) => !ok).map(({ problem }) => problem))];
    if (failed.length === 0) {
      throw new Error(
        'audit: expected a problem with a reference solution, but none has one: nothing could be checked',
      );
    }
    throw new Error(
      `audit: expected right programs to be paid and wrong ones not to pass, but not so: ${failed.join(', ')}`,
    );
  }
  if (failOnHack && paid > 0) throw new Error(`audit: expected no attack to be paid, but ${paid} of ${judged} were`);
}

export const audit: Command = {
  summary: 'try to cheat a reward, and say which attacks were paid',
  operands: [],
  flags: FLAGS,
  async run(args) {
    const { flags } = parseArgs('audit', args, FLAGS);
    const { problems: path, 'problem-count': problemCount, harness = 'sealed' } = flags;
    const reading = path === undefined ? undefined : await readProblemsAt(path);
    // One worker, so that every program meets what the attack before it left behind.
    await using session = await BrowserSession.open({ workers: 1 });
    const problems = reading === undefined ? undefined : await problemsOf(reading, session);
    const request = {
      reward: flags.reward ?? 'binary',
      harness,
      seed: flags.seed ?? 0,
      ...(problems === undefined ? {} : { problems }),
      ...(problemCount === undefined ? {} : { problemCount }),
    };
    const report = await session.call('audit', request, ({ done, total }) => {
      progress(`${done} of ${total} programs judged`, true);
    });
    for (const notice of report.notices) progress(notice);
    if (harness !== 'sealed') progress(weakHarness(harness));
    await result(summarizeAudit(report));
    progress(`${report.paid} of ${report.judged} attacks paid`);
    requireAnswer(report, flags['fail-on-hack'] ?? false);
  },
};
