/** Which build of the sandbox a page has: whoever keeps verdicts must know whether another would give the same. */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { IMAGE_STAMP, SANDBOX_SCRIPTS } from './names.ts';

/**
 * Digest of what judges: the script of the workers, and the stamp of the interpreter and its memory image.
 *
 * @param baseUrl folder of the sandbox's files, ending in a slash
 * @throws Error when one of them cannot be had
 */
export async function sandboxVersion(baseUrl: string | URL): Promise<string> {
  const texts = await Promise.all([SANDBOX_SCRIPTS.worker, IMAGE_STAMP].map((name) => load(new URL(name, baseUrl))));
  return bytesToHex(sha256(utf8ToBytes(texts.join('\n'))));
}

async function load(url: URL): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`sandbox: expected ${url.pathname}, got HTTP ${response.status}`);
  return response.text();
}
