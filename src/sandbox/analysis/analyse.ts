/** The syntax and complexity layers of one program: the trusted interpreter parses its source as data. */

import type { AnalyseJob, ComplexityReport, Finding, ProgramAnalysis, SyntaxReport } from '../../core/analysis.ts';
import type { PyValue } from '../../core/value.ts';
import { refusedImport } from '../cpython/capabilities.ts';
import { TrustedError, type TrustedInterpreter } from '../judging/trusted.ts';
import { integer, items, text } from './answers.ts';
import { ANALYSIS_LIMITS } from './budgets.ts';

const CLEAN: SyntaxReport = { compiles: true, undefinedNames: [], forbiddenImports: [] };

const broken = (error: Finding): SyntaxReport => ({ ...CLEAN, compiles: false, error });

function finding(line: number, column: number, code: string, message: string): Finding {
  return { line, ...(column > 0 ? { column } : {}), code, message };
}

/** Whether the parser's stack, Python's or the browser's is full first depends on the browser, so all say the same. */
const TOO_COMPLEX = finding(1, 0, 'too-complex', 'nested too deeply, or too large, for Python to compile');

/** What keeps the source from compiling; undefined when nothing does. */
function compileError(trusted: TrustedInterpreter, code: string): Finding | undefined {
  if (code.length > ANALYSIS_LIMITS.sourceBytes) {
    return finding(1, 0, 'SyntaxError', `the source is longer than ${ANALYSIS_LIMITS.sourceBytes} bytes`);
  }
  try {
    const answer = trusted.ask('compiles', [{ type: 'str', value: code }], ANALYSIS_LIMITS);
    if (answer.type === 'none') return undefined;
    const [type, message, line, column] = items(answer);
    if (text(type) === 'RecursionError' || text(type) === 'MemoryError') return TOO_COMPLEX;
    return finding(integer(line), integer(column), text(type), text(message));
  } catch (error) {
    if (error instanceof TrustedError) return TOO_COMPLEX;
    throw error;
  }
}

/** The first part of a dotted name, alone or with those behind it, that the sandbox refuses to import. */
function refusal(module: string): { readonly name: string; readonly kind: string } | undefined {
  const parts = module.split('.');
  for (let length = 1; length <= parts.length; length++) {
    const name = parts.slice(0, length).join('.');
    const kind = refusedImport(name);
    if (kind !== undefined) return { name, kind };
  }
  return undefined;
}

function forbiddenImports(imports: PyValue | undefined): Finding[] {
  const found = new Map<string, Finding>();
  for (const entry of items(imports)) {
    const [module, line, column] = items(entry);
    const refused = refusal(text(module));
    if (refused === undefined) continue;
    const message = `import of '${refused.name}' is refused (${refused.kind})`;
    const one = finding(integer(line), integer(column), 'forbidden-import', message);
    found.set(`${one.line}:${one.column} ${refused.name}`, one);
  }
  return [...found.values()].sort((a, b) => a.line - b.line || (a.column ?? 0) - (b.column ?? 0));
}

function undefinedNames(names: PyValue | undefined): Finding[] {
  return items(names).map((entry) => {
    const [name, line, column] = items(entry);
    return finding(integer(line), integer(column), 'undefined-name', `name '${text(name)}' is not defined`);
  });
}

function complexity(found: PyValue | undefined, lines: PyValue | undefined, nodes: PyValue | undefined) {
  const functions = items(found).map((entry) => {
    const [name, line, cyclomatic] = items(entry);
    return { name: text(name), line: integer(line), cyclomatic: integer(cyclomatic) };
  });
  return {
    functions,
    cyclomatic: Math.max(...functions.map((one) => one.cyclomatic)),
    lines: integer(lines),
    nodes: integer(nodes),
  } satisfies ComplexityReport;
}

/** Names, imports and complexity; undefined when the syntax tree is too large or too deep for the budgets. */
function survey(trusted: TrustedInterpreter) {
  try {
    const [names, imports, functions, lines, nodes] = items(trusted.ask('survey', [], ANALYSIS_LIMITS));
    return {
      syntax: { ...CLEAN, undefinedNames: undefinedNames(names), forbiddenImports: forbiddenImports(imports) },
      complexity: complexity(functions, lines, nodes),
    };
  } catch (error) {
    if (error instanceof TrustedError) return undefined;
    throw error;
  }
}

/**
 * Looks at one source; lint and types come from other tools and are never in the answer. A source that compiles but
 * is too large to be looked at has no finding and no complexity. The interpreter is back at its checkpoint afterwards.
 */
export function analyse(trusted: TrustedInterpreter, { code, layers }: AnalyseJob): ProgramAnalysis {
  const wanted = { syntax: layers.includes('syntax'), complexity: layers.includes('complexity') };
  if (!wanted.syntax && !wanted.complexity) return {};
  try {
    const error = compileError(trusted, code);
    const found = error === undefined ? survey(trusted) : undefined;
    const syntax = error === undefined ? (found?.syntax ?? CLEAN) : broken(error);
    return {
      ...(wanted.syntax ? { syntax } : {}),
      ...(wanted.complexity && found !== undefined ? { complexity: found.complexity } : {}),
    };
  } finally {
    trusted.restore();
  }
}
