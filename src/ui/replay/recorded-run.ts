/** Where the page's recorded run comes from, and whether there is any need to ask for an earlier run before it is shown. */

import { effect, type ReadonlySignal } from '@preact/signals';
import type { KeptText } from '../runs/kept-text.ts';
import type { RecordedSource } from './replay-store.ts';

/** It is gzip inside; the neutral ending keeps servers from unpacking it on their own. */
const FILE = 'recorded/lecture.bin';
const KEY = 'greenbar.trained';

/**
 * The file is asked for after the first paint, and so is the code that reads it.
 *
 * @param base address that the page's files are relative to
 */
export function recordedRun(base: string, text: KeptText): RecordedSource {
  return {
    fresh: text.getItem(KEY) === null,
    still: matchMedia('(prefers-reduced-motion: reduce)').matches,
    async load() {
      await painted();
      const [{ readRecording }, bytes] = await Promise.all([import('../../core/recording.ts'), fetchFile(base)]);
      return readRecording(bytes);
    },
  };
}

/** From the first run on, this browser may have runs of its own to show. */
export function rememberTraining(running: ReadonlySignal<boolean>, text: KeptText): () => void {
  return effect(() => {
    if (running.value) text.setItem(KEY, 'yes');
  });
}

async function fetchFile(base: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(new URL(FILE, base));
  if (!response.ok) throw new Error(`recorded run: expected ${FILE}, got HTTP ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** A tab in the background is not painted, and must not wait for that. */
function painted(): Promise<void> {
  if (document.visibilityState === 'hidden') return Promise.resolve();
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
