/** All cases whose verdicts must be the same in Node and in every browser. */

import { ASSIGNMENTS, CASES, PROBE } from '../../support/sandbox-corpus.ts';
import { HOSTILE_PROGRAMS } from '../escape/python/index.ts';
import { adversarialCases } from './adversarial.ts';
import { BUNDLE_CASES } from './bundle.ts';
import { expects, STEPS, type SuiteCase } from './case.ts';
import { DEPTH_CASES } from './depths.ts';
import { EDGE_CASES } from './edges.ts';
import { escapeCase } from './escape.ts';
import { PROCESS_CASES } from './processes.ts';

/** An address that nobody listens to: the programs of the escape matrix get the trap's there. */
const NOWHERE = 'http://127.0.0.1:9/';

const corpusCases = (): SuiteCase[] =>
  CASES.map(({ name, outcome, passed }, i) => ({
    name: `corpus: ${name}`,
    assignment: { ...ASSIGNMENTS[i]!, limits: STEPS },
    check: expects(outcome, passed),
  }));

/** @param adversarial text of `test/cases/adversarial.jsonl` */
export function allCases(adversarial: string): readonly SuiteCase[] {
  return [
    ...corpusCases(),
    { name: 'corpus: probe of hidden state', assignment: PROBE, check: expects('wrong_answer', 0) },
    ...EDGE_CASES,
    ...DEPTH_CASES,
    ...PROCESS_CASES,
    ...adversarialCases(adversarial),
    ...HOSTILE_PROGRAMS.map((program) => escapeCase(program, NOWHERE)),
    ...BUNDLE_CASES,
  ];
}
