/** The trainer behind the page: owns the model, the judge and the store, and runs one thing at a time. */

import type { Lane } from '../core/beside.ts';
import { parseConfig, type RunConfigInput } from '../core/config.ts';
import type { StepDraft, StepUnit } from '../core/draft.ts';
import { messageOf } from '../core/errors.ts';
import type { ExportDesk, ExportRequest } from '../core/exports.ts';
import type { GradeRecord, GradeResult } from '../core/grade.ts';
import type { RunLabel } from '../core/history.ts';
import type { ModelDesk } from '../core/imported-models.ts';
import type { MeasureProgress, MeasureReport, MeasureRequest } from '../core/measuring.ts';
import type { OwnChange, OwnDesk, ReferenceRequest, TriedProblem, TryRequest } from '../core/own-problems.ts';
import type { RolloutRecord, RunEvent, StepRecord } from '../core/records.ts';
import type { SamplesProgress, SamplesReport, SamplesSummary } from '../core/samples.ts';
import type { Problem } from '../core/types.ts';
import { compareLosses, type LossComparison } from '../rl/compare.ts';
import type { RunStore } from '../store/runs.ts';
import type {
  AuditReport,
  AuditRequest,
  BenchmarkProgress,
  BenchmarkReport,
  CompareRequest,
  DeviceInfo,
  Lesson,
  LessonRequest,
  PretrainProgress,
  PretrainRequest,
  RunSnapshot,
  RunStart,
  RunSummary,
  SampledProgram,
  SampleRequest,
  TrainerApi,
} from './api.ts';
import { auditIn, lessonIn } from './audits.ts';
import { DEFAULT_BENCHMARK, runBenchmark } from './benchmark.ts';
import { trainBeside } from './beside.ts';
import { type CheckpointFiles, modelFiles } from './checkpoint-files.ts';
import { RunControl } from './control.ts';
import type { Environment } from './environment.ts';
import { createEventBatcher } from './event-batcher.ts';
import { exportDeskIn } from './exporting/desk.ts';
import { historyIn, type KeptHistory } from './history.ts';
import { modelDeskIn } from './imported/desk.ts';
import { KeptSteps } from './kept-steps.ts';
import { measureIn } from './measuring/measure-in.ts';
import { deviceOf, Models } from './models.ts';
import { ownDeskIn } from './own-desk.ts';
import { setsOf } from './own-problems.ts';
import { samplePrograms } from './programs.ts';
import { newRunId } from './run-ids.ts';
import { loadModelOf } from './run-models.ts';
import { beginRun } from './run-recorder.ts';
import { SampleGrading } from './samples.ts';
import { endOf, type RunToDo, runStored } from './stored-run.ts';
import { interruptedRun, snapshotOf } from './stored-runs.ts';
import { tryIn } from './try-problem.ts';

const BUSY_WITH_IT = 'this tab is at work with it';

type Deliver = (events: readonly RunEvent[]) => void;

export class TrainerSession implements TrainerApi {
  readonly #environment: Environment;
  readonly #store: Promise<RunStore>;
  readonly #history: KeptHistory;
  readonly #imported: ModelDesk;
  readonly #exports: ExportDesk;
  readonly #own: Omit<OwnDesk, 'tryProblem'>;
  readonly #models: Models;
  readonly #kept = new KeptSteps();
  readonly #samples: SampleGrading;
  /** Of the run on its way; two where two are trained side by side. */
  #controls: readonly RunControl[] = [new RunControl()];
  #pace = 0;
  /** Why nothing is stored; null as long as it is. */
  #storageTrouble: string | null = null;
  #busy: string | undefined;
  /** Where events of the present task go. */
  #emit: ((event: RunEvent) => void) | undefined;

  constructor(environment: Environment) {
    this.#environment = environment;
    this.#store = environment.openStore((message) => {
      this.#storageTrouble = message;
      this.#emit?.({ type: 'infra_error', message, fatal: false });
    });
    this.#history = historyIn({ opening: this.#store, environment, trouble: () => this.#storageTrouble });
    this.#imported = modelDeskIn({
      opening: environment.openModels(),
      environment,
      inUse: (id) => (this.#busy !== undefined && this.#models.ready?.wanted.model === id ? BUSY_WITH_IT : null),
    });
    this.#exports = exportDeskIn({ opening: this.#store, environment });
    this.#own = ownDeskIn({
      opening: environment.openProblems(),
      environment,
      atHand: () => this.#models.ready?.model,
    });
    this.#samples = new SampleGrading(environment);
    this.#models = new Models(environment, (event) => this.#emit?.(event));
  }

  async connect(port: MessagePort, baseUrl: string): Promise<void> {
    this.#environment.connect(port, baseUrl, (message) => this.#emit?.({ type: 'infra_error', message, fatal: false }));
  }

  async prepare(input: RunConfigInput, onEvents: Deliver): Promise<DeviceInfo> {
    const config = parseConfig(input);
    return this.#exclusively('load a model', onEvents, async () => {
      return deviceOf(await this.#models.prepare(config));
    });
  }

  async train(
    input: RunConfigInput,
    onEvents: Deliver,
    brought?: readonly Problem[],
    start: RunStart = {},
  ): Promise<RunSummary | null> {
    const config = parseConfig(input);
    return this.#exclusively('train', onEvents, async (emit) => {
      if (start.advance !== undefined) void this.#control.advance(start.advance);
      // Refused before anything is stored or given up.
      const { own } = setsOf(config, await this.#environment.loadSets(), brought);
      const startedAt = Date.now();
      const id = newRunId(startedAt);
      return this.#run(id, emit, async () => {
        const kept = { store: await this.#store, environment: this.#environment, emit };
        await beginRun({ id, config, startedAt, ...(own && { own }) }, kept);
        return { id, config, past: [], own };
      });
    });
  }

  async resumeRun(id: string, onEvents: Deliver): Promise<RunSummary | null> {
    return this.#exclusively('train', onEvents, async (emit) => {
      const store = await this.#store;
      return this.#run(id, emit, async () => {
        const run = await store.run(id);
        if (!run) throw new Error(`trainer: expected the run ${id} in the store, found none`);
        // What an older version did not know has today's default.
        return {
          id,
          config: parseConfig(run.config),
          past: await store.events(id),
          own: run.own,
          imported: run.imported,
        };
      });
    });
  }

  async pause(): Promise<void> {
    for (const control of this.#controls) control.pause();
  }

  async resume(): Promise<void> {
    for (const control of this.#controls) control.resume();
  }

  async stop(): Promise<void> {
    for (const control of this.#controls) control.stop();
  }

  async abandon(): Promise<void> {
    for (const control of this.#controls) control.abandon();
  }

  async advance(unit: StepUnit): Promise<void> {
    if (this.#busy !== 'train') throw new Error(`trainer: expected a run on its way to advance by a ${unit}, got none`);
    await this.#control.advance(unit);
  }

  async setPace(seconds: number): Promise<void> {
    if (!(seconds >= 0 && Number.isFinite(seconds)))
      throw new Error(`trainer: expected a pace of 0 seconds or more, got ${seconds}`);
    this.#pace = seconds;
    for (const control of this.#controls) control.setPace(seconds);
  }

  async trainBeside(
    inputs: Readonly<Record<Lane, RunConfigInput>>,
    onEvents: (lane: Lane, events: readonly RunEvent[]) => void,
    own?: readonly Problem[],
  ): Promise<void> {
    const configs = { a: parseConfig(inputs.a), b: parseConfig(inputs.b) };
    await this.#exclusively('train side by side', undefined, async () => {
      const onControls = (controls: readonly RunControl[]) => {
        this.#controls = controls;
      };
      const [environment, store, pace] = [this.#environment, await this.#store, this.#pace];
      await trainBeside(configs, { environment, store, own, pace, onControls, onEvents });
    });
  }

  async draft(): Promise<StepDraft | null> {
    return this.#kept.draft;
  }

  async rollouts(step?: number): Promise<readonly RolloutRecord[]> {
    const known = this.#kept.rollouts(step);
    if (known.length > 0 || this.#kept.run === null) return known;
    return this.#history.rolloutsOf(this.#kept.run, step);
  }

  async steps(): Promise<readonly StepRecord[]> {
    return this.#kept.records;
  }

  async compare({ step, a, b }: CompareRequest): Promise<LossComparison> {
    const [first, second] = [parseConfig(a), parseConfig(b)];
    return this.#exclusively('compare losses', undefined, async () => {
      const { ready } = this.#models;
      if (ready === undefined) throw new Error('trainer: expected a run to compare losses on, got none yet');
      const { endOfText, contextLength } = ready.model.codec;
      const batch = { ...this.#kept.batch(step), endOfText, contextLength };
      return ready.keeper.use((policy) => compareLosses(policy, batch, first, second), 1);
    });
  }

  async checkpoint(): Promise<CheckpointFiles> {
    const { ready } = this.#models;
    if (ready === undefined) throw new Error('trainer: expected a model to have been loaded, got none yet');
    const { model, keeper } = ready;
    return modelFiles(model, (await keeper.save()).weights);
  }

  async unfinishedRun(): Promise<RunSnapshot | null> {
    const store = await this.#store;
    return snapshotOf(store, await interruptedRun(store, this.#environment.liveRuns));
  }

  async finishedRun(): Promise<RunSnapshot | null> {
    const store = await this.#store;
    return snapshotOf(
      store,
      (await store.runs()).find((run) => run.finished),
    );
  }

  runs = () => this.#history.runs();
  readRun = (id: string) => this.#history.readRun(id);
  labelRun = (id: string, label: RunLabel) => this.#history.labelRun(id, label);
  removeRun = (id: string) => this.#history.removeRun(id);
  restoreRun = (id: string) => this.#history.restoreRun(id);
  forgetRemoved = () => this.#history.forgetRemoved();
  exportRun = (id: string) => this.#history.exportRun(id);
  importRun = (bundle: Blob) => this.#history.importRun(bundle);
  rolloutsOf = (id: string, step?: number) => this.#history.rolloutsOf(id, step);
  storage = () => this.#history.storage();

  importedModels = () => this.#imported.importedModels();
  inspectModel = (files: readonly File[]) => this.#imported.inspectModel(files);
  importModel = (files: readonly File[], name: string, onProgress: (done: number, total: number) => void) =>
    this.#imported.importModel(files, name, onProgress);
  removeModel = (id: string) => this.#imported.removeModel(id);

  exportRunAs = (request: ExportRequest) => this.#exports.exportRunAs(request);

  ownProblems = () => this.#own.ownProblems();
  changeOwn = (change: OwnChange) => this.#own.changeOwn(change);
  readPrompt = (text: string) => this.#own.readPrompt(text);
  promptLengths = (texts: readonly string[]) => this.#own.promptLengths(texts);
  answerReferences = (requests: readonly ReferenceRequest[]) => this.#own.answerReferences(requests);

  async loadRun(id: string, onEvents?: Deliver): Promise<void> {
    await this.#exclusively('load a run', onEvents, async () => {
      const store = await this.#store;
      const run = await store.run(id);
      if (run === null) throw new Error(`history: expected the run ${id} in the history, found none`);
      const state = await loadModelOf(run, store, this.#models);
      this.#kept.begin(id, await store.events(id));
      this.#kept.startFrom(state);
    });
  }

  async grade(records: readonly GradeRecord[], onResults: (results: readonly GradeResult[]) => void): Promise<void> {
    // Over Comlink every delivery is a promise, and the last one must not come after the end.
    const delivered: unknown[] = [];
    await this.#environment.grade(records, (results) => void delivered.push(onResults(results)));
    await Promise.all(delivered);
  }

  async measure(
    request: MeasureRequest,
    onProgress: (progress: MeasureProgress) => void,
    onEvents?: Deliver,
  ): Promise<MeasureReport | null> {
    return this.#exclusively('measure', onEvents, (emit) =>
      measureIn(request, {
        environment: this.#environment,
        atHand: this.#models.ready,
        control: this.#control,
        emit,
        onProgress,
      }),
    );
  }

  async sample(request: SampleRequest): Promise<readonly SampledProgram[]> {
    return this.#exclusively('sample', undefined, async () => {
      const { model, keeper } = await this.#models.prepare(request);
      return keeper.use((policy) => samplePrograms(policy, model.codec, request), 1);
    });
  }

  async tryProblem(request: TryRequest): Promise<TriedProblem> {
    return this.#exclusively('try a problem', undefined, (emit) =>
      tryIn(request, { environment: this.#environment, atHand: this.#models.ready, emit }),
    );
  }

  async audit(request: AuditRequest, onProgress: (done: number, total: number) => void): Promise<AuditReport> {
    return this.#exclusively('audit', undefined, () => auditIn(this.#environment, request, onProgress));
  }

  async lesson(request: LessonRequest): Promise<Lesson> {
    return this.#exclusively('give a lesson', undefined, () => lessonIn(this.#environment, request));
  }

  async benchmark(
    onProgress: (progress: BenchmarkProgress) => void,
    request = DEFAULT_BENCHMARK,
  ): Promise<BenchmarkReport> {
    return this.#exclusively('measure the machine', undefined, () => runBenchmark(request, onProgress));
  }

  async readSamples(files: readonly File[]): Promise<SamplesSummary> {
    return this.#samples.read(files);
  }

  async gradeSamples(onProgress: (progress: SamplesProgress) => void): Promise<SamplesReport> {
    return this.#exclusively('grade samples', undefined, () => this.#samples.grade(onProgress));
  }

  async cancelSamples(): Promise<void> {
    this.#samples.cancel();
  }

  async samplesResults(): Promise<Blob> {
    return this.#samples.results();
  }

  async pretrain(request: PretrainRequest, onProgress: (progress: PretrainProgress) => Promise<void>): Promise<void> {
    await this.#exclusively('pre-train', undefined, () => this.#environment.pretrain(request, onProgress));
  }

  /**
   * Works on a run while other tabs know of it. That it finished is told when nothing of it is left to do: whoever hears it
   * may ask for the next task at once.
   */
  async #run(
    id: string,
    emit: (event: RunEvent) => void,
    runToDo: () => Promise<RunToDo> | RunToDo,
  ): Promise<RunSummary | null> {
    const [environment, models, kept, control] = [this.#environment, this.#models, this.#kept, this.#control];
    emit({ type: 'begin', id });
    const store = await this.#store;
    const summary = await environment.liveRuns.hold(id, async () =>
      runStored(await runToDo(), { environment, store, models, kept, control, emit }),
    );
    if (summary !== null) emit(endOf(summary));
    return summary;
  }

  get #control(): RunControl {
    return this.#controls[0]!;
  }

  /** Runs one task; a second one at the same time is refused by name. Failures are told before they are thrown. */
  async #exclusively<T>(
    task: string,
    onEvents: Deliver | undefined,
    work: (emit: (event: RunEvent) => void) => Promise<T>,
  ): Promise<T> {
    if (this.#busy !== undefined)
      throw new Error(`trainer: expected to be idle to ${task}, but it is busy: ${this.#busy}`);
    this.#busy = task;
    this.#controls = [new RunControl(this.#pace)];
    const batcher = createEventBatcher(onEvents ?? (() => {}));
    this.#emit = batcher.push;
    try {
      return await work(batcher.push);
    } catch (error) {
      batcher.push({ type: 'infra_error', message: messageOf(error), fatal: true });
      throw error;
    } finally {
      this.#emit = undefined;
      this.#kept.sketch();
      for (const control of this.#controls) control.stop(); // whoever waits for a step waits for nothing more
      // Before the last events are on their way: whoever gets them may ask for the next task.
      this.#busy = undefined;
      await batcher.flush();
    }
  }
}
