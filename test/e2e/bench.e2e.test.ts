/** The benchmark as a person without Python or a GPU runs it: one line of JSON, its numbers there, its peers null. */

import { afterEach, expect, test, vi } from 'vitest';
import { finish, startGreenbar } from '../support/greenbar.ts';

interface Line {
  readonly dispatches: { readonly update: number; readonly token: number };
  readonly ratios: Readonly<Record<string, number | null>>;
  readonly engines: readonly { readonly rows: readonly { readonly kind: string }[] }[];
  readonly exercise: { readonly ours: { readonly total: number; readonly parts: Readonly<Record<string, number>> } };
  readonly missing: Readonly<Record<string, string>>;
}

afterEach(() => void vi.unstubAllEnvs());

test('bench --json without any peer', async () => {
  const args = ['bench', '--json', '--quick', '--rounds', '1', '--epochs', '2'];
  // The command inherits them.
  for (const name of ['GREENBAR_PYTHON', 'GREENBAR_DAWN', 'GREENBAR_JAX']) vi.stubEnv(name, '/none');
  const { status, stdout, stderr, json } = await finish(startGreenbar(args));
  expect(stderr).toContain('exercise: epoch 2 of 2');
  expect(status).toBe(0);
  expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  const line = json.at(-1) as Line;
  expect(line.engines[0]!.rows.map(({ kind }) => kind)).toContain('stock');
  expect(line.ratios.update_vs_stock).toBeGreaterThan(0);
  expect(line.ratios.decode_vs_stock).toBeGreaterThan(0);
  expect(line.ratios).toMatchObject({ update_vs_torch: null, decode_vs_torch: null, exercise_vs_trl: null });
  expect(line.missing['jax-js']).toBe('GREENBAR_JAX names /none, but no package is there');
  expect(line.missing.PyTorch).toBe('/none is not there');
  expect(line.exercise.ours.total).toBeGreaterThan(0);
  expect(Object.values(line.exercise.ours.parts).every((seconds) => seconds > 0)).toBe(true);
  // Four layers on the browser's software adapter.
  expect(line.dispatches.update).toBeLessThanOrEqual(100);
  expect(line.dispatches.token).toBeLessThanOrEqual(1);
});
