/** Which problems of a file a model can read: those whose prompt leaves room for a program. The others are told and left out. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promptRoom } from '../core/codec.ts';
import type { Problem } from '../core/types.ts';
import { loadTokenizer } from '../model/tokenizer.ts';
import { createCodec } from '../trainer/codec.ts';
import { ROOT } from './build.ts';
import { readJson } from './files.ts';
import { counted, progress } from './output.ts';

/** Where the files of a model lie: a folder that was named, or those that come with the page. */
const folderOf = (model: string): string => (existsSync(model) ? model : join(ROOT, 'public', 'models', model));

/** How many tokens a prompt of a folder's model has, and may have; null for a tokenizer that only the trainer reads. */
function measureOf(
  folder: string,
  maxNewTokens: number,
): { readonly most: number; readonly tokens: (problem: Problem) => number } | null {
  try {
    const config = readJson(join(folder, 'config.json')) as { readonly n_positions?: unknown };
    const context = Number(config.n_positions);
    const codec = createCodec(loadTokenizer(readJson(join(folder, 'tokenizer.json'))), context);
    const most = promptRoom(context, maxNewTokens);
    return Number.isFinite(most) ? { most, tokens: (problem) => codec.encodePrompt(problem).length } : null;
  } catch {
    // An imported model has a tokenizer of another kind, and a context of its own: the trainer looks at its prompts.
    return null;
  }
}

/**
 * The problems that every one of the models can read.
 *
 * @param models names of the page's, or folders
 * @throws Error where none is left
 */
export function fittingProblems(
  problems: readonly Problem[],
  models: readonly string[],
  maxNewTokens: number,
): readonly Problem[] {
  const measures = models.flatMap((model) => measureOf(folderOf(model), maxNewTokens) ?? []);
  const fits = (problem: Problem) => measures.every(({ most, tokens }) => tokens(problem) <= most);
  const fitting = problems.filter(fits);
  const left = problems.length - fitting.length;
  if (left === 0) return fitting;
  const most = Math.min(...measures.map((one) => one.most));
  const why = `prompts of more than ${most} tokens leave no room for a program of ${maxNewTokens}`;
  if (fitting.length === 0) throw new Error(`problems: expected one that the model can read, got none: ${why}`);
  progress(`${counted(left, 'problem')} left out, ${fitting.length} stay: ${why}`);
  return fitting;
}
