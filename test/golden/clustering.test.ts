/** Clusters of programs by behaviour, their order, and what is submitted first. */

import { expect, test } from 'vitest';
import { clusterByBehaviour, submissionOrder } from '../../src/eval/search/clusters.ts';
import cases from '../cases/golden/clustering.json' with { type: 'json' };

test.each(cases.cases)('clustering.json case %#', ({ in: { outputs, k }, out }) => {
  const clusters = clusterByBehaviour(
    outputs,
    outputs.map(() => 1),
  );
  expect(clusters.map(({ members }) => members)).toEqual(out.clusters_by_size_then_first_index);
  expect(clusters.map(({ size }) => size)).toEqual(out.sizes);
  const failed = clusters.flatMap((cluster) => (cluster.failed ? cluster.members : []));
  expect(failed.toSorted((a, b) => a - b)).toEqual(out.all_failed_candidates);
  expect(clusters.slice(0, k).map(({ members }) => members[0])).toEqual(out.pick_first_of_k_largest);
  // Submissions begin with those: one of each cluster before any cluster gives a second.
  const first = submissionOrder(clusters, Math.min(k, clusters.length)).map(({ program }) => program);
  expect(first).toEqual(out.pick_first_of_k_largest);
});
