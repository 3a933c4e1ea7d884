/** Where a bundle finds the binaries of tfjs's wasm backend; imported in browsers only (Node reads them from the package). */

import plain from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm?url';
import simd from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm?url';

export const WASM_BINARIES = {
  'tfjs-backend-wasm.wasm': plain,
  'tfjs-backend-wasm-simd.wasm': simd,
  // tfjs insists on an entry for the threaded build, which is switched off.
  'tfjs-backend-wasm-threaded-simd.wasm': simd,
};
