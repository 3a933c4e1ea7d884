/** Results that only a reference can tell, put into the records that wait for them. */

import type { GradeRecord } from '../core/grade.ts';
import type { ReferenceAnswer, ReferenceRequest } from '../core/own-problems.ts';
import { type GradeRow, problemTests } from './grade-row.ts';
import { writeJson } from './lossless.ts';
import { writeValue } from './values.ts';
import { writeProblem } from './write.ts';

/** Programs of one problem share its answer. */
function requestKey({ problem, calls }: ReferenceRequest): string {
  const lists = [calls.public, calls.hidden].map((list) =>
    list.map((args) => writeJson({ type: 'array', items: args.map(writeValue) })),
  );
  return JSON.stringify([writeProblem(problem), ...lists]);
}

function toldRecord({ unclear: _, ...record }: GradeRecord, answer: ReferenceAnswer): GradeRecord {
  // Calls on which the reference failed are left out, as when the file is read as problems.
  return 'error' in answer ? { ...record, unclear: answer.error } : { ...record, tests: problemTests(answer.problem) };
}

/** The records of rows, those that wait with the results of their references, each asked once. */
export async function toldRecords(
  rows: readonly GradeRow[],
  ask: (requests: readonly ReferenceRequest[]) => Promise<readonly ReferenceAnswer[]>,
): Promise<GradeRecord[]> {
  const requests = new Map<string, ReferenceRequest>();
  const keys = rows.map(({ awaits }) => {
    if (awaits === undefined) return undefined;
    const key = requestKey(awaits);
    requests.set(key, awaits);
    return key;
  });
  if (requests.size === 0) return rows.map(({ record }) => record);
  const answers = await ask([...requests.values()]);
  const byKey = new Map([...requests.keys()].map((key, i) => [key, answers[i]]));
  return rows.map(({ record }, i) => {
    const answer = byKey.get(keys[i] ?? '');
    return answer === undefined ? record : toldRecord(record, answer);
  });
}
