/** The verdicts that Node's engine gives for the suite: what every browser is held against. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { steadyText } from '../../src/core/same-verdict.ts';
import { loadProblemSet } from '../../src/problems/load.ts';
import { createNodeEngine } from '../soak/node-engine.ts';
import { soak } from '../soak/soak.ts';
import { allCases } from './cases/index.ts';
import { ROOT } from './site.ts';
import { soakOptions } from './soak-options.ts';

/** Verdict texts by the name under which the page reports them, each with the name of its case. */
export type Expected = Readonly<Record<string, readonly { readonly name: string; readonly verdict: string }[]>>;

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** @param soakSize number of random programs */
export async function expectedVerdicts(soakSize: number): Promise<Expected> {
  await using engine = await createNodeEngine(1);
  const cases = allCases(read('test/cases/adversarial.jsonl'));
  const verdicts = await engine.run(cases.map(({ assignment }) => assignment));
  const problems = await loadProblemSet('lecture', async (path) => read(join('public', path)));
  const { verdicts: soaked } = await soak(engine, soakOptions(problems, soakSize), 0);
  return {
    'all cases': cases.map(({ name }, i) => ({ name, verdict: steadyText(verdicts[i]!) })),
    soak: soaked.map((verdict, i) => ({ name: `program ${i}`, verdict })),
  };
}
