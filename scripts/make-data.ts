/**
 * Makes the data that is committed under `public/`: the behaviour table and tokenizer of the corpus, its statistics,
 * and the four problem sets with their tests and generators. Every program of every family is run on the way; a family whose right
 * bodies disagree, or whose mistakes are no mistakes, stops it.
 *
 * Run with `npx tsx scripts/make-data.ts`.
 */

import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Problem } from '../src/core/types.ts';
import { CATALOGUE } from '../src/corpus/catalogue.ts';
import { createCorpus } from '../src/corpus/generator.ts';
import { type ProblemText, problemTexts } from '../src/corpus/reserved.ts';
import { corpusStatistics } from '../src/corpus/statistics.ts';
import { PROBLEM_FILES } from '../src/problems/load.ts';
import { writeProblems } from '../src/problems/write.ts';
import { DEFAULT_FRESH } from '../src/sandbox/analysis/budgets.ts';
import { nodeServices } from '../src/sandbox/node.ts';
import { corpusTokenizer } from '../src/trainer/pretrain.ts';
import { behaviourTable } from './data/behaviour.ts';
import { GENERATORS } from './data/generators.ts';
import { imitations, LIMITS, type MeasuredFamily, measureFamilies } from './data/measure.ts';
import { testSuite } from './data/suites.ts';

const PUBLIC_FOLDER = fileURLToPath(new URL('../public/', import.meta.url));
const STATISTICS_SEED = 1;

async function main(): Promise<void> {
  console.error(`measuring ${CATALOGUE.length} families…`);
  const { measured, problems } = await measureFamilies(CATALOGUE);
  problems.push(...(await imitations(measured)));
  if (problems.length > 0) {
    for (const problem of problems) console.error(problem);
    throw new Error(`make-data: expected sound families, got ${problems.length} complaints (above)`);
  }
  await mkdir(`${PUBLIC_FOLDER}corpus`, { recursive: true });
  await mkdir(`${PUBLIC_FOLDER}problems`, { recursive: true });
  const behaviour = behaviourTable(measured);
  await write('corpus/behaviour.json', lines(behaviour));
  const corpus = createCorpus(CATALOGUE, behaviour);
  const tokenizer = corpusTokenizer(corpus);
  await write('corpus/tokenizer.json', `${JSON.stringify(tokenizer, null, 1)}\n`);
  const heldOut = CATALOGUE.length - corpus.families.length;
  const statistics = corpusStatistics(corpus, heldOut, (text) => tokenizer.encode(text), STATISTICS_SEED);
  await write('corpus/statistics.json', `${JSON.stringify({ ...statistics, vocabulary: tokenizer.size }, null, 2)}\n`);
  const byId = new Map(measured.map((one) => [one.family.id, one]));
  const texts = problemTexts(CATALOGUE);
  for (const name of PROBLEM_FILES) {
    const set = texts[name].map((text) => problem(text, byId, measured));
    await requireFreshTests(set);
    await write(`problems/${name}.json`, writeProblems(set));
  }
}

/**
 * Draws fresh tests of every problem, small and as large as the page asks for.
 *
 * @throws Error when a generator or a reference fails on what is drawn
 */
async function requireFreshTests(problems: readonly Problem[]): Promise<void> {
  for (const one of problems) await nodeServices.freshTests(one, { ...DEFAULT_FRESH, seed: 0 });
}

function problem(
  { id, familyId, text }: ProblemText,
  byId: ReadonlyMap<string, MeasuredFamily>,
  measured: readonly MeasuredFamily[],
): Problem {
  const one = byId.get(familyId)!;
  return {
    id,
    text,
    entryPoint: 'solution',
    tests: testSuite(one, measured),
    compare: 'python',
    limits: LIMITS,
    reference: one.reference,
    inputs: GENERATORS[one.family.inputs],
    license: 'Apache-2.0',
    source: `Greenbar corpus, family ${familyId}`,
  };
}

/** One family a line, so that differences between versions read well. */
function lines(table: Record<string, unknown>): string {
  return `{\n${Object.entries(table)
    .map(([id, entry]) => `${JSON.stringify(id)}: ${JSON.stringify(entry)}`)
    .join(',\n')}\n}\n`;
}

async function write(path: string, text: string): Promise<void> {
  await writeFile(PUBLIC_FOLDER + path, text);
  console.error(`${path}: ${Math.ceil(text.length / 1000)} kB`);
}

await main();
