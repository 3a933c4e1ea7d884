/** What leaves the house for other tools, as folders of files in one zip. */

/**
 * `huggingface`: the model as `from_pretrained` loads it. `adapter`: of an imported model only what was trained, as PEFT
 * loads it. `trl` and `verl`: the same experiment for those frameworks.
 * `results`: metrics and completions as tables.
 */
export const EXPORT_KINDS = ['huggingface', 'adapter', 'trl', 'verl', 'results'] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

/** Contents by path inside the folder, with `/` between its parts. */
export type ExportedFiles = Readonly<Record<string, Uint8Array<ArrayBuffer>>>;

export interface ExportRequest {
  /** A run of the history. */
  readonly run: string;
  readonly to: ExportKind;
}

/** What the trainer does for exports. */
export interface ExportDesk {
  /** One zip; the folder inside has the name of the run. Rejects, in one sentence, where the run has nothing of the kind. */
  exportRunAs(request: ExportRequest): Promise<Blob>;
}
