/** `window.greenbar`: what a script in the page, or the command line from outside it, can ask for. Runs in the page. */

import * as Comlink from 'comlink';
import type { RunConfigInput } from '../core/config.ts';
import type { StepUnit } from '../core/draft.ts';
import type { ExportRequest } from '../core/exports.ts';
import type { GradeRecord, GradeResult } from '../core/grade.ts';
import type { RunInfo } from '../core/history.ts';
import type { ImportedModel } from '../core/imported-models.ts';
import type { MeasureProgress, MeasureReport, MeasureRequest } from '../core/measuring.ts';
import type { ReferenceAnswer, ReferenceRequest } from '../core/own-problems.ts';
import type { RolloutRecord, RunEvent } from '../core/records.ts';
import type { Problem } from '../core/types.ts';
import { fromWire, toWire } from '../core/wire.ts';
import type {
  AuditReport,
  AuditRequest,
  BenchmarkProgress,
  BenchmarkReport,
  BenchmarkRequest,
  CompareRequest,
  LossComparison,
  PretrainProgress,
  PretrainRequest,
  RunSummary,
  SampledProgram,
  SampleRequest,
  TrainerApi,
} from '../trainer/api.ts';

type Deliver<T> = (value: T) => void | Promise<void>;

/** Calls with one argument and reports on the way. */
export interface PageApi {
  /** Measure, train, measure; null when stopped before the end. */
  train(request: TrainRequest, onEvents?: Deliver<readonly RunEvent[]>): Promise<RunSummary | null>;
  /** Goes on with a run that was interrupted. */
  resumeRun(request: { readonly id: string }, onEvents?: Deliver<readonly RunEvent[]>): Promise<RunSummary | null>;
  /** Of the run on its way: waits at the next safe point, and goes on. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Goes on to the end of the step, or of its next part, and waits there; resolves then. */
  advance(request: { readonly unit: StepUnit }): Promise<void>;
  /** Results come in any order, each once. */
  grade(records: readonly GradeRecord[], onResults: Deliver<readonly GradeResult[]>): Promise<void>;
  /** Models on the sets, compared; null when stopped. */
  measure(request: MeasureRequest, onReport?: Deliver<MeasureNews>): Promise<MeasureReport | null>;
  /** Runs each reference once on its calls, in the sandbox; answers in order. */
  references(requests: readonly ReferenceRequest[]): Promise<readonly ReferenceAnswer[]>;
  sample(request: SampleRequest): Promise<readonly SampledProgram[]>;
  /** The programs of one step of the last run, with everything that its update made of their tokens; the newest when absent. */
  rollouts(request?: { readonly step?: number }): Promise<readonly RolloutRecord[]>;
  /** Two losses on the recorded programs of one step. */
  compare(request: CompareRequest): Promise<LossComparison>;
  audit(request: AuditRequest, onProgress?: Deliver<AuditProgress>): Promise<AuditReport>;
  benchmark(request: BenchmarkRequest, onProgress?: Deliver<BenchmarkProgress>): Promise<BenchmarkReport>;
  /** The model as the last run left it: the files of a Hugging Face folder, by name. */
  checkpoint(): Promise<Readonly<Record<string, Uint8Array>>>;
  /** The history of runs, newest first. */
  runs(): Promise<readonly RunInfo[]>;
  /** The run as the bytes of one zip. */
  exportRun(request: { readonly id: string }): Promise<Uint8Array>;
  /** Rejects with what is wrong with the bundle; nothing was changed then. */
  importRun(bundle: Uint8Array): Promise<RunInfo>;
  /** The run as a folder for another tool: the bytes of one zip. */
  exportRunAs(request: ExportRequest): Promise<Uint8Array>;
  /** Models that were imported into this browser. */
  importedModels(): Promise<readonly ImportedModel[]>;
  /** Keeps a model: the files of its folder, by name. */
  importModel(request: ImportRequest, onProgress?: Deliver<ImportProgress>): Promise<ImportedModel>;
  removeModel(request: { readonly id: string }): Promise<void>;
  pretrain(request: PretrainRequest, onProgress: Deliver<PretrainProgress>): Promise<void>;
  /**
   * The same calls for a driver outside the page: argument, reports and result cross as text of `core/wire`.
   * The report is awaited, so that a slow reader holds the sender back.
   */
  call(method: PageMethod, argument: string, report: (wire: string) => Promise<void>): Promise<string>;
}

/** Settings, alone or with problems of a person's own, of which the settings say how many an epoch visits. */
export type TrainRequest = RunConfigInput | { readonly config: RunConfigInput; readonly own: readonly Problem[] };

export interface ImportRequest {
  readonly name: string;
  readonly files: Readonly<Record<string, Uint8Array>>;
}

/** Bytes written. */
export interface ImportProgress {
  readonly done: number;
  readonly total: number;
}

export type PageMethod = Exclude<keyof PageApi, 'call'>;

/** What is heard of a measurement on its way. */
export type MeasureNews =
  | { readonly type: 'progress'; readonly progress: MeasureProgress }
  | { readonly type: 'events'; readonly events: readonly RunEvent[] };

/** Programs judged. */
export interface AuditProgress {
  readonly done: number;
  readonly total: number;
}

/** The trainer as the page reaches it. */
export interface TrainerConnection {
  /** Asked for anew at every call: a trainer that died is replaced. */
  readonly remote: Comlink.Remote<TrainerApi>;
  /** Resolves when programs can be judged. */
  ready(): Promise<void>;
  /** Rejects when the worker dies while the call waits. */
  alive<T>(call: Promise<T>): Promise<T>;
}

declare global {
  interface Window {
    greenbar?: PageApi;
  }
}

const ignore = () => {};

/** Begins a run that the page shows, too. */
export type FollowedTrain = (
  config: RunConfigInput,
  onEvents: Deliver<readonly RunEvent[]>,
  own?: readonly Problem[],
) => Promise<RunSummary | null>;

/**
 * Makes the interface over a trainer that the page has started.
 *
 * @param follow where the page is drawn: it shows a script's run as its own
 */
export function createPageApi(trainer: TrainerConnection, follow?: FollowedTrain): PageApi {
  const ask = async <T>(call: () => Promise<T>): Promise<T> => {
    await trainer.ready();
    return trainer.alive(call());
  };
  const api: PageApi = {
    train: (request, onEvents = ignore) => {
      const { config, own } = 'own' in request ? request : { config: request, own: undefined };
      return follow?.(config, onEvents, own) ?? ask(() => trainer.remote.train(config, Comlink.proxy(onEvents), own));
    },
    resumeRun: ({ id }, onEvents = ignore) => ask(() => trainer.remote.resumeRun(id, Comlink.proxy(onEvents))),
    // The run has the trainer to itself: these do not wait for it to be free.
    pause: () => trainer.alive(trainer.remote.pause()),
    resume: () => trainer.alive(trainer.remote.resume()),
    advance: ({ unit }) => trainer.alive(trainer.remote.advance(unit)),
    grade: (records, onResults) => ask(() => trainer.remote.grade(records, Comlink.proxy(onResults))),
    measure: (request, onReport = ignore) =>
      ask(() => {
        const tellProgress = (progress: MeasureProgress) => onReport({ type: 'progress', progress });
        const tellEvents = (events: readonly RunEvent[]) => onReport({ type: 'events', events });
        return trainer.remote.measure(request, Comlink.proxy(tellProgress), Comlink.proxy(tellEvents));
      }),
    references: (requests) => ask(() => trainer.remote.answerReferences(requests)),
    sample: (request) => ask(() => trainer.remote.sample(request)),
    rollouts: (request) => ask(() => trainer.remote.rollouts(request?.step)),
    compare: (request) => ask(() => trainer.remote.compare(request)),
    audit: (request, onProgress = ignore) =>
      ask(() => {
        const tell = (done: number, total: number) => onProgress({ done, total });
        return trainer.remote.audit(request, Comlink.proxy(tell));
      }),
    benchmark: (request, onProgress = ignore) =>
      ask(() => trainer.remote.benchmark(Comlink.proxy(onProgress), request)),
    checkpoint: () => ask(() => trainer.remote.checkpoint()),
    runs: () => ask(() => trainer.remote.runs()),
    exportRun: ({ id }) => ask(async () => new Uint8Array(await (await trainer.remote.exportRun(id)).arrayBuffer())),
    importRun: (bundle) => ask(() => trainer.remote.importRun(new Blob([bundle.slice()]))),
    exportRunAs: (request) =>
      ask(async () => new Uint8Array(await (await trainer.remote.exportRunAs(request)).arrayBuffer())),
    importedModels: () => ask(() => trainer.remote.importedModels()),
    importModel: ({ name, files }, onProgress = ignore) =>
      ask(() => {
        const tell = (done: number, total: number) => onProgress({ done, total });
        const all = Object.entries(files).map(([file, bytes]) => new File([bytes.slice()], file));
        return trainer.remote.importModel(all, name, Comlink.proxy(tell));
      }),
    removeModel: ({ id }) => ask(() => trainer.remote.removeModel(id)),
    pretrain: (request, onProgress) =>
      ask(() =>
        trainer.remote.pretrain(
          request,
          Comlink.proxy(async (progress) => onProgress(progress)),
        ),
      ),
    async call(method, argument, report) {
      // The text was written by the caller's typed `request`; both sides are built from one source.
      const invoke = api[method] as (argument: unknown, report: Deliver<unknown>) => Promise<unknown>;
      // Reports of one call are sent one after another and all of them before its result.
      let sent: Promise<void> = Promise.resolve();
      const result = await invoke(fromWire(argument), (value) => {
        sent = sent.then(() => report(toWire(value)));
        return sent;
      });
      await sent;
      return toWire(result);
    },
  };
  return api;
}
