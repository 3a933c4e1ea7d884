/** An experiment in the form of each framework. */

import type { ExportedFiles, ExportKind } from '../core/exports.ts';
import type { ExperimentInput } from './experiment.ts';
import { adapterFiles, huggingfaceFiles } from './huggingface/huggingface.ts';
import { trlFiles } from './trl/trl.ts';
import { verlFiles } from './verl/verl.ts';

/** @throws Error, in one sentence, where the framework has no such algorithm */
export function experimentFiles(input: ExperimentInput, to: Exclude<ExportKind, 'results'>): ExportedFiles {
  switch (to) {
    case 'huggingface':
      return huggingfaceFiles(input);
    case 'adapter':
      return adapterFiles(input);
    case 'trl':
      return trlFiles(input);
    case 'verl':
      return verlFiles(input);
    default:
      return to satisfies never;
  }
}
