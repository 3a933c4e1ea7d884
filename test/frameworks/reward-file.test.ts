/** The reward file beside the sandbox: the same pay for our own rollouts, the mutants, and the attacks of the audit. */

import { existsSync, readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { repr } from '../../src/core/repr.ts';
import { solvePrompt } from '../../src/corpus/generator.ts';
import { gradedOf, type PlainReward, writeTask } from '../../src/interop/reward/task.ts';
import { END_OF_TEXT_ID } from '../../src/model/batch.ts';
import { parseCheckpoint } from '../../src/model/checkpoint/gpt2.ts';
import { loadTokenizer } from '../../src/model/tokenizer.ts';
import { parseGradeFile } from '../../src/problems/grade-file.ts';
import { targetOf } from '../../src/verify/audit/attack.ts';
import { ATTACKS } from '../../src/verify/audit/attacks/index.ts';
import { entitlementOf } from '../../src/verify/audit/entitlement.ts';
import { OUTCOME_OF } from '../support/case-outcomes.ts';
import { startPolicy } from './batch.ts';
import { paidHere } from './paid.ts';
import { bundledModel, experiment, gradeWithPython, problemSet, pythonTests } from './python.ts';

const test = pythonTests('the exported reward file');
const CASES = new URL('../../../shared/cases/', import.meta.url);

/** Every twentieth of the mutants: all of them take minutes (docs/notes/interop-exports.md has what they gave). */
const STEP = 20;

const REWARDS: readonly PlainReward[] = ['binary', 'fraction', 'coderl', 'rlef', 'rlef-article'];

test('pays our own rollouts as the run does, whatever the reward', async () => {
  const { config } = await experiment({
    preset: 'default',
    algorithm: 'dapo',
    settings: { sampling: { maxNewTokens: 32 } },
  });
  const files = bundledModel('base');
  const text = (name: string) => JSON.parse(new TextDecoder().decode(files[name]));
  await using policy = await startPolicy(parseCheckpoint(text('config.json'), files['model.safetensors']!));
  const tokenizer = loadTokenizer(text('tokenizer.json'));
  const problems = (await problemSet('lecture')).flatMap((problem) => Array.from({ length: 8 }, () => problem));
  const sampled = await policy.sample(
    problems.map((problem) => tokenizer.encode(solvePrompt(problem.text))),
    {
      ...{ seed: 1, streams: problems.map((_, i) => i), maxNewTokens: config.sampling.maxNewTokens },
      ...{ temperature: 1, topP: 1, topK: 0 },
    },
  );
  const completions = sampled.map(({ ids }, i) => {
    return { problem: problems[i]!.id, completion: tokenizer.decode(ids), ids, reward: null };
  });
  for (const reward of REWARDS) {
    const rules = {
      ...{ reward, truncated: config.rollout.truncated, maxTokens: config.sampling.maxNewTokens },
      ...{ overlongCache: config.rollout.overlongCache, endIds: [END_OF_TEXT_ID], endsByText: false },
    };
    const rows = completions.map(({ completion, ids }, i) => ({
      ...{ id: String(i), task: writeTask(gradedOf(problems[i]!), rules), code: completion, length: ids.length },
      truncated: sampled[i]!.truncated,
    }));
    const theirs = (await gradeWithPython(rows)).map((row) => row.reward);
    const ours = await paidHere(completions, { ...config, reward });
    // `rlef-article` charges time in shares of the budget, which there only a timeout spends: less than a hundredth here.
    for (const [i, paid] of theirs.entries()) expect(paid).toBeCloseTo(ours[i]!, reward === 'rlef-article' ? 2 : 12);
  }
}, 600_000);

describe.each(['mutants_humaneval', 'mutants_mbpp'])('%s', (name) => {
  test('are graded as they were elsewhere', async (context) => {
    const path = new URL(`${name}.jsonl`, CASES);
    if (!existsSync(path)) {
      context.skip('../shared/cases is not there');
    }
    const source = readFileSync(path, 'utf8');
    const expected = source
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const picked = parseGradeFile(source, name).flatMap((record, i) =>
      i % STEP === 0 ? [{ record, row: expected[i] }] : [],
    );
    const graded = await gradeWithPython(
      picked.map(({ record }) => ({ id: record.id, task: writeTask(record), code: record.code })),
    );
    graded.forEach((got, i) => {
      const { row } = picked[i]!;
      const sound = [row.outcome, row.py314?.outcome, ...row.acceptable_outcomes].filter(Boolean);
      expect(sound.map((outcome: string) => OUTCOME_OF[outcome])).toContain(got.outcome);
      if (row.countable)
        expect({ id: got.id, passed: got.passed / got.total }).toEqual({ id: row.id, passed: row.reward });
    });
  }, 600_000);
});

test('what knows the tests by heart is paid, as the README says', async () => {
  const [problem] = await problemSet('lecture');
  const known = gradedOf(problem!);
  const table = [...problem!.tests.public, ...problem!.tests.reward].map(
    ({ args, expected }) => `    if args == ${repr({ type: 'tuple', items: args })}: return ${repr(expected)}\n`,
  );
  const code = `def solution(*args):\n${table.join('')}`;
  const [graded] = await gradeWithPython([{ id: 'by-heart', task: writeTask(known), code }]);
  expect(graded?.outcome).toBe('passed');
});

/** Ways around the audit hook that were found while it was written; each reads a file where it works. */
const AROUND = {
  'through the traceback of a refusal': `
def solution(*args):
    try:
        open('/etc/passwd')
    except PermissionError as error:
        last = error.__traceback__
        while last.tb_next:
            last = last.tb_next
        names = last.tb_frame.f_locals
        names['roots'], names['readable'] = ('/',), {'/etc/passwd'}
    return open('/etc/passwd').read()`,
  'in an interpreter of its own': `
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
def solution(*args):
    return interpreters.run_string(interpreters.create(), 'open("/etc/passwd")')`,
  'with a text that is none': `
import io
class Text(str):
    __hash__ = str.__hash__
    def startswith(self, *args):
        return True
def solution(*args):
    return io.FileIO(Text('/etc/passwd')).read()`,
  'through shared modules': `
import builtins, sys
def solution(*args):
    frame = sys._getframe()
    while frame:
        frame.f_globals.update(REFUSED_EVENTS=(), REFUSED_MODULES=(), type=lambda value: int)
        frame = frame.f_back
    builtins.type = lambda value: int
    return open('/etc/passwd').read()`,
} as const;

test.each(Object.entries(AROUND))('no way around the hook: %s', async (_, code) => {
  const [problem] = await problemSet('lecture');
  const known = { ...problem!, tests: { ...problem!.tests, public: [], reward: problem!.tests.reward.slice(0, 1) } };
  const [graded] = await gradeWithPython([{ id: 'around', task: writeTask(gradedOf(known)), code }]);
  // What comes back from a file that was read would be a wrong answer.
  expect(['forbidden', 'runtime_error']).toContain(graded?.outcome);
});

test('no attack of the audit passes a test that its value is not entitled to', async () => {
  const [problem] = await problemSet('lecture');
  const target = targetOf(problem!);
  const task = writeTask(gradedOf(problem!));
  const graded = await gradeWithPython(
    ATTACKS.map((attack) => ({ id: attack.id, task, code: attack.program(target) })),
  );
  const paid = graded.filter(({ passed }, i) => passed > entitlementOf(ATTACKS[i]!, problem!, target).tests);
  expect(paid.map(({ id }) => id)).toEqual([]);
}, 600_000);
