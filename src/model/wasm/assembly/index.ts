/** What the module exports; `heapBase` is the first byte that the module's own data does not use. */

export { gemm, gemmScratchBytes, setGemmScratch } from './gemm';
export {
  attentionBackward,
  attentionForward,
  attentionScratchBytes,
  setAttentionScratch,
} from './attention';
export { attentionDecode, cacheFill } from './decode';
export {
  addBias,
  columnSums,
  embedBackward,
  embedForward,
  gatherRows,
  geluForward,
  geluWithSlope,
  multiply,
  normBackward,
  normForward,
  reluForward,
  reluWithSlope,
  scatterAddRows,
} from './layers';
export { headBackward, headForward, valueBackward, valueForward } from './head';
export { sampleRows, setSampleScratch, uniform } from './sample';
export { accumulate, adamW, clear, sumOfSquares } from './optimizer';

export function heapBase(): usize {
  return __heap_base;
}
