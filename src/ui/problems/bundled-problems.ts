/** The problems that come with the page, loaded once: the ten first, then those that training visits besides. */

import { type Signal, signal } from '@preact/signals';
import { messageOf } from '../../core/errors.ts';
import type { Problem } from '../../core/types.ts';
import type { ProblemsStatus } from './problems-store.ts';

export interface ProblemSource {
  lecture(): Promise<readonly Problem[]>;
  /** Problems that training visits besides the ten. */
  auxiliary(): Promise<readonly Problem[]>;
}

/** Failures become the status; the ten stay where only the others are missing. */
export async function loadBundled(status: Signal<ProblemsStatus>, source: ProblemSource): Promise<void> {
  try {
    const lecture = await source.lecture();
    const index = (more: readonly Problem[]) => new Map([...lecture, ...more].map((problem) => [problem.id, problem]));
    status.value = { status: 'ready', lecture, auxiliary: null, byId: index([]) };
    const others = await source.auxiliary();
    status.value = { status: 'ready', lecture, auxiliary: others.length, byId: index(others) };
  } catch (error) {
    if (status.value.status !== 'ready') status.value = { status: 'failed', message: messageOf(error) };
  }
}

export const notLoaded = (): Signal<ProblemsStatus> => signal<ProblemsStatus>({ status: 'loading' });
