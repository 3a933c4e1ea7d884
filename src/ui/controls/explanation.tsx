/** What is said of a setting: its letter in the papers, what it does, its default and range, and where it comes from. */

import type { ComponentChildren } from 'preact';
import { words } from '../words/index.ts';
import { valueText } from './choice.ts';
import { settingWords } from './setting-words.ts';

/** `ε_low` with its index below the line. */
export function MathSymbol({ symbol }: { readonly symbol: string }) {
  const [letter, index] = symbol.split('_');
  return (
    <span class="symbol">
      {letter}
      {index !== undefined && <sub>{index}</sub>}
    </span>
  );
}

/** Text in which letters such as `ε_low` have their index below the line. */
export function MathText({ text }: { readonly text: string }) {
  return <>{text.split(LETTER).map((part, i) => (i % 2 === 1 ? <MathSymbol key={i} symbol={part} /> : part))}</>;
}

/** One letter with an index, and no part of a longer word. */
const LETTER = /(?<![\p{L}_])(\p{L}_[a-z]+)/u;

interface SettingExplanationProps {
  readonly path: string;
  /** As the form calls it; its path where there is no other name. */
  readonly title?: string;
  /** What the value of now means. */
  readonly children?: ComponentChildren;
}

export function SettingExplanation({ path, title, children }: SettingExplanationProps) {
  const { help, symbol, source, initial, kind, range } = settingWords(path);
  const text = words.setting;
  return (
    <>
      <p class="explanation-title">
        <b>{title ?? path}</b>
        {symbol !== null && <MathSymbol symbol={symbol} />}
      </p>
      <p>
        <MathText text={help} />
      </p>
      {children}
      <Facts
        facts={[
          [text.default, valueText(initial)],
          ...(kind.kind === 'number' ? ([[text.range, range]] as const) : []),
          ...(source === null ? [] : ([[text.source, source]] as const)),
          ...(title === undefined ? [] : ([[text.path, path]] as const)),
        ]}
      />
    </>
  );
}

export function Facts({ facts }: { readonly facts: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl class="explanation-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
