/** Models that a person brings along: what is known of one before it is loaded, what is kept, and what can be asked. */

/** Bytes that a model will need on its device while it is trained, by what they are for. */
export interface MemoryEstimate {
  /** The frozen weights, which policy and reference share. */
  readonly base: number;
  /** Adapters, their gradient, two moments, and the reference's own adapters. */
  readonly adapters: number;
  /** Keys and values of the rows that are sampled together. */
  readonly cache: number;
  /** Of one micro-batch, forward and backward, logits included. */
  readonly activations: number;
  readonly total: number;
}

export interface ImportedModel {
  /** What it is called as `model` in a configuration: `imported:` and a name of letters, digits, dots and hyphens. */
  readonly id: string;
  readonly architecture: 'gpt2' | 'codegen' | 'llama';
  readonly parameters: number;
  readonly layers: number;
  readonly width: number;
  readonly heads: number;
  readonly contextLength: number;
  readonly vocabSize: number;
  readonly dtype: 'F32' | 'F16' | 'BF16';
  /** Bytes of its files. */
  readonly bytes: number;
  /** With the default adapters. */
  readonly memory: MemoryEstimate;
}

/** What is said of files before anything of them is kept. */
export interface ModelReport {
  /** Null where the files are no model that can run here. */
  readonly model: Omit<ImportedModel, 'id'> | null;
  /** The name that it would get. */
  readonly name: string;
  /** Why it cannot be had, in one sentence; null where it can. */
  readonly refusal: string | null;
  /** What a person should know before: that memory is tight, files that are not used. */
  readonly notes: readonly string[];
}

/** What the trainer does for imported models. */
export interface ModelDesk {
  importedModels(): Promise<readonly ImportedModel[]>;
  /** Reads headers only; never rejects for what is wrong with the files. */
  inspectModel(files: readonly File[]): Promise<ModelReport>;
  /**
   * Keeps the files and their name; what is there under that name already is left as it is and refused.
   *
   * @param onProgress bytes so far and in all
   */
  importModel(
    files: readonly File[],
    name: string,
    onProgress: (done: number, total: number) => void,
  ): Promise<ImportedModel>;
  removeModel(id: string): Promise<void>;
}
