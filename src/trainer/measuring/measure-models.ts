/** Measures models one after another on the same problems with the same random numbers, and holds them against the first. */

import type { MeasuredModel, MeasureReport } from '../../core/measuring.ts';
import type { Policy } from '../../core/policy.ts';
import { compareModels } from '../../eval/compare.ts';
import type { LoadedModel } from '../environment.ts';
import { allWeightsDigest, modelDigest, type Weighed } from './kept-pools.ts';
import { type MeasuredModelReport, type ModelMeasureOptions, measureModel } from './model-measure.ts';
import type { CountedCost } from './set-pools.ts';

export interface MeasureModelsOptions
  extends Omit<ModelMeasureOptions, 'label' | 'policy' | 'critic' | 'digest' | 'model' | 'codec' | 'inUse'> {
  /** Milliseconds that have passed, pauses excluded. */
  readonly now: () => number;
  /**
   * Does `work` with a model's policy, and with its critic where it has one. It may be done again, from its start, when an
   * engine dies: samples that were drawn are kept.
   */
  readonly withModel: <T>(
    model: MeasuredModel,
    work: (policy: Policy, critic: Policy | undefined, loaded: Weighed & Pick<LoadedModel, 'codec'>) => Promise<T>,
  ) => Promise<T>;
}

/** Measures every model of a checked request, or gives null when it was ended. */
export async function measureModels(options: MeasureModelsOptions): Promise<MeasureReport | null> {
  const { request, withModel, now } = options;
  const from = now();
  const inUse = new Set<string>();
  const measured: MeasuredModelReport[] = [];
  for (const model of request.models) {
    const result = await withModel(model, async (policy, critic, loaded) => {
      const digest = allWeightsDigest((await policy.save()).weights, loaded);
      return measureModel({
        ...options,
        label: model.label,
        policy,
        ...(critic && { critic }),
        codec: loaded.codec,
        digest,
        model: modelDigest(digest, loaded),
        inUse,
      });
    });
    if (result === null) return null;
    measured.push(result);
  }
  const reports = measured.map(({ report }) => report);
  const [base, ...others] = reports;
  const total = (part: keyof CountedCost) => measured.reduce((sum, { cost }) => sum + cost[part], 0);
  return {
    request,
    models: reports,
    comparisons: others.flatMap((other) => compareModels(base!, other, { seed: request.seed })),
    cost: {
      sampled: total('sampled'),
      kept: total('kept'),
      cutOff: total('cutOff'),
      judged: total('judged'),
      tests: total('tests'),
      keptTests: total('keptTests'),
      cells: total('cells'),
      probed: total('probed'),
      seconds: (now() - from) / 1000,
    },
  };
}
