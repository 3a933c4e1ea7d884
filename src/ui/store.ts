/** Signals around the fold: what the page shows and the few things a person can ask for. */

import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { RunConfig } from '../core/config.ts';
import type { ConfigChoice } from '../core/config-choice.ts';
import type { SettingValue } from '../core/config-docs.ts';
import type { StepUnit } from '../core/draft.ts';
import { nearestChoice } from '../core/nearest-choice.ts';
import type { RunEvent } from '../core/records.ts';
import type { RunSnapshot } from '../trainer/api.ts';
import { AuditStore } from './audit/audit-store.ts';
import { type BesideConfigs, BesideStore } from './beside/beside-store.ts';
import { changedPaths, type Plan, planOf, withoutSetting, withSetting } from './controls/choice.ts';
import { ControlStore } from './controls/control-store.ts';
import { PaceStore } from './controls/pace-store.ts';
import { isRunning, progressOf, type StageClock } from './controls/progress.ts';
import { CurvesStore } from './curves/curves-store.ts';
import { GuideStore } from './guide/guide-store.ts';
import { type DeviceStatus, DeviceStore } from './machine/device-store.ts';
import type { Loading } from './machine/loading.ts';
import { MachineStore } from './machine/machine-store.ts';
import { MeasureStore } from './measure/measure-store.ts';
import { ModelsStore } from './models/models-store.ts';
import { InstallStore } from './offline/install.ts';
import { OfflineStore } from './offline/offline-store.ts';
import { loadBundled, notLoaded, type ProblemSource } from './problems/bundled-problems.ts';
import { browserShelf } from './problems/problem-drafts.ts';
import { idsOf, mergedProblems, type ProblemsStatus, ProblemsStore, planWithOwn } from './problems/problems-store.ts';
import { type RecordedSource, ReplayStore } from './replay/replay-store.ts';
import { CompareStore } from './rollouts/compare-store.ts';
import { RolloutsStore, rolloutSource } from './rollouts/rollouts-store.ts';
import type { RunClient } from './run-client.ts';
import { browserText } from './runs/kept-text.ts';
import { RunExports } from './runs/run-exports.ts';
import { RunsStore } from './runs/runs-store.ts';
import { UnfinishedRun } from './runs/unfinished.ts';
import { SamplesStore } from './samples/samples-store.ts';
import { type Address, PLAIN_ADDRESS } from './shell/address.ts';
import type { View } from './shell/view.ts';
import { EMPTY_RUN, RECORDED, type RunState, reduceAll, startRun, stateOf } from './state.ts';

export type { DeviceStatus } from './machine/device-store.ts';
export type { ProblemsStatus } from './problems/problems-store.ts';

export interface PageSource extends ProblemSource {
  /** The run that comes with the page; absent where none does. */
  readonly recorded?: RecordedSource;
}

export class Store {
  readonly run: Signal<RunState> = signal(EMPTY_RUN);
  /** Exercise, algorithm and single settings of the next run. */
  readonly choice: Signal<ConfigChoice>;
  readonly plan: ReadonlySignal<Plan> = computed(() =>
    planWithOwn(planOf(this.choice.value), this.ownProblems.own.value.length),
  );
  /** Settings that the run on its way has otherwise: they take effect with the next one. */
  readonly pending: ReadonlySignal<readonly string[]> = computed(() => {
    const { config } = this.run.value;
    return this.running.value && config !== null ? changedPaths(this.plan.value.config, config) : [];
  });
  /** What the run on its way was chosen as; of a run that this page did not begin, what comes nearest. */
  readonly began: Signal<ConfigChoice>;
  /** What is wrong with the page's address; null when nothing is. */
  readonly complaint: Signal<string | null>;
  readonly #devices: DeviceStore;
  readonly #bundled: Signal<ProblemsStatus> = notLoaded();
  readonly problems: ReadonlySignal<ProblemsStatus> = computed(() =>
    mergedProblems(this.#bundled.value, this.ownProblems.list.value),
  );
  readonly ownProblems: ProblemsStore;
  readonly #unfinished: UnfinishedRun;
  /** Why the last run broke; null when it did not. */
  readonly failure: Signal<string | null> = signal<string | null>(null);
  /** For the time left of the present stage. */
  readonly stageClock: Signal<StageClock> = signal({ started: 0, advanced: 0 });
  readonly busy: Signal<boolean> = signal(false);
  readonly running: ReadonlySignal<boolean> = computed(() => this.busy.value || isRunning(this.run.value));
  /** An audit, a lesson, a comparison, a measurement of models or of the machine: the trainer does one thing at a time. */
  readonly occupied: ReadonlySignal<boolean> = computed(
    () =>
      this.audit.busy.value ||
      this.machine.busy.value ||
      this.losses.busy.value ||
      this.beside.busy.value ||
      this.gain.busy.value ||
      this.samples.busy.value ||
      this.ownProblems.busy.value ||
      this.history.busy.value,
  );
  /**
   * Of the run of this tab whose model the trainer holds, once it learned; null where there is none. A run that was read from
   * storage is shown, but its model is not loaded.
   */
  readonly trained: Signal<RunConfig | null> = signal<RunConfig | null>(null);
  readonly control: ControlStore;
  readonly audit: AuditStore;
  readonly machine: MachineStore;
  readonly losses: CompareStore;
  readonly beside: BesideStore;
  readonly gain: MeasureStore;
  readonly samples: SamplesStore;
  readonly rollouts: RolloutsStore;
  readonly curves: CurvesStore;
  readonly replay: ReplayStore;
  /** The run of this tab, or one of the history: the recorded run is nobody's. */
  readonly own: ReadonlySignal<RunState> = computed(() => (this.replay.recorded.value ? EMPTY_RUN : this.run.value));
  readonly guide: GuideStore;
  readonly pace: PaceStore;
  /** A setting that somebody is led to: the folded list opens at it. */
  readonly revealed: Signal<string | null> = signal<string | null>(null);
  /** Steps of the run on the page whose programs can be shown. */
  readonly keptSteps: ReadonlySignal<readonly number[]> = computed(() => {
    const steps = this.run.value.steps.map(({ step }) => step);
    return this.replay.recorded.value ? this.replay.keptSteps(steps.length) : steps;
  });
  readonly history: RunsStore;
  readonly exports: RunExports;
  readonly models: ModelsStore;
  readonly offline = new OfflineStore();
  readonly install = new InstallStore();
  /** How the page presents itself. */
  readonly view: View;
  readonly #client: RunClient;
  /** As the address had it. */
  readonly #opened: ConfigChoice;
  /** Of the run of this tab, once the trainer has told it. */
  #live: string | null = null;

  constructor(client: RunClient, address: Address = PLAIN_ADDRESS) {
    this.#client = client;
    this.choice = signal(address.choice);
    this.#opened = address.choice;
    this.view = address.view;
    this.complaint = signal(address.complaint);
    this.began = signal(address.choice);
    this.#devices = new DeviceStore(client, () => (this.trained.value = null));
    this.control = new ControlStore(client, address.view.pace);
    this.audit = new AuditStore(client);
    this.machine = new MachineStore(client);
    this.losses = new CompareStore(client);
    this.beside = new BesideStore(client);
    this.gain = new MeasureStore(client);
    this.samples = new SamplesStore(client);
    this.ownProblems = new ProblemsStore(client, browserShelf(), () => idsOf(this.#bundled.value), {
      get: () => this.plan.value.config.ownProblems,
      set: (n) => this.set('ownProblems', n),
    });
    this.replay = new ReplayStore(this);
    this.guide = new GuideStore(browserText, this.replay);
    this.pace = new PaceStore(
      {
        device: computed(() => (this.device.value.status === 'ready' ? this.device.value.info : null)),
        live: computed(() => (this.running.value ? this.run.value : null)),
        next: computed(() => (this.running.value && this.run.value.config) || this.plan.value.config),
      },
      browserText,
    );
    this.#unfinished = new UnfinishedRun(client, this);
    this.rollouts = new RolloutsStore(
      (id) => (id === RECORDED ? this.replay : rolloutSource(client, id, this.#live)),
      () => ({
        ...{ id: this.run.value.id, newest: this.run.value.steps.at(-1)?.step ?? null },
        live: this.running.value && !this.replay.recorded.value,
      }),
    );
    this.history = new RunsStore(client, this);
    this.exports = new RunExports(client);
    this.models = new ModelsStore(client, {
      model: computed(() => this.plan.value.config.model),
      choose: (model) => this.set('model', model),
    });
    this.curves = new CurvesStore(this.run);
    client.listen({
      onStart: (config) => this.#begin(config),
      onEvents: (events) => this.#fold(events),
      onEnd: (error) => this.#end(error),
    });
  }

  /** Whether there is anything on the page that a reset takes off it. */
  readonly resettable: ReadonlySignal<boolean> = computed(() => this.running.value || this.run.value.config !== null);

  get unfinished(): Signal<RunSnapshot | null> {
    return this.#unfinished.snapshot;
  }

  get device(): ReadonlySignal<DeviceStatus> {
    return this.#devices.status;
  }

  /** Part by part, while the device is not ready. */
  get loading(): ReadonlySignal<Loading> {
    return this.#devices.loading;
  }

  get paused(): ReadonlySignal<boolean> {
    return this.control.paused;
  }

  get stopping(): ReadonlySignal<boolean> {
    return this.control.stopping;
  }

  /** Loads problems, looks for an earlier run and warms the device up; failures become what the page shows. */
  async open(source: PageSource): Promise<void> {
    const prepared = this.#devices.prepareFor(this.plan.value.config);
    const earlier = this.#findEarlier();
    if (source.recorded) void this.replay.open(source.recorded, earlier);
    await Promise.all([
      loadBundled(this.#bundled, source),
      this.ownProblems.open(),
      earlier,
      this.history.refresh(),
      this.models.refresh(),
      prepared,
    ]);
  }

  /** Changes one setting of the next run. */
  set(path: string, value: SettingValue): void {
    this.choice.value = withSetting(this.choice.value, path, value);
  }

  /** Gives one setting back to exercise and algorithm. */
  unset(path: string): void {
    this.choice.value = withoutSetting(this.choice.value, path);
  }

  /** Nothing while something else has the trainer, or of settings that do not go together: what is on the page stays. */
  async train(waitAfter?: StepUnit): Promise<void> {
    if (this.running.value || this.occupied.value || this.plan.value.conflict !== null) return;
    this.busy.value = true;
    this.ownProblems.runBegins();
    this.replay.leave(EMPTY_RUN);
    if (waitAfter !== undefined) this.control.beginWith(waitAfter);
    await this.#devices.prepareFor(this.plan.value.config);
    const { asked } = this.control;
    const start = waitAfter === undefined ? {} : { advance: waitAfter };
    const refused = this.device.value.status === 'failed' || asked.value === 'stop' || asked.value === 'reset';
    if (refused) this.#end(null);
    else await this.#client.train(this.plan.value.config, this.ownProblems.list.value, start).catch(() => undefined); // onEnd has told the reason
  }

  /** Two runs in turn; the model at hand stays what it was. */
  async trainBeside(configs: BesideConfigs): Promise<void> {
    if (this.running.value || this.occupied.value) return;
    await this.#devices.settled;
    await this.beside.train(configs, this.ownProblems.list.value);
    void this.history.refresh();
  }

  /** Space bar and big button: train, pause or resume, whichever applies. */
  async toggle(): Promise<void> {
    await (this.running.value ? this.control.togglePause() : this.train());
  }

  /** Goes on to the end of the step, or of its next part, and waits there; begins a run where none is on its way. */
  async advance(unit: StepUnit): Promise<void> {
    await (this.running.value ? this.control.advance(unit) : this.train(unit));
  }

  async stop(): Promise<void> {
    await this.control.stop();
  }

  /** Back to the base model: the run ends and leaves the page, not the history; settings stay. Resolves when it is over. */
  async reset(): Promise<void> {
    const { config, steps } = this.own.value;
    batch(() => {
      this.#clear();
      this.run.value = EMPTY_RUN;
      this.control.wasReset.value = config === null ? null : steps.length;
    });
    if (this.running.value) await this.control.end();
  }

  /** Ends the run on its way and begins another with the settings of now. */
  async restart(): Promise<void> {
    if (this.plan.value.conflict !== null) return;
    await this.reset();
    await this.train();
  }

  async continueUnfinished(): Promise<void> {
    const snapshot = this.unfinished.value;
    if (snapshot === null || this.running.value || this.occupied.value) return;
    this.busy.value = true;
    this.unfinished.value = null;
    // The form says what goes on, unless somebody has begun to choose what comes after it.
    if (this.choice.value === this.#opened) this.choice.value = nearestChoice(snapshot.config);
    await this.#devices.settled;
    await this.#client.resumeRun(snapshot).catch(() => undefined); // onEnd has told the reason
  }

  async discardUnfinished(): Promise<void> {
    await this.#unfinished.discard();
    await this.history.refresh();
  }

  #begin(config: RunConfig): void {
    batch(() => {
      this.busy.value = true;
      this.complaint.value = null;
      this.unfinished.value = null;
      this.#clear();
      this.run.value = startRun(config);
      const asPlanned = changedPaths(this.plan.value.config, config).length === 0;
      this.began.value = asPlanned ? this.choice.value : nearestChoice(config);
      this.control.begins();
    });
  }

  /** Nothing of an earlier run is said of the next. */
  #clear(): void {
    this.failure.value = null;
    this.trained.value = null;
    this.gain.outdate();
    this.stageClock.value = { started: performance.now(), advanced: performance.now() };
    this.#live = null;
    this.rollouts.clear();
  }

  #fold(events: readonly RunEvent[]): void {
    this.control.hear(events);
    if (this.control.resetting.value) return; // it is off the page already
    const old = this.run.value;
    const state = reduceAll(old, events);
    batch(() => {
      const { stage, shares } = progressOf(state);
      const past = progressOf(old);
      const advanced = performance.now();
      if (stage !== past.stage) this.stageClock.value = { started: advanced, advanced };
      else if (stage !== null && shares[stage] !== past.shares[stage]) {
        this.stageClock.value = { ...this.stageClock.value, advanced };
      }
      const moved = events.findLast((event) => event.type === 'device');
      if (moved) this.#devices.moved(moved.device);
      if (events.some((event) => event.type === 'step')) this.trained.value = state.config;
      this.#live = state.id;
      this.run.value = state;
    });
    if (state.id !== old.id) void this.history.refresh();
  }

  #end(error: Error | null): void {
    batch(() => {
      this.busy.value = false;
      if (error !== null) this.failure.value = error.message;
      if (isRunning(this.run.value)) this.run.value = { ...this.run.value, phase: 'stopped' };
      this.control.ends();
    });
    void this.history.refresh();
    if (error !== null) void this.#unfinished.findBroken();
  }

  /** A run that was interrupted can go on; else the last one that ended is shown again. */
  async #findEarlier(): Promise<void> {
    await this.#unfinished.find();
    if (this.unfinished.value !== null) return;
    const snapshot = await this.#client.finishedRun().catch(() => null);
    if (snapshot === null || this.running.value || this.own.value.config !== null) return;
    this.run.value = stateOf(snapshot);
  }
}
