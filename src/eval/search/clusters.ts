/** Programs that behave alike, and the order in which they are submitted (AlphaCode: Li et al. 2022, §4.6). */

import { isFailureText } from '../../core/behaviour.ts';

export interface Cluster {
  /** Indices of its programs, in their order. */
  readonly members: readonly number[];
  /** Samples in it: a program that was sampled often counts as often. */
  readonly size: number;
}

/** Clusters of equal keys, by size and then by first index; `counts[i]` samples stand behind program i. */
export function clusterByKey(keys: readonly (string | number)[], counts: readonly number[]): Cluster[] {
  const clusters = new Map<string | number, { members: number[]; size: number }>();
  keys.forEach((key, i) => {
    const cluster = clusters.get(key);
    if (cluster === undefined) clusters.set(key, { members: [i], size: counts[i]! });
    else {
      cluster.members.push(i);
      cluster.size += counts[i]!;
    }
  });
  // A map keeps the order of first appearance, and sorting is stable.
  return [...clusters.values()].sort((a, b) => b.size - a.size);
}

export interface BehaviourCluster extends Cluster {
  /** Its programs fail on every input. They are submitted all the same: inputs need not be valid. */
  readonly failed: boolean;
}

/**
 * Clusters of programs whose outputs agree on every probe input, largest first and then by first index.
 *
 * Sizes count samples, not different texts: the paper samples programs and clusters those, and what the model writes more
 * often is what it holds to be more likely.
 *
 * @param outputs one text per probe input, `[programs][inputs]`
 * @param counts samples of each program, `[programs]`
 */
export function clusterByBehaviour(
  outputs: readonly (readonly string[])[],
  counts: readonly number[],
): BehaviourCluster[] {
  const keys = outputs.map((texts) => JSON.stringify(texts));
  return clusterByKey(keys, counts).map((cluster) => {
    const texts = outputs[cluster.members[0]!]!;
    return { ...cluster, failed: texts.length > 0 && texts.every(isFailureText) };
  });
}

/**
 * What is submitted, at most `most` programs: one of each cluster from the largest to the smallest, then the next one of
 * each, and so on (§4.6: the number of clusters may be smaller than that of submissions).
 */
export function submissionOrder(
  clusters: readonly Cluster[],
  most: number,
): { readonly program: number; readonly cluster: number }[] {
  const order: { program: number; cluster: number }[] = [];
  const rounds = clusters.reduce((longest, { members }) => Math.max(longest, members.length), 0);
  for (let round = 0; round < rounds; round++) {
    for (const [cluster, { members }] of clusters.entries()) {
      if (order.length >= most) return order;
      if (round < members.length) order.push({ program: members[round]!, cluster });
    }
  }
  return order;
}
