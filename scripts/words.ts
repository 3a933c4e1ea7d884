/** Finds English that stands outside `src/ui/words`: text between tags, and strings that read like words for a person. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export interface StrayText {
  readonly line: number;
  readonly text: string;
}

/** Attributes whose strings are for the machine. */
const MACHINE_ATTRIBUTES =
  /^(?:class|style|id|for|href|src|d|viewBox|type|role|name|key|transform|points|data-.*|aria-(?:labelledby|describedby|controls|keyshortcuts|live|hidden|current|pressed|expanded|haspopup|orientation|sort|modal)|stroke.*|fill.*|text-anchor|dominant-baseline|rel|target|accept|autocomplete|autoComplete|inputMode|inputmode|spellcheck|preserveAspectRatio|patternUnits|clip-path|media)$/;

/** Two words with a space between them, or one word that begins like a label does. */
const READS_LIKE_WORDS = /[A-Za-z’]{2,},? [A-Za-z’]{1,}|^[A-Z][a-z]{2,}[.…:]?$/;

/** Where a string is no label: what errors say is for the log, what names a key or event is for the browser. */
function isForTheMachine(node: ts.Node): boolean {
  for (let at = node.parent; at !== undefined; at = at.parent) {
    if (ts.isImportDeclaration(at) || ts.isExportDeclaration(at) || ts.isTypeNode(at) || ts.isNewExpression(at))
      return true;
    if (ts.isJsxAttribute(at)) return MACHINE_ATTRIBUTES.test(at.name.getText());
    if (ts.isBinaryExpression(at) && /^[=!]==?$/.test(at.operatorToken.getText())) return true;
    if (ts.isCaseClause(at) && at.expression === node) return true;
    if (
      ts.isCallExpression(at) &&
      /(?:^|\.)(?:querySelector(?:All)?|closest|matches|addEventListener|getPropertyValue|includes|import)$/.test(
        at.expression.getText(),
      )
    )
      return true;
    if (ts.isElementAccessExpression(at)) return true;
    if (ts.isJsxElement(at) || ts.isStatement(at)) return false;
  }
  return false;
}

/** Names that are the same in every language: of keys, file types, measures, and of the thing itself. */
const NAMES =
  /^(?:Arrow(?:Up|Down|Left|Right)|Escape|Esc|Enter|Home|End|Tab|Space|Backspace|Delete|Page(?:Up|Down)|Element|Event|CSV|SVG|PNG|Greenbar|[,\sΔ]*pass@\d*)$/;

/** Selectors, style sheets, markup and what an error says to the log: `area: expected …`. */
const CODE = /\[[a-z-]+|var\(--|^<[a-z]+ |^[a-z]+: /;

const isName = (text: string): boolean => NAMES.test(text.trim()) || CODE.test(text);

/** English of one source file. */
export function strayText(path: string, source: string): StrayText[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const found: StrayText[] = [];
  const add = (node: ts.Node, text: string) => {
    const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
    found.push({ line, text: text.replace(/\s+/g, ' ').trim() });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node) && /[A-Za-z]{2,}/.test(node.text) && !isName(node.text)) add(node, node.text);
    else if (
      ts.isStringLiteralLike(node) &&
      READS_LIKE_WORDS.test(node.text) &&
      !isName(node.text) &&
      !isForTheMachine(node)
    )
      add(node, node.text);
    else if (ts.isTemplateExpression(node) && !isForTheMachine(node)) {
      const text = [node.head, ...node.templateSpans.map((span) => span.literal)].map(({ text }) => text).join('…');
      if (/[A-Za-z’]{2,},? [A-Za-z’]{2,}/.test(text) && !isName(text)) add(node, text);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Sources of the page by path, without words and tests. */
export function pageSources(): Map<string, string> {
  const folder = fileURLToPath(new URL('../src/ui', import.meta.url));
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.') && !path.startsWith('words/'));
  return new Map(paths.sort().map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, source] of pageSources()) {
    for (const { line, text } of strayText(path, source)) console.log(`src/ui/${path}:${line}: ${text}`);
  }
}
