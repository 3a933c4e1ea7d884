/** State of a run's exports to other tools: which one is being made, and why the last one of a run failed. */

import { batch, type Signal, signal } from '@preact/signals';
import { messageOf } from '../../core/errors.ts';
import type { ExportDesk, ExportKind, ExportRequest } from '../../core/exports.ts';

export interface ExportFailure extends ExportRequest {
  readonly message: string;
}

export class RunExports {
  /** On its way; null while none is. */
  readonly making: Signal<ExportRequest | null> = signal<ExportRequest | null>(null);
  readonly failure: Signal<ExportFailure | null> = signal<ExportFailure | null>(null);
  /** The last one that came off. */
  readonly made: Signal<ExportRequest | null> = signal<ExportRequest | null>(null);
  readonly #client: ExportDesk;

  constructor(client: ExportDesk) {
    this.#client = client;
  }

  /** One at a time; null where that failed, or another is being made. */
  async make(run: string, to: ExportKind): Promise<Blob | null> {
    if (this.making.value !== null) return null;
    const request = { run, to };
    batch(() => {
      this.making.value = request;
      this.failure.value = null;
      this.made.value = null;
    });
    try {
      const zip = await this.#client.exportRunAs(request);
      this.made.value = request;
      return zip;
    } catch (error) {
      this.failure.value = { ...request, message: messageOf(error) };
      return null;
    } finally {
      this.making.value = null;
    }
  }
}
