/** The syntax layer (seed 003 §2, layer 1): the source compiles, every name is bound somewhere, no import is refused. */

import type { Finding } from '../../core/analysis.ts';
import type { Judged, LayerResult } from '../judged.ts';

/**
 * 1 or 0, nothing between. Without an analysis only what the verdict tells is known: whether the program compiles.
 * A name that is only bound at run time (through `globals()` or `exec`) counts as undefined.
 */
export function syntaxLayer({ verdict, analysis }: Judged): LayerResult {
  if (verdict.outcome === 'truncated') return { value: 0, reason: 'cut off at the length limit' };
  if (verdict.outcome === 'syntax_error') {
    const where = verdict.line === undefined ? '' : ` (line ${verdict.line})`;
    return { value: 0, reason: `does not compile: ${verdict.error ?? 'syntax error'}${where}` };
  }
  const syntax = analysis?.syntax;
  if (syntax === undefined) return { value: 1, reason: 'compiles; names and imports were not looked at' };
  if (!syntax.compiles) {
    return {
      value: 0,
      reason: syntax.error === undefined ? 'does not compile' : said('does not compile', syntax.error),
    };
  }
  const [undefinedName] = syntax.undefinedNames;
  if (undefinedName !== undefined) return { value: 0, reason: said('undefined name', undefinedName) };
  const [refused] = syntax.forbiddenImports;
  if (refused !== undefined) return { value: 0, reason: said('refused import', refused) };
  return { value: 1, reason: 'compiles, every name is bound, no import is refused' };
}

const said = (what: string, { message, line }: Finding) => `${what}: ${message} (line ${line})`;
