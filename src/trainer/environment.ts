/** What the trainer needs from where it runs (a browser worker, or Node in tests): models, problems, a judge, a store. */

import type { Analyst } from '../core/analysis.ts';
import type { Probe } from '../core/behaviour.ts';
import type { PromptCodec } from '../core/codec.ts';
import type { RunConfig } from '../core/config.ts';
import type { GradeRecord, GradeResult } from '../core/grade.ts';
import type { StorageReport } from '../core/history.ts';
import type { Judge } from '../core/judge.ts';
import type { Policy } from '../core/policy.ts';
import type { PythonFiles } from '../interop/experiment.ts';
import type { AdaptedSpec } from '../model/adapted/spec.ts';
import type { TensorSource } from '../model/adapted/tensor-source.ts';
import type { ModelSpec } from '../model/spec.ts';
import type { TextTokenizer } from '../model/text-tokenizer.ts';
import type { Tokenizer } from '../model/tokenizer.ts';
import type { FreshTests } from '../rl/rollout/fresh.ts';
import type { ModelLibrary } from '../store/model-library.ts';
import type { PoolStore } from '../store/pools.ts';
import type { ProblemStore } from '../store/problems.ts';
import type { BaseIdentity, RunStore } from '../store/runs.ts';
import type { LiveRuns } from './live-runs.ts';
import type { ProblemSets } from './measuring/measure.ts';
import type { PretrainProgress, PretrainRequest } from './pretrain-request.ts';

/** A model of this house: all of its weights are trained. */
export interface OwnModel {
  readonly spec: ModelSpec;
  /** Packed in the order of `model/spec`. */
  readonly weights: Float32Array;
  readonly codec: PromptCodec;
  readonly tokenizer: Tokenizer;
  readonly base?: never;
}

/** An imported model: its own weights stay as they are, adapters are trained. */
export interface AdaptedModel {
  readonly spec: AdaptedSpec;
  /** Adapters, packed in the order of `model/adapted/adapters`. */
  readonly weights: Float32Array;
  readonly codec: PromptCodec;
  readonly tokenizer: TextTokenizer;
  readonly base: ImportedBase;
}

/** What adapters are for. */
export interface ImportedBase extends BaseIdentity {
  readonly tensors: TensorSource;
  /** By name, without directories; those that are needed. */
  readonly files: ReadonlyMap<string, Blob>;
  /** Numbers in its weights. */
  readonly parameters: number;
}

export type LoadedModel = OwnModel | AdaptedModel;

export const isAdapted = (model: LoadedModel): model is AdaptedModel => 'decoder' in model.spec;

export const identityOf = ({ name, digest }: BaseIdentity): BaseIdentity => ({ name, digest });

/** Which model, and what the adapters of an imported one are like. */
export interface ModelRequest {
  readonly model: string;
  readonly lora: RunConfig['lora'];
  /** Of the first adapters. */
  readonly seed: number;
}

export interface Environment {
  /** `onTrouble` hears, in a sentence, why nothing is stored, now or from some moment on. */
  openStore(onTrouble: (message: string) => void): Promise<RunStore>;
  openPools(): Promise<PoolStore>;
  /** Problems that a person wrote or imported. */
  openProblems(): Promise<ProblemStore>;
  /** Models that a person imported. */
  openModels(): Promise<ModelLibrary>;
  /** Imported models that are being written or removed, in this tab or in another one. */
  readonly heldModels: LiveRuns;
  /** Runs that are on their way, in this tab or in another one. */
  readonly liveRuns: LiveRuns;
  /** Runs that were removed in a tab where a person may still take that back. */
  readonly removedRuns: LiveRuns;
  /** What the page has in this browser and may have; null where the browser does not tell. */
  storageEstimate?(): Promise<Pick<StorageReport, 'used' | 'quota' | 'persisted'>>;
  /**
   * The sandbox's port and the address that models and problems are relative to; what needs them waits.
   * `onTrouble` hears of sandbox workers that died and were replaced.
   */
  connect(port: MessagePort, baseUrl: string, onTrouble: (message: string) => void): void;
  judge(): Promise<Judge>;
  /** Which build of the sandbox that is: verdicts of another may differ. */
  judgeVersion(): Promise<string>;
  /**
   * Looks at programs for rewards with layers; where there is none, those layers are left out. `onNotice` hears of tools
   * that could not be had.
   */
  analyst?(onNotice: (message: string) => void): Promise<Analyst>;
  /** Makes new tests from a problem's own generator and reference. */
  readonly freshTests?: FreshTests;
  /** Tells what programs do on inputs without right answers; where it is missing, nothing can be searched. */
  readonly probe?: Probe;
  grade(records: readonly GradeRecord[], onResults: (results: readonly GradeResult[]) => void): Promise<void>;
  loadModel(request: ModelRequest, onProgress: (done: number, total: number) => void): Promise<LoadedModel>;
  loadSets(): Promise<ProblemSets>;
  /** Python that goes along with exports. */
  loadPython(): Promise<PythonFiles>;
  /** `notes` say why backends that a person might expect were passed over; `onProgress` hears of what takes its time. */
  createPolicy(
    model: LoadedModel,
    backend: RunConfig['backend'],
    onProgress: (done: number, total: number, what: string) => void,
  ): Promise<{ readonly policy: Policy; readonly notes: readonly string[] }>;
  pretrain(request: PretrainRequest, onProgress: (progress: PretrainProgress) => Promise<void>): Promise<void>;
}
