/** Entry of a tool's worker: opens one tool, then passes sources to it, far from the threads of trainer and page. */

import '../../core/dispose.ts';
import * as Comlink from 'comlink';
import type { Answers, Checker, ToolLayer } from './checker.ts';
import { openPyright } from './pyright.ts';
import { openRuff } from './ruff.ts';

const OPEN = { lint: openRuff, types: openPyright } satisfies Record<ToolLayer, (folder: string) => Promise<Checker>>;

let checker: Checker | undefined;

const api = {
  /** @param folder address of the folder with the tools' files */
  async open(layer: ToolLayer, folder: string): Promise<void> {
    checker = await OPEN[layer](folder);
  },
  async check(sources: readonly string[]): Promise<Answers> {
    if (checker === undefined) throw new Error('tool worker: expected a tool to be opened first, got sources');
    return checker.check(sources);
  },
};

export type ToolWorkerApi = typeof api;

Comlink.expose(api);
