/** The made-up run as a recording, so that the page can be drawn while it replays one. Nothing in it was measured. */

import type { Recording } from '../../src/core/recording.ts';
import type { RecordedSource } from '../../src/ui/replay/replay-store.ts';
import { EPOCHS, FIXTURE_CONFIG, fixtureEvents, fixtureRollouts } from './fixture-run.ts';

const KEPT = [1, 5, 10, 20, 50];

const recording = (): Recording => ({
  ...{ madeOn: '2026-11-30', browser: 'Made-up browser 1', config: FIXTURE_CONFIG, events: fixtureEvents(EPOCHS) },
  device: {
    ...{ engine: 'wasm', backend: 'wasm', adapter: 'WebAssembly SIMD · 2 workers', parameters: 882_000 },
    ...{ tokensPerSecond: 4968, notes: [] },
  },
  kept: KEPT,
  programs: fixtureRollouts,
});

/** Stands still from the start: a picture is taken of it. */
export const FIXTURE_RECORDED: RecordedSource = { fresh: true, still: true, load: async () => recording() };
