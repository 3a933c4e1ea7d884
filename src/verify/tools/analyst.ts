/** The layers `lint` and `types` of an analyst, each from its tool, and how they join the layers of another analyst. */

import type { AnalyseJob, Analyst, Finding, ProgramAnalysis } from '../../core/analysis.ts';
import type { ToolLayer } from './checker.ts';
import { FindingsCache } from './findings-cache.ts';
import { RemoteTool } from './remote-tool.ts';

const TOOL_LAYERS: readonly ToolLayer[] = ['lint', 'types'];

/** Looks at programs by tools that may be missing; a layer without its tool is absent. */
export type ToolAnalyst = Pick<Analyst, 'analyse'> & Disposable;

export interface ToolAnalystOptions {
  /** Address that the folder `tools/` is relative to: the page's. */
  readonly baseUrl: string;
  /** Hears once of each way in which a tool could not be had. */
  readonly onNotice?: (message: string) => void;
}

/** Nothing is loaded before the first program that wants it. Sources are asked for once, in batches, and never rejected. */
export function createToolAnalyst({ baseUrl, onNotice }: ToolAnalystOptions): ToolAnalyst {
  const folder = new URL('tools/', baseUrl).href;
  const tools = TOOL_LAYERS.map((layer) => ({
    layer,
    cache: new FindingsCache(),
    remote: new RemoteTool({ layer, folder, ...(onNotice === undefined ? {} : { onNotice }) }),
  }));
  return {
    async analyse(jobs) {
      const parts = await Promise.all(
        tools.map(async ({ layer, cache, remote }) => {
          const wanted = jobs.filter(({ layers }) => layers.includes(layer)).map(({ code }) => code);
          return { layer, found: await findings(new Set(wanted), cache, remote) };
        }),
      );
      return jobs.map(({ code, layers }) => {
        const entries = parts
          .filter(({ layer }) => layers.includes(layer))
          .flatMap(({ layer, found }) => (found.has(code) ? [[layer, found.get(code)!] as const] : []));
        return Object.fromEntries(entries);
      });
    },
    [Symbol.dispose]: () => {
      for (const { remote } of tools) remote[Symbol.dispose]();
    },
  };
}

/** Findings by source, of those that could be looked at. */
async function findings(
  sources: ReadonlySet<string>,
  cache: FindingsCache,
  remote: Pick<RemoteTool, 'check'>,
): Promise<ReadonlyMap<string, readonly Finding[]>> {
  const answers = new Map([...sources].map((source) => [source, cache.get(source)] as const));
  const missing = [...sources].filter((source) => answers.get(source) === undefined);
  const checked = missing.length === 0 ? [] : await remote.check(missing);
  for (const [i, answer] of checked.entries()) {
    if (answer === undefined) continue; // the tool may be there next time
    cache.set(missing[i]!, answer);
    answers.set(missing[i]!, answer);
  }
  return new Map([...answers].flatMap(([source, answer]) => (answer ? [[source, answer] as const] : [])));
}

const isToolLayer = (layer: string): layer is ToolLayer => (TOOL_LAYERS as readonly string[]).includes(layer);

/**
 * One analyst that has the layers of both. Tools never see a source that does not compile (`base` is asked), and what the
 * tools leave out is left out.
 */
export function composeAnalysts(base: Analyst, tools: Pick<Analyst, 'analyse'>): Analyst {
  return {
    growth: (jobs) => base.growth(jobs),
    async analyse(jobs) {
      const reports = await base.analyse(jobs.map(baseJob));
      const additions = await tools.analyse(jobs.map((job, i) => toolJob(job, reports[i])));
      return jobs.map(({ layers }, i) => {
        const { syntax, ...rest } = reports[i] ?? {};
        return { ...(syntax !== undefined && layers.includes('syntax') ? { syntax } : {}), ...rest, ...additions[i] };
      });
    },
  };
}

function baseJob({ code, layers }: AnalyseJob): AnalyseJob {
  const own = layers.filter((layer) => !isToolLayer(layer));
  return { code, layers: own.length < layers.length && !own.includes('syntax') ? [...own, 'syntax'] : own };
}

function toolJob({ code, layers }: AnalyseJob, report: ProgramAnalysis | undefined): AnalyseJob {
  return { code, layers: report?.syntax?.compiles === true ? layers.filter(isToolLayer) : [] };
}
