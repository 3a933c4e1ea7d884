/** The trainer's surroundings in a browser worker: files by HTTP, the sealed sandbox through its port, runs in IndexedDB. */

import { messageOf } from '../core/errors.ts';
import { importedName } from '../core/model-name.ts';
import type { Problem } from '../core/types.ts';
import { createPolicy } from '../model/create.ts';
import { loadProblemSet, type ProblemFile } from '../problems/load.ts';
import { connect as connectSandbox, gradeRecords, judgeWith, type SandboxClient } from '../sandbox/client.ts';
import { sandboxVersion } from '../sandbox/version.ts';
import { type ModelLibrary, openModelLibrary } from '../store/model-library.ts';
import { memoryPoolStore, openPoolStore, type PoolStore } from '../store/pools.ts';
import { memoryProblemStore, openProblemStore } from '../store/problems.ts';
import { openRunStore } from '../store/run-database.ts';
import { memoryRunStore } from '../store/run-memory.ts';
import { composeAnalysts, createToolAnalyst, type ToolAnalyst } from '../verify/tools/analyst.ts';
import { type Environment, isAdapted } from './environment.ts';
import { fetchPython } from './exporting/fetch-python.ts';
import { findFolder } from './imported/find-folder.ts';
import { loadImported } from './imported/load.ts';
import { loadBundled } from './imported/load-bundled.ts';
import { createImported } from './imported/policy.ts';
import { grantedRuns, type HeldFor, type LiveRuns, localRuns } from './live-runs.ts';
import type { ProblemSets } from './measuring/measure.ts';
import { pretrainFromScratch } from './pretrain-session.ts';

interface Connection {
  readonly sandbox: SandboxClient;
  readonly baseUrl: string;
}

/** Sizes of fresh inputs grow from 1 to this: about what the problems' own tests have. */
const FRESH_SIZE = 20;

/** Records graded between two reports of results. */
const GRADE_BATCH = 32;

export function createBrowserEnvironment(): Environment {
  let connect: (connection: Connection) => void;
  const connected = new Promise<Connection>((resolve) => {
    connect = resolve;
  });
  let sets: Promise<ProblemSets> | undefined;
  let pools: Promise<PoolStore> | undefined;
  let models: Promise<ModelLibrary> | undefined;
  // What is in memory only must be there for whoever asks.
  const openModels = () => (models ??= openModelLibrary());
  // Its tools are kept over runs; who hears of them changes.
  let tools: ToolAnalyst | undefined;
  let tell: (message: string) => void;
  return {
    // Private windows may refuse storage: the run goes on, only a reload would lose it.
    openStore: (onTrouble) =>
      openRunStore({ onTrouble }).catch((error: unknown) => {
        onTrouble(`${messageOf(error)}; runs are kept in memory, and a reload forgets them`);
        return memoryRunStore();
      }),
    // What is in memory only must outlive a measurement.
    openPools: () => (pools ??= openPoolStore().catch(() => memoryPoolStore())),
    openModels,
    heldModels: heldRuns('model'),
    openProblems: () => openProblemStore().catch(() => memoryProblemStore()),
    liveRuns: heldRuns('run'),
    removedRuns: heldRuns('removed'),
    async storageEstimate() {
      const storage: StorageManager | undefined = navigator.storage; // only on secure pages
      const estimate = await storage?.estimate?.().catch(() => undefined);
      const persisted = (await storage?.persisted?.().catch(() => false)) ?? false;
      return { used: estimate?.usage ?? null, quota: estimate?.quota ?? null, persisted };
    },
    connect(port, baseUrl, onTrouble) {
      connect({ sandbox: connectSandbox(port, onTrouble), baseUrl });
    },
    judge: async () => judgeWith((await connected).sandbox),
    judgeVersion: async () => sandboxVersion(new URL('sandbox/', (await connected).baseUrl)),
    async analyst(onNotice) {
      const { sandbox, baseUrl } = await connected;
      tell = onNotice;
      tools ??= createToolAnalyst({ baseUrl, onNotice: (message) => tell(message) });
      return composeAnalysts(sandbox, tools);
    },
    freshTests: async (problem, seed, count) =>
      (await connected).sandbox.freshTests(problem, { seed, count, size: FRESH_SIZE }),
    probe: async (jobs, settings) => (await connected).sandbox.probe(jobs, settings),
    async grade(records, onResults) {
      const { sandbox } = await connected;
      for (let from = 0; from < records.length; from += GRADE_BATCH) {
        onResults(await gradeRecords(sandbox, records.slice(from, from + GRADE_BATCH)));
      }
    },
    async loadModel(request, onProgress) {
      const { baseUrl } = await connected;
      const name = importedName(request.model);
      if (name !== null) return loadImported(await findFolder(name, await openModels(), baseUrl, onProgress), request);
      return loadBundled(baseUrl, request.model, onProgress);
    },
    async loadSets() {
      const { baseUrl } = await connected;
      sets ??= loadSets((name) => loadProblemSet(name, baseUrl)).catch((error: unknown) => {
        sets = undefined; // the next run asks again
        throw error;
      });
      return sets;
    },
    loadPython: async () => fetchPython((await connected).baseUrl),
    async createPolicy(model, wanted, onProgress) {
      if (isAdapted(model)) return createImported(model, wanted, onProgress);
      return createPolicy({ wanted, spec: model.spec, weights: model.weights, onProgress });
    },
    pretrain: async (request, onProgress) => pretrainFromScratch((await connected).baseUrl, request, onProgress),
  };
}

/** Where there are no locks (a page that is not served securely), other tabs are not known. */
const heldRuns = (what: HeldFor): LiveRuns =>
  navigator.locks === undefined ? localRuns(what) : grantedRuns(navigator.locks, what);

async function loadSets(load: (name: ProblemFile) => Promise<Problem[]>): Promise<ProblemSets> {
  const [lecture, auxiliary, phrasings, compositions] = await Promise.all([
    load('lecture'),
    load('auxiliary'),
    load('phrasings'),
    load('compositions'),
  ]);
  return { lecture, auxiliary, phrasings, compositions };
}
