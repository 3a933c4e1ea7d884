/** The format layer: the program is the wanted function, imports before it, and nothing else. */

import type { Judged, LayerResult } from '../judged.ts';
import { topLevelStatements } from './statements.ts';

/** A statement that only imports; more on the same line after a semicolon does not pass. */
const IMPORT = /^(?:import|from)\s[^;]*$/;
const DECORATOR = /^@/;
const DEFINITION = /^def\s+(\w+)\s*[([]/;

/**
 * 1 or 0. Reads the text only: comments, strings and brackets that span lines are understood, nothing is run. Decorators
 * belong to the function.
 */
export function formatLayer({ code, problem, verdict }: Judged): LayerResult {
  if (verdict.outcome === 'truncated') return { value: 0, reason: 'cut off at the length limit' };
  if (verdict.outcome === 'syntax_error') return { value: 0, reason: 'does not compile' };
  if (problem.call === 'stdin') return { value: null, reason: 'a program that reads standard input may have any form' };
  const rest = topLevelStatements(code).filter((statement) => !IMPORT.test(statement) && !DECORATOR.test(statement));
  const isWanted = (statement: string) => DEFINITION.exec(statement)?.[1] === problem.entryPoint;
  const definitions = rest.filter(isWanted).length;
  if (definitions !== 1) {
    return { value: 0, reason: `expected one function ${problem.entryPoint}, got ${definitions || 'none'}` };
  }
  const other = rest.find((statement) => !isWanted(statement));
  if (other !== undefined) return { value: 0, reason: `something besides the function: ${other.slice(0, 60)}` };
  return { value: 1, reason: `the function ${problem.entryPoint} and nothing else` };
}
