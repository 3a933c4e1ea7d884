/** A formula as text that wraps: with symbols, then with numbers, then what came out beside what was recorded. */

import { words } from '../words/index.ts';
import { agrees } from './explain-case.ts';
import { type Formula, numberText, say, type Term } from './explain-formula.ts';
import type { Line } from './explain-frames.ts';

const told = words.explain;

export function FormulaLines({ lines }: { readonly lines: readonly Line[] }) {
  if (lines.length === 0) return null;
  return (
    <ul class="formulas">
      {lines.map(({ symbols, numbers, check }, i) => (
        <li key={i}>
          <Maths formula={symbols} look="is-symbols" />
          <Maths formula={numbers} look="is-numbers" />
          {check !== null && (
            <p class={`formula-check ${agrees(check) ? 'is-gain' : 'is-loss'}`}>
              {told.check(numberText(check.computed), numberText(check.recorded))}
              <b>{agrees(check) ? ` ✓ ${told.same}` : ` ✗ ${told.differs}`}</b>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function Maths({ formula, look }: { readonly formula: Formula; readonly look: string }) {
  return (
    <p class={`maths ${look}`}>
      <span class="sr-only">{say(formula)}</span>
      <span aria-hidden="true">
        <Terms formula={formula} />
      </span>
    </p>
  );
}

function Terms({ formula }: { readonly formula: Formula }) {
  return (
    <>
      {formula.map((term, i) => (
        <TermText key={i} term={term} unary={isUnary(formula, i)} />
      ))}
    </>
  );
}

/** A minus that nothing is taken from: it stands at the beginning, or after another sign. */
function isUnary(formula: Formula, i: number): boolean {
  const before = formula[i - 1];
  return before === undefined || (before.kind === 'sign' && before.text !== ')' && before.text !== '…');
}

interface TermTextProps {
  readonly term: Term;
  readonly unary: boolean;
}

function TermText({ term, unary }: TermTextProps) {
  switch (term.kind) {
    case 'symbol':
      return (
        <i class={term.bar ? 'has-bar' : term.text === 'Σ' ? 'is-sum' : ''}>
          {term.text}
          {term.sub !== undefined && <sub>{term.sub}</sub>}
        </i>
      );
    case 'number':
      return <b>{term.text}</b>;
    case 'sign':
      return <Sign text={term.text} unary={unary} />;
    case 'fraction':
      return (
        <span class="fraction">
          <span>
            <Terms formula={term.top} />
          </span>
          <span>
            <Terms formula={term.bottom} />
          </span>
        </span>
      );
    case 'root':
      return (
        <span class="root">
          <span>√</span>
          <span>
            <Terms formula={term.inner} />
          </span>
        </span>
      );
    case 'call':
      return (
        <span class="call">
          {term.name}(
          {term.inner.map((inner, i) => (
            <span key={i}>
              {i > 0 && ', '}
              <Terms formula={inner} />
            </span>
          ))}
          )
        </span>
      );
    case 'power':
      return (
        <span>
          <Terms formula={term.base} />
          <sup>
            <Terms formula={term.exponent} />
          </sup>
        </span>
      );
    default:
      return term satisfies never;
  }
}

interface SignProps {
  readonly text: string;
  readonly unary: boolean;
}

/** Spaces around a sign let the line break there; a bracket has none, and a minus before its number only one. */
function Sign({ text, unary }: SignProps) {
  if (text === '(' || text === ')' || text === '½') return <>{text}</>;
  return <>{unary ? text : ` ${text} `}</>;
}
