/** The folder of a run: by which names `train` leaves files there and `export` finds them, and a person's own problems. */

import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type ConfigChoice, chosenConfig } from '../core/config-choice.ts';
import { layerConfig } from '../core/config-diff.ts';
import { writeConfigFile } from '../core/config-file.ts';
import type { Problem } from '../core/types.ts';
import { parseProblems } from '../problems/format.ts';
import { writeProblems } from '../problems/write.ts';
import { readInput, writeWhole } from './files.ts';

export const RUN = {
  config: 'config.json',
  steps: 'steps.jsonl',
  evaluations: 'evaluations.jsonl',
  summary: 'summary.json',
  checkpoint: 'checkpoint',
  rollouts: 'rollouts',
  problems: 'problems.json',
} as const;

export function keepChoice(folder: string, choice: ConfigChoice): void {
  writeWhole(join(folder, RUN.config), `${JSON.stringify(writeConfigFile(choice), null, 2)}\n`);
}

/** The choice with no more visits than there are own problems: a reference that told no results takes its problem with it. */
export function visitingAtMost(choice: ConfigChoice, own: number): ConfigChoice {
  if (chosenConfig(choice).ownProblems <= own) return choice;
  return { ...choice, settings: layerConfig(choice.settings, { ownProblems: own }) };
}

/** Keeps a person's own problems beside the settings, and tells what the run then is: it visits no more than there are. */
export function keepOwn(folder: string, choice: ConfigChoice, own: readonly Problem[]): ConfigChoice {
  const path = join(folder, RUN.problems);
  if (own.length === 0) {
    rmSync(path, { force: true }); // of a run in this folder that ended before it recorded anything
    return choice;
  }
  writeWhole(path, writeProblems(own));
  const visiting = visitingAtMost(choice, own.length);
  if (visiting !== choice) keepChoice(folder, visiting);
  return visiting;
}

export function readOwn(folder: string): Problem[] {
  const path = join(folder, RUN.problems);
  return existsSync(path) ? parseProblems(readInput(path), path) : [];
}
