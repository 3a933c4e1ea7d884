/** The lint and types layers (seed 003 §2, layer 2): what static checkers remark. */

import type { Finding } from '../../core/analysis.ts';
import type { Judged, LayerResult } from '../judged.ts';

/** 1 / (1 + remarks of the linter); null when it did not look. */
export function lintLayer({ analysis }: Judged): LayerResult {
  return fromRemarks('the linter', analysis?.lint);
}

/** 1 / (1 + remarks of the type checker); null when it did not look. */
export function typesLayer({ analysis }: Judged): LayerResult {
  return fromRemarks('the type checker', analysis?.types);
}

function fromRemarks(checker: string, remarks: readonly Finding[] | undefined): LayerResult {
  if (remarks === undefined) return { value: null, reason: `${checker} did not look` };
  const [first] = remarks;
  if (first === undefined) return { value: 1, reason: `${checker} has no remark` };
  const more = remarks.length === 1 ? '1 remark' : `${remarks.length} remarks, first`;
  const reason = `${checker} has ${more}: ${first.code} ${first.message} (line ${first.line})`;
  return { value: 1 / (1 + remarks.length), reason };
}
