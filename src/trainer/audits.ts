/** Audits and their lesson with what the trainer has at hand: the problems of the page, the judge, the analyst. */

import { playLesson } from '../verify/audit/lesson.ts';
import { runAudit } from '../verify/audit/run.ts';
import type { AuditReport, AuditRequest, Lesson, LessonRequest } from './api.ts';
import type { Environment } from './environment.ts';

export async function auditIn(
  environment: Environment,
  { problems, ...request }: AuditRequest,
  onProgress: (done: number, total: number) => void,
): Promise<AuditReport> {
  const notices: string[] = [];
  const report = await runAudit({
    ...request,
    problems: problems ?? (await environment.loadSets()).lecture,
    judge: await environment.judge(),
    analyst: await environment.analyst?.((message) => notices.push(message)),
    onProgress,
  });
  return { ...report, notices: [...report.notices, ...notices] };
}

export async function lessonIn(environment: Environment, { harness, problem: id }: LessonRequest): Promise<Lesson> {
  const { lecture } = await environment.loadSets();
  const problem = id === undefined ? lecture[0] : lecture.find((one) => one.id === id);
  if (problem === undefined) {
    const ids = lecture.map((one) => one.id).join(', ');
    throw new Error(`lesson: expected a problem of the lecture (${ids}), got ${id ?? 'none'}`);
  }
  return playLesson({ harness, problem, judge: await environment.judge() });
}
