/** File names of the sandbox, as the page fetches them. */

/** Both are gzip inside; the neutral ending keeps servers from decoding them on their own. */
export const SANDBOX_FILES = { wasm: 'python-wasm.bin', image: 'python-image.bin' } as const;

/** Says what both were made of. */
export const IMAGE_STAMP = 'stamp.json';

/** Classic scripts that are handed into the sealed frame as text. */
export const SANDBOX_SCRIPTS = { worker: 'worker.js', frame: 'frame.js' } as const;
