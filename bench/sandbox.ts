/**
 * What judging costs, side by side in one run: every way of running candidates, undo alone, the barrier's price, killed
 * loops, growth with tests and with workers, boot. JSON on stdout, a short table on stderr. `npx tsx bench/sandbox.ts`
 */

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Engine } from '../src/sandbox/judging/engine.ts';
import { SANDBOX_FILES } from '../src/sandbox/names.ts';
import { loadSandboxFiles, SANDBOX_FOLDER } from '../src/sandbox/snapshot/files.ts';
import { inChromium } from './sandbox/chromium.ts';
import { boot, execution, growth, killedLoop, throughput, undoAlone } from './sandbox/parts.ts';
import { PROGRAMS, readSamples, TESTS } from './sandbox/samples.ts';
import { plainEngine } from './sandbox/ways.ts';

/** Lines of `name: number` for people; what is nested is indented by its names. */
function table(value: unknown, names: readonly string[] = []): string {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .map(([name, inner]) => table(inner, [...names, name]))
      .join('');
  }
  return `${names.join(' · ').padEnd(72)} ${value}\n`;
}

const files = await loadSandboxFiles();
const engine = new Engine(files.module, files.image, 'node');
const plain = await plainEngine(files);
const samples = readSamples(engine);
const megabytes = (name: string) => statSync(join(SANDBOX_FOLDER, name)).size / 2 ** 20;

const parts: Readonly<Record<string, () => unknown>> = {
  boot: () => boot(files),
  throughput: () => throughput(engine, plain, samples),
  undo: () => undoAlone(engine, samples),
  execution: () => execution(engine, plain),
  'killed loop': () => killedLoop(engine),
  growth: () => growth(engine),
  chromium: () => inChromium(samples),
};
const results: Record<string, unknown> = {
  programs: PROGRAMS,
  tests: TESTS,
  'files, MiB gzipped': Object.fromEntries(Object.values(SANDBOX_FILES).map((name) => [name, megabytes(name)])),
};
for (const [name, part] of Object.entries(parts)) {
  results[name] = await part();
  process.stderr.write(table(results[name], [name]));
}
console.log(JSON.stringify(results, null, 2));
