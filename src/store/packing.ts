/** Rollouts as they are kept: text that loses nothing, compressed by the browser itself. */

import type { RolloutRecord } from '../core/records.ts';
import { fromWire, toWire } from '../core/wire.ts';

export async function packRollouts(rollouts: readonly RolloutRecord[]): Promise<Uint8Array<ArrayBuffer>> {
  return through(new TextEncoder().encode(toWire(rollouts)), new CompressionStream('gzip'));
}

/** What `packRollouts` was given. */
export async function unpackRollouts(packed: Uint8Array<ArrayBuffer>): Promise<readonly RolloutRecord[]> {
  const text = new TextDecoder().decode(await through(packed, new DecompressionStream('gzip')));
  return fromWire(text) as readonly RolloutRecord[];
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  way: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(way)).arrayBuffer());
}
