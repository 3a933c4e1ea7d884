/** Every frame of every algorithm: what is worked out agrees with the record, can be said aloud, and is where the source says. */

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { EXPLAINED, explainedSteps } from '../../../test/support/explained-steps.ts';
import type { RolloutRecord } from '../../core/records.ts';
import { words } from '../words/index.ts';
import { agrees, leftOut, type StepCase, stepCase } from './explain-case.ts';
import { n, numberText, plus, s, say } from './explain-formula.ts';
import { frameOf } from './explain-frame.ts';
import { type ExplainCase, explainCase, FRAMES, type Frame } from './explain-frames.ts';

const START = { back: 0, pass: 0, token: null };

async function casesOf(name: string, changes = {}, most = 1): Promise<ExplainCase[]> {
  const steps = await explainedSteps(name, changes, most);
  return steps.flatMap(({ config, record, rollouts }) => {
    const step = stepCase(config, record, rollouts);
    return rollouts.map((rollout) => explainCase(step, rollout, START));
  });
}

const linesOf = (one: ExplainCase) =>
  FRAMES.flatMap((name) => frameOf(name, one).lines.map((line) => ({ name, line })));

describe.each(EXPLAINED)('%s', (algorithm) => {
  test('agrees with the record in every frame', async () => {
    const checked = new Map<string, number>();
    // The first program that learned and one that did not: the numbers of all are tested beside the sources.
    const [first] = await explainedSteps(algorithm, {}, 1);
    const step = stepCase(first!.config, first!.record, first!.rollouts);
    const learned = step.rollouts.filter((rollout) => leftOut(step, rollout) === null);
    const picked = [learned[0]!, learned.at(-1)!, step.rollouts[0]!];
    for (const one of picked.map((rollout) => explainCase(step, rollout, { ...START, pass: 9 }))) {
      for (const { name, line } of linesOf(one)) {
        expect(say(line.symbols)).not.toMatch(/undefined|NaN/);
        expect(say(line.numbers)).not.toMatch(/undefined|NaN/);
        if (line.check === null) continue;
        if (!agrees(line.check)) expect([name, line.check.computed]).toEqual([name, line.check.recorded]);
        checked.set(name, (checked.get(name) ?? 0) + 1);
      }
    }
    for (const name of ['tests', 'reward', 'advantage', 'ratio', 'kl', 'push']) {
      expect([name, checked.get(name)]).not.toEqual([name, undefined]);
    }
  });
});

test('every frame names a function that is there', async () => {
  const seen = new Set<string>();
  for (const algorithm of ['grpo', 'ppo', 'rlef', 'coderl', 'rft', 'seed-002']) {
    const [first] = await explainedSteps(algorithm, {}, 1);
    const step = stepCase(first!.config, first!.record, first!.rollouts);
    const one = explainCase(step, step.rollouts[0]!, START);
    for (const name of FRAMES) {
      const { source } = frameOf(name, one);
      seen.add(`${source.file} ${source.name}`);
    }
  }
  for (const place of seen) {
    const [file, name] = place.split(' ') as [string, string];
    expect(readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')).toMatch(
      new RegExp(`export (async )?function\\*? ${name}\\b`),
    );
  }
  expect(seen.size).toBeGreaterThan(10);
});

describe('what is special is said', () => {
  const notesOf = (one: ExplainCase) => FRAMES.flatMap((name) => frameOf(name, one).notes);

  test.each([
    ['grpo', words.explain.ratio.first],
    ['grpo-plus', words.explain.kl.off],
    ['gspo', words.explain.push.sequence],
    ['rloo', words.explain.reward.taxed],
    ['seed-002', words.explain.push.entropy('0.01')],
    ['verl-grpo', words.explain.ratio.dualClip('3')],
    ['ppo', words.explain.advantage.whitened],
    ['overlong tokens', words.explain.reward.overlong],
    ['reinforce', words.explain.ratio.unused],
  ])('%s: %s', async (algorithm, sentence) => {
    const cases = (await casesOf(algorithm)).filter(({ left }) => left === null);
    const said = new Set(
      cases.flatMap((one) => FRAMES.flatMap((name) => [...frameOf(name, one).says, ...notesOf(one)])),
    );
    expect(said).toContain(sentence);
  });

  test('CISPO keeps the push of a token whose weight is held', async () => {
    const changes = { algorithm: { clipHigh: 0.01, innerEpochs: 3 } };
    const [step] = await explainedSteps('cispo', changes);
    const whole = stepCase(step!.config, step!.record, step!.rollouts);
    const held = findToken(whole, ({ clipped }) => clipped === 'high')!;
    expect(frameOf('ratio', held).says).toContain(words.explain.ratio.decided.cispo);
    expect(frameOf('push', held).says).toContain(words.explain.push.up);
  });

  test('a run that does not keep the probabilities after the step says how to switch that on', async () => {
    const one = (await casesOf('grpo', { explain: false })).find(({ left }) => left === null)!;
    expect(frameOf('push', one).notes).toContain(words.explain.push.explainOff);
  });

  test('programs that the update did not see have frames up to their advantage', async () => {
    const cases = await casesOf('grpo', { groupSize: 4, epochs: 6 }, 6);
    const frames = (reason: ExplainCase['left']): Frame[] => {
      const one = cases.find(({ left }) => left === reason)!;
      return FRAMES.map((name) => frameOf(name, one));
    };
    expect(frames('no-signal')[4]!.notes).toContain(words.explain.spread.dropped);
    expect(frames('unscored')[1]!.notes).toContain(words.explain.tests.unscored);
    expect(frames('unscored')[4]!.notes).toContain(words.explain.advantage.unscored);
    expect(frames('truncated')[1]!.notes).toContain(words.explain.tests.truncated);
    for (const reason of ['no-signal', 'unscored', 'truncated'] as const) {
      expect(
        frames(reason)
          .slice(5)
          .flatMap(({ lines }) => lines),
      ).toEqual([]);
    }
  });
});

/** The first token of the step in the last pass over which holds. */
function findToken(step: StepCase, holds: (told: { readonly clipped: string }) => boolean): ExplainCase | undefined {
  const all = step.rollouts.flatMap((rollout: RolloutRecord) => {
    const { updates = [] } = rollout.trained?.at(-1) ?? {};
    return updates.flatMap(({ clipped }, pass) =>
      clipped.flatMap((one, token) =>
        holds({ clipped: one }) ? [explainCase(step, rollout, { back: 0, pass, token })] : [],
      ),
    );
  });
  return all[0];
}

describe('formulas', () => {
  test('numbers are written with the digits that matter', () => {
    expect([0, 1, -0.5, 1.29099445, 1e-8, 123456, -2.5e-7, Infinity].map((value) => numberText(value))).toEqual([
      '0',
      '1',
      '−0.5',
      '1.291',
      '1e−8',
      '123500',
      '−2.5e−7',
      '∞',
    ]);
  });

  test('long sums are cut in their middle, negative numbers stand in brackets', () => {
    const text = (values: readonly number[]) =>
      plus(values)
        .map((term) => ('text' in term ? term.text : '?'))
        .join(' ');
    expect(text([1, -2, 3])).toBe('1 + ( −2 ) + 3');
    expect(text(Array.from({ length: 20 }, (_, i) => i))).toBe('0 + 1 + 2 + 3 + 4 + 5 + … + 19');
  });

  test('are said in words', () => {
    expect(say([n(1), s('+'), n(-0.5)])).toBe('1 plus minus 0.5');
  });
});
