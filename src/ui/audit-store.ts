/** State of "Audit my reward": one audit at a time, of the reward and grader that the settings name. */

import { type Signal, signal } from '@preact/signals';
import { messageOf } from '../core/errors.ts';
import type { AuditReport, AuditRequest } from '../trainer/api.ts';

export type AuditStatus =
  | { readonly status: 'none' }
  | { readonly status: 'running'; readonly done: number; readonly total: number }
  | { readonly status: 'done'; readonly report: AuditReport }
  | { readonly status: 'failed'; readonly message: string };

export interface AuditClient {
  audit(request: AuditRequest, onProgress: (done: number, total: number) => void): Promise<AuditReport>;
}

export class AuditStore {
  readonly state: Signal<AuditStatus> = signal<AuditStatus>({ status: 'none' });
  readonly #client: AuditClient;

  constructor(client: AuditClient) {
    this.#client = client;
  }

  /** Failures become what the page shows. */
  async audit(request: AuditRequest): Promise<void> {
    if (this.state.value.status === 'running') return;
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
}
