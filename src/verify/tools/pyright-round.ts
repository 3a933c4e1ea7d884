/**
 * One batch of files before the language server: which of its reports are about the texts at hand, and when no more will come.
 *
 * The server reports in between: a file that waits to be looked at is reported as clean, or with what was found in its last
 * text, and already under the number of the new one. So every text carries an unknown name that no other text has. A report
 * that complains about that name was made from that text, and all that was found stands beside it.
 */

import type { Diagnostic } from 'vscode-languageserver-protocol';
import type { Finding } from '../../core/analysis.ts';
import { type Answers, type Checked, tidy } from './checker.ts';
import { MARKER_RULE, TYPE_RULES, withoutSuppressions } from './rules.ts';

/** Of the protocol's severities 1–4. */
const ERROR = 1;
/** A server that says nothing at all for so long is stuck. Files take it about 10 ms, a megabyte a second or two. */
const SILENCE_MS = 15_000;
/** After the end of an analysis, files that the server had not learned of yet begin the next one within so long. */
const IDLE_MS = 5000;
/** With all answers at hand, the end of the analysis is waited for so long; now and then no word of it comes. */
const END_MS = 1000;

export interface MarkedSource {
  readonly uri: string;
  readonly text: string;
  readonly marker: string;
  /** Lines of `text` before the source's first. */
  readonly linesBefore: number;
}

/** Puts the unknown name first, where it is always reached; last where an import of `__future__` must be first. */
export function markSource(source: string, uri: string, version: number): MarkedSource {
  const marker = `greenbar_marker_${version}`;
  const quiet = withoutSuppressions(source);
  return source.includes('__future__')
    ? { uri, marker, text: `${quiet}\n${marker}\n`, linesBefore: 0 }
    : { uri, marker, text: `${marker}\n${quiet}`, linesBefore: 1 };
}

export class Round {
  /** Answers in order; worn when the server fell silent over one of the sources. */
  readonly outcome: Promise<Answers>;
  readonly #sources: readonly MarkedSource[];
  readonly #checked = new Map<string, Checked>();
  readonly #silenceMs: number;
  #settle!: (outcome: Answers) => void;
  #idle = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(sources: readonly MarkedSource[], silenceMs = SILENCE_MS) {
    this.outcome = new Promise((resolve) => {
      this.#settle = resolve;
    });
    this.#sources = sources;
    this.#silenceMs = silenceMs;
    this.#wait();
  }

  /** Any word from the server shows that it lives; two of them tell where its analysis stands. */
  heard(method: string): void {
    if (method === 'pyright/beginProgress') this.#idle = false;
    if (method === 'pyright/endProgress') this.#idle = true;
    this.#proceed();
  }

  receive(uri: string, diagnostics: readonly Diagnostic[]): void {
    const source = this.#sources.find((one) => one.uri === uri);
    if (source !== undefined && diagnostics.some((one) => isMarker(one, source))) {
      this.#checked.set(uri, toChecked(diagnostics, source));
    }
    this.#proceed();
  }

  /** The end of an analysis is waited for too, so that it is not taken for the end of the next one. */
  #proceed(): void {
    if (this.#idle && this.#complete) this.#finish(false);
    else this.#wait();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    if (this.#complete) this.#timer = setTimeout(() => this.#finish(false), END_MS);
    else if (this.#idle) this.#timer = setTimeout(() => this.#finish(false), IDLE_MS);
    else this.#timer = setTimeout(() => this.#finish(true), this.#silenceMs);
  }

  get #complete(): boolean {
    return this.#checked.size === this.#sources.length;
  }

  #finish(silent: boolean): void {
    clearTimeout(this.#timer);
    // Files are looked at in order, so that the first one without an answer is the one that held up the rest.
    const culprit = silent ? this.#sources.findIndex(({ uri }) => !this.#checked.has(uri)) : -1;
    const answered = culprit < 0 ? this.#sources : this.#sources.slice(0, culprit + 1);
    this.#settle({ answers: answered.map(({ uri }) => this.#checked.get(uri) ?? null), worn: silent });
  }
}

function isMarker({ code, message }: Diagnostic, { marker }: MarkedSource): boolean {
  return code === MARKER_RULE && textOf(message).startsWith(`"${marker}"`);
}

/** Errors without a rule are about syntax, which another layer judges, or about the server's own limits. */
function toChecked(diagnostics: readonly Diagnostic[], { linesBefore }: MarkedSource): Checked {
  const errors = diagnostics.filter(({ severity }) => severity === ERROR);
  if (errors.some(({ code }) => typeof code !== 'string')) return null;
  const wanted = errors.filter(({ code }) => TYPE_RULES.has(String(code)));
  return tidy(wanted.map((one) => toFinding(one, linesBefore)));
}

/** The protocol counts lines and UTF-16 units from 0. A message's first line says it all; the others explain. */
function toFinding({ range: { start }, code, message }: Diagnostic, linesBefore: number): Finding {
  return {
    line: start.line - linesBefore + 1,
    column: start.character + 1,
    code: String(code),
    message: textOf(message).split('\n')[0]!,
  };
}

function textOf(message: Diagnostic['message']): string {
  return typeof message === 'string' ? message : message.value;
}
