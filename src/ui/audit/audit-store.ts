/** State of "Audit my reward": one audit at a time, of the reward and grader that the settings name. */

import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { messageOf } from '../../core/errors.ts';
import type { AuditReport, AuditRequest, Lesson, LessonRequest } from '../../trainer/api.ts';

export type AuditStatus =
  | { readonly status: 'none' }
  | { readonly status: 'running'; readonly done: number; readonly total: number }
  | { readonly status: 'done'; readonly report: AuditReport }
  | { readonly status: 'failed'; readonly message: string };

export interface AuditClient {
  audit(request: AuditRequest, onProgress: (done: number, total: number) => void): Promise<AuditReport>;
  lesson(request: LessonRequest): Promise<Lesson>;
}

export type LessonStatus =
  | { readonly status: 'none' | 'running' }
  | { readonly status: 'done'; readonly lesson: Lesson }
  | { readonly status: 'failed'; readonly message: string };

export class AuditStore {
  readonly state: Signal<AuditStatus> = signal<AuditStatus>({ status: 'none' });
  readonly lesson: Signal<LessonStatus> = signal<LessonStatus>({ status: 'none' });
  readonly busy: ReadonlySignal<boolean> = computed(
    () => this.state.value.status === 'running' || this.lesson.value.status === 'running',
  );
  readonly #client: AuditClient;

  constructor(client: AuditClient) {
    this.#client = client;
  }

  /** Failures become what the page shows. */
  async audit(request: AuditRequest): Promise<void> {
    if (this.busy.value) return;
    this.state.value = { status: 'running', done: 0, total: 0 };
    try {
      const report = await this.#client.audit(request, (done, total) => {
        if (this.state.value.status === 'running') this.state.value = { status: 'running', done, total };
      });
      this.state.value = { status: 'done', report };
    } catch (error) {
      this.state.value = { status: 'failed', message: messageOf(error) };
    }
  }

  /** The scripted attacker under a weak grader and under the sealed one. */
  async play(request: LessonRequest): Promise<void> {
    if (this.busy.value) return;
    this.lesson.value = { status: 'running' };
    try {
      this.lesson.value = { status: 'done', lesson: await this.#client.lesson(request) };
    } catch (error) {
      this.lesson.value = { status: 'failed', message: messageOf(error) };
    }
  }
}
