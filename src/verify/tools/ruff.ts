/** The lint layer's tool: ruff as a WebAssembly module, loaded from the files beside the page. */

import type { Diagnostic } from '@astral-sh/ruff-wasm-web';
import type { Finding } from '../../core/analysis.ts';
import { type Checked, type Checker, tidy } from './checker.ts';
import { RUFF_SETTINGS, withoutSuppressions } from './rules.ts';

type Ruff = typeof import('@astral-sh/ruff-wasm-web');

/** Ruff's own word for sources that it cannot parse; the syntax layer judges them. */
const INVALID_SYNTAX = 'invalid-syntax';

/** @param folder address of the folder that holds `ruff_wasm.js` and `ruff_wasm_bg.wasm` */
export async function openRuff(folder: string): Promise<Checker> {
  // Not from the bundle: both files come from one copied release, and a page without them still works.
  const script = new URL('ruff_wasm.js', folder).href;
  const ruff: Ruff = await import(/* @vite-ignore */ script).catch(() => {
    throw new Error(`expected ruff at ${script}, but it did not load`);
  });
  await ruff.default({ module_or_path: new URL('ruff_wasm_bg.wasm', folder) });
  const workspace = new ruff.Workspace(RUFF_SETTINGS, ruff.PositionEncoding.Utf16);
  return {
    async check(sources) {
      const answers: Checked[] = [];
      for (const source of sources) {
        try {
          answers.push(toChecked(workspace.check(withoutSuppressions(source))));
        } catch {
          // Brackets in brackets end the stack. Code that was thrown out of the middle of its work is not trusted again.
          return { answers: [...answers, null], worn: true };
        }
      }
      return { answers, worn: false };
    },
  };
}

function toChecked(diagnostics: readonly Diagnostic[]): Checked {
  if (diagnostics.some(({ code }) => code === null || code === INVALID_SYNTAX)) return null;
  return tidy(diagnostics.map(toFinding));
}

function toFinding({ start_location: { row, column }, code, message }: Diagnostic): Finding {
  return { line: row, column, code: code ?? INVALID_SYNTAX, message };
}
