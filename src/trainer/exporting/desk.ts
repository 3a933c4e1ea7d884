/** What a person can take along of a run of the history, in the form of another tool. */

import type { ExportDesk } from '../../core/exports.ts';
import type { RunStore } from '../../store/runs.ts';
import type { Environment } from '../environment.ts';

export interface ExportDeskOptions {
  readonly opening: Promise<RunStore>;
  readonly environment: Pick<Environment, 'loadModel' | 'loadSets' | 'loadPython'>;
}

export function exportDeskIn({ opening, environment }: ExportDeskOptions): ExportDesk {
  return {
    async exportRunAs({ run: id, to }) {
      const store = await opening;
      const run = await store.run(id);
      if (run === null) throw new Error(`history: expected the run ${id} in the history, found none`);
      // Tables and frameworks are fetched by whoever asks for them.
      const { exportRun } = await import('./export-run.ts');
      return exportRun(run, to, { store, environment });
    },
  };
}
