/** Speaks to the trainer worker for the page and its script interface, and replaces a worker that died. */

import * as Comlink from 'comlink';
import type { Lane } from '../core/beside.ts';
import { parseConfig, type RunConfig, type RunConfigInput } from '../core/config.ts';
import type { StepUnit } from '../core/draft.ts';
import type { ExportRequest } from '../core/exports.ts';
import type { GradeRecord, GradeResult } from '../core/grade.ts';
import type { RunLabel } from '../core/history.ts';
import type { ImportedModel, ModelReport } from '../core/imported-models.ts';
import type { MeasureProgress, MeasureReport, MeasureRequest } from '../core/measuring.ts';
import type { OwnChange, ReferenceAnswer, ReferenceRequest, TriedProblem, TryRequest } from '../core/own-problems.ts';
import type { RunEvent } from '../core/records.ts';
import type { SamplesProgress, SamplesReport, SamplesSummary } from '../core/samples.ts';
import type { Problem } from '../core/types.ts';
import type {
  AuditReport,
  AuditRequest,
  BenchmarkProgress,
  BenchmarkReport,
  CompareRequest,
  DeviceInfo,
  Lesson,
  LessonRequest,
  LossComparison,
  RunSnapshot,
  RunStart,
  RunSummary,
  TrainerApi,
} from '../trainer/api.ts';
import type { OnLaneEvents } from './beside/beside-store.ts';
import type { RunClient, RunListener } from './run-client.ts';
import { TrainerLink } from './trainer-link.ts';
import { words } from './words/index.ts';

type OnEvents = (events: readonly RunEvent[]) => void;

/** The trainer as the page and its script interface use it. */
export class TrainerClient implements RunClient, Disposable {
  readonly #listeners = new Set<RunListener>();
  /** On their way. */
  #runs = 0;
  #link = new TrainerLink();
  #warmUp: Promise<void> = Promise.resolve();

  /** The whole trainer, for calls that are no run (grading, sampling, evaluation, pre-training). */
  get remote(): Comlink.Remote<TrainerApi> {
    return this.#trusted().remote;
  }

  /** Resolves when the trainer can judge programs and is not busy with warming up. */
  readonly ready = async (): Promise<void> => {
    const { connected } = this.#trusted();
    await this.alive(connected);
    await this.#warmUp;
  };

  /** Passes a call's result on; rejects when the worker dies while it waits. */
  readonly alive = <T>(call: Promise<T>): Promise<T> => Promise.race([call, this.#link.died]);

  /** What only reads is asked again of the next worker, where the one that was asked is replaced meanwhile. */
  readonly #read = async <T>(ask: (remote: Comlink.Remote<TrainerApi>) => Promise<T>): Promise<T> => {
    const link = this.#trusted();
    try {
      return await Promise.race([ask(link.remote), link.died]);
    } catch (error) {
      if (link === this.#link) throw error;
      return this.#read(ask);
    }
  };

  listen(listener: RunListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Loads the model ahead of the first run. */
  prepare(config: RunConfigInput, onEvents: OnEvents): Promise<DeviceInfo> {
    const link = this.#trusted();
    const { connected, remote } = link;
    link.hearLoading((done, total) =>
      onEvents([{ type: 'phase', phase: 'loading', detail: words.page.python, done, total, loads: 'python' }]),
    );
    const prepared = this.alive(connected).then(() => this.alive(remote.prepare(config, Comlink.proxy(onEvents))));
    this.#warmUp = prepared.then(nothing, nothing); // the trainer does one thing at a time
    return prepared;
  }

  train(config: RunConfigInput, own?: readonly Problem[], start?: RunStart): Promise<RunSummary | null> {
    // From here on there is something to lose. What the browser says to it is shown with the history.
    this.persist().catch(() => false);
    return this.#run(parseConfig(config), (remote, onEvents) => remote.train(config, onEvents, own, start));
  }

  /** A run that a script begins: told to whoever listens, and to the script. Never in place of one that is on its way. */
  readonly trainFor = async (
    config: RunConfigInput,
    onEvents: (events: readonly RunEvent[]) => unknown,
    own?: readonly Problem[],
  ): Promise<RunSummary | null> => {
    if (this.#runs > 0) throw new Error('trainer: expected no run on its way, but there is one');
    const script: RunListener = { onStart: nothing, onEvents: (events) => void onEvents(events), onEnd: nothing };
    const unlisten = this.listen(script);
    try {
      return await this.train(config, own);
    } finally {
      unlisten();
    }
  };

  resumeRun(snapshot: RunSnapshot): Promise<RunSummary | null> {
    return this.#run(snapshot.config, (remote, onEvents) => {
      for (const listener of this.#listeners) listener.onEvents(snapshot.events);
      return remote.resumeRun(snapshot.id, onEvents);
    });
  }

  pause = () => this.alive(this.remote.pause());
  resume = () => this.alive(this.remote.resume());
  stop = () => this.alive(this.remote.stop());
  abandon = () => this.alive(this.remote.abandon());
  advance = (unit: StepUnit) => this.alive(this.remote.advance(unit));
  setPace = (seconds: number) => this.alive(this.remote.setPace(seconds));
  draft = () => this.alive(this.remote.draft());
  rollouts = (step?: number) => this.alive(this.remote.rollouts(step));
  unfinishedRun = () => this.#read((remote) => remote.unfinishedRun());
  finishedRun = () => this.#read((remote) => remote.finishedRun());

  ownProblems = () => this.#read((remote) => remote.ownProblems());
  changeOwn = (change: OwnChange) => this.alive(this.remote.changeOwn(change));
  readPrompt = (text: string) => this.alive(this.remote.readPrompt(text));
  promptLengths = (texts: readonly string[]) => this.alive(this.remote.promptLengths(texts));

  async answerReferences(requests: readonly ReferenceRequest[]): Promise<readonly ReferenceAnswer[]> {
    await this.alive(this.#trusted().connected);
    return this.alive(this.remote.answerReferences(requests));
  }

  /** Lets a model write; waits for the device to be warm, since the trainer does one thing at a time. */
  async tryProblem(request: TryRequest): Promise<TriedProblem> {
    await this.ready();
    return this.alive(this.remote.tryProblem(request));
  }

  async grade(records: readonly GradeRecord[]): Promise<readonly GradeResult[]> {
    await this.alive(this.#trusted().connected);
    const results: GradeResult[] = [];
    const onResults = (some: readonly GradeResult[]) => void results.push(...some);
    await this.alive(this.remote.grade(records, Comlink.proxy(onResults)));
    return results;
  }

  runs = () => this.#read((remote) => remote.runs());
  readRun = (id: string) => this.#read((remote) => remote.readRun(id));
  labelRun = (id: string, label: RunLabel) => this.alive(this.remote.labelRun(id, label));
  removeRun = (id: string) => this.alive(this.remote.removeRun(id));
  restoreRun = (id: string) => this.alive(this.remote.restoreRun(id));
  forgetRemoved = () => this.alive(this.remote.forgetRemoved());
  exportRun = (id: string) => this.alive(this.remote.exportRun(id));
  importRun = (bundle: Blob) => this.alive(this.remote.importRun(bundle));
  exportRunAs = (request: ExportRequest) => this.alive(this.remote.exportRunAs(request));
  rolloutsOf = (id: string, step?: number) => this.#read((remote) => remote.rolloutsOf(id, step));
  storage = () => this.#read((remote) => remote.storage());
  persist = () => navigator.storage?.persist?.() ?? Promise.resolve(false);

  importedModels = () => this.#read((remote) => remote.importedModels());
  removeModel = (id: string) => this.alive(this.remote.removeModel(id));

  async inspectModel(files: readonly File[]): Promise<ModelReport> {
    await this.alive(this.#trusted().connected);
    return this.alive(this.remote.inspectModel(files));
  }

  async importModel(
    files: readonly File[],
    name: string,
    onProgress: (done: number, total: number) => void,
  ): Promise<ImportedModel> {
    await this.alive(this.#trusted().connected);
    return this.alive(this.remote.importModel(files, name, Comlink.proxy(onProgress)));
  }

  /** Waits for the device to be warm, since the trainer does one thing at a time. */
  async loadRun(id: string): Promise<void> {
    await this.ready();
    const onEvents = (events: readonly RunEvent[]) => {
      // Another model may have been put on the device.
      const told = events.filter(({ type }) => type === 'device' || type === 'infra_error');
      for (const listener of this.#listeners) listener.onEvents(told);
    };
    await this.alive(this.remote.loadRun(id, Comlink.proxy(onEvents)));
  }

  /** Judges many programs; waits for the device to be warm, since the trainer does one thing at a time. */
  async audit(request: AuditRequest, onProgress: (done: number, total: number) => void): Promise<AuditReport> {
    await this.ready();
    return this.alive(this.remote.audit(request, Comlink.proxy(onProgress)));
  }

  async lesson(request: LessonRequest): Promise<Lesson> {
    await this.ready();
    return this.alive(this.remote.lesson(request));
  }

  async compare(request: CompareRequest): Promise<LossComparison> {
    await this.ready();
    return this.alive(this.remote.compare(request));
  }

  async trainBeside(
    configs: Readonly<Record<Lane, RunConfigInput>>,
    onEvents: OnLaneEvents,
    own?: readonly Problem[],
  ): Promise<void> {
    await this.ready();
    const link = this.#trusted();
    try {
      await this.alive(link.remote.trainBeside(configs, Comlink.proxy(onEvents), own));
    } catch (error) {
      link.distrust(); // what the worker still holds may be of no more use
      throw error;
    }
  }

  async measure(
    request: MeasureRequest,
    onProgress: (progress: MeasureProgress) => void,
    onNotice: (message: string) => void,
  ): Promise<MeasureReport | null> {
    await this.ready();
    const onEvents = (events: readonly RunEvent[]) => {
      for (const event of events) {
        // A fatal fault is what the call throws; what was passed over for the device is told where the device is shown.
        if (event.type === 'infra_error' && !event.fatal) onNotice(event.message);
      }
    };
    return this.alive(this.remote.measure(request, Comlink.proxy(onProgress), Comlink.proxy(onEvents)));
  }

  async benchmark(onProgress: (progress: BenchmarkProgress) => void): Promise<BenchmarkReport> {
    await this.ready();
    return this.alive(this.remote.benchmark(Comlink.proxy(onProgress)));
  }

  async readSamples(files: readonly File[]): Promise<SamplesSummary> {
    await this.alive(this.#trusted().connected);
    return this.alive(this.remote.readSamples(files));
  }

  async gradeSamples(onProgress: (progress: SamplesProgress) => void): Promise<SamplesReport> {
    await this.ready();
    return this.alive(this.remote.gradeSamples(Comlink.proxy(onProgress)));
  }

  cancelSamples = () => this.alive(this.remote.cancelSamples());
  samplesResults = () => this.alive(this.remote.samplesResults());

  [Symbol.dispose](): void {
    this.#link[Symbol.dispose]();
  }

  async #run(
    config: RunConfig,
    start: (remote: Comlink.Remote<TrainerApi>, onEvents: OnEvents) => Promise<RunSummary | null>,
  ) {
    this.#runs++;
    for (const listener of this.#listeners) listener.onStart(config);
    const link = this.#trusted();
    let fault = false;
    let over = false;
    const onEvents: OnEvents = (events) => {
      // A worker that failed may work on until it is replaced: what it still says is of a run that the page has ended.
      if (over) return;
      fault ||= events.some((event) => event.type === 'infra_error' && event.fatal);
      for (const listener of this.#listeners) listener.onEvents(events);
    };
    try {
      await this.ready();
      const summary = await this.alive(start(link.remote, Comlink.proxy(onEvents)));
      for (const listener of this.#listeners) listener.onEnd(null);
      return summary;
    } catch (error) {
      over = true;
      if (fault) link.distrust();
      const failure = error instanceof Error ? error : new Error(String(error));
      for (const listener of this.#listeners) listener.onEnd(failure);
      throw failure;
    } finally {
      this.#runs--;
    }
  }

  /** The link at hand, or another in the place of a broken one; only when something is asked, so that nothing loops. */
  #trusted(): TrainerLink {
    if (this.#link.broken) {
      this.#link[Symbol.dispose]();
      this.#link = new TrainerLink();
    }
    return this.#link;
  }
}

const nothing = () => undefined;
