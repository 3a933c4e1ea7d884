/** Takes a zip apart that may be anything: no more of it is unpacked than it may hold, and nothing by a name of its choice. */

import { unzipSync } from 'fflate';
import { messageOf } from '../../core/errors.ts';

export interface UnzipLimits {
  /** Bytes of the zip, and of all its files together. */
  readonly packed: number;
  readonly unpacked: number;
  readonly files: number;
}

/** A hundred times the largest run that a lecture makes. */
export const LIMITS: UnzipLimits = { packed: 1e9, unpacked: 2e9, files: 50_000 };

/** Programs that repeat themselves shrink to a hundredth at most; beyond this somebody built a bomb. */
const MOST_DENSE = 500;

class Refusal extends Error {}

const refuse = (where: string, expected: string, got: string): never => {
  throw new Refusal(`${where}: expected ${expected}, got ${got}`);
};

/**
 * @param allowed which names may occur at all; `skip` leaves one out and goes on
 * @param holder what the zip is to be, for errors
 * @throws Error, one sentence
 */
export function unzip(
  zip: Uint8Array,
  area: string,
  allowed: (name: string) => boolean | 'skip',
  limits: UnzipLimits = LIMITS,
  holder = 'a run',
): Map<string, Uint8Array> {
  if (zip.length > limits.packed) refuse(area, `at most ${limits.packed} bytes`, `${zip.length}`);
  const seen = new Set<string>();
  let unpacked = 0;
  try {
    const files = unzipSync(zip, {
      filter: ({ name, size, originalSize }) => {
        const shown = JSON.stringify(name.slice(0, 80));
        const verdict = allowed(name);
        if (verdict === 'skip') return false;
        if (!verdict) refuse(area, `files of ${holder}`, shown);
        if (seen.has(name)) refuse(area, 'each file once', `${shown} twice`);
        seen.add(name);
        unpacked += originalSize;
        if (seen.size > limits.files) refuse(area, `at most ${limits.files} files`, 'more');
        if (unpacked > limits.unpacked) refuse(area, `at most ${limits.unpacked} bytes unpacked`, `${unpacked}`);
        if (originalSize > 1e6 && originalSize > MOST_DENSE * size) {
          refuse(area, `a file that ${holder} can have`, `${shown}, ${size} bytes that unpack to ${originalSize}`);
        }
        return true;
      },
    });
    return new Map(Object.entries(files));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Error(`${area}: expected a zip, got a file that cannot be unpacked (${messageOf(error)})`);
  }
}
