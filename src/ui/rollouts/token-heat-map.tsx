/** A program whose tokens are coloured by one of their numbers; the one pointed at, or reached by key, tells all of its own. */

import { type Signal, useSignal } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import { decimal } from '../parts/format.ts';
import { highlightPython } from '../parts/python.ts';
import { type CodeError, CodeLine, Pieces } from '../parts/python-code.tsx';
import { words } from '../words/index.ts';
import { HEATS, type Heat, type HeatName, type HeatSource, heatOf, neighbour, tokenLines } from './token-heat.ts';
import { heatText, TokenReadout, tokenWords } from './token-readout.tsx';
import { visibleText } from './token-rows.ts';

/** What to colour by; null is syntax. */
type HeatChoiceSignal = Signal<HeatName | null>;

interface HeatChoiceProps {
  readonly chosen: HeatChoiceSignal;
  readonly sources: readonly HeatSource[];
  readonly pass: number;
}

export function HeatChoice({ chosen, sources, pass }: HeatChoiceProps) {
  const { tokens } = words;
  return (
    <fieldset class="segments">
      <legend>{tokens.colour}</legend>
      <div>
        <Segment label={tokens.syntax} help="" chosen={chosen} name={null} disabled={false} />
        {HEATS.map((name) => {
          const known = sources.some((source) => heatOf(source, name, pass) !== null);
          const { label, help } = tokens.heats[name];
          return <Segment key={name} label={label} help={help} chosen={chosen} name={name} disabled={!known} />;
        })}
      </div>
    </fieldset>
  );
}

interface SegmentProps {
  readonly label: string;
  readonly help: string;
  readonly chosen: HeatChoiceSignal;
  readonly name: HeatName | null;
  readonly disabled: boolean;
}

function Segment({ label, help, chosen, name, disabled }: SegmentProps) {
  return (
    <label class="segment" title={disabled ? `${words.tokens.notRecorded}. ${help}` : help}>
      <input
        type="radio"
        name="heat"
        checked={chosen.value === name}
        disabled={disabled}
        onChange={() => (chosen.value = name)}
      />
      <span>{label}</span>
    </label>
  );
}

interface TokenProgramProps {
  readonly source: HeatSource;
  readonly heat: Heat;
  readonly pass: number;
  /** What stands above the program, and is not the model’s. */
  readonly prompt?: string | undefined;
  readonly error?: CodeError | undefined;
  readonly label: string;
}

export function TokenProgram({ source, heat, pass, prompt = '', error, label }: TokenProgramProps) {
  const { pieces } = source;
  const held = useSignal(0);
  const pointed = useSignal<number | null>(null);
  const code = useRef<HTMLOListElement>(null);
  const lines = useMemo(() => tokenLines(pieces), [pieces]);
  const before = useMemo(() => (prompt === '' ? [] : highlightPython(prompt.replace(/\n$/, ''))), [prompt]);
  // Another program may have fewer tokens.
  const focus = Math.min(held.value, pieces.length - 1);
  const told = Math.min(pointed.value ?? focus, pieces.length - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = neighbour(lines, focus, event.key);
    if (next === null) return;
    event.preventDefault();
    held.value = next;
    code.current?.querySelector<HTMLElement>(`[data-token="${next}"]`)?.focus();
  };
  return (
    <>
      <section class="code heat-code" aria-label={label}>
        <ol ref={code} onKeyDown={onKeyDown} onPointerLeave={() => (pointed.value = null)}>
          {before.map((line, index) => (
            <CodeLine key={`prompt ${index}`} number={index + 1} error={undefined}>
              <Pieces pieces={line} />
            </CodeLine>
          ))}
          {lines.map((line, index) => (
            <CodeLine key={index} number={before.length + index + 1} error={error}>
              {line.map(({ token, text, head }) => {
                const look = {
                  class: `heat-token ${direction(heat, token)} ${token === told ? 'is-told' : ''}`,
                  style: { '--share': Math.abs(heat.shares[token]!).toFixed(3) },
                  onPointerEnter: () => (pointed.value = token),
                };
                const shown = text === '' ? visibleText(pieces[token]!).slice(0, pieces[token] === '' ? 5 : 1) : text;
                return head ? (
                  <button
                    key={token}
                    type="button"
                    {...look}
                    data-token={token}
                    tabIndex={token === focus ? 0 : -1}
                    aria-label={tokenWords(source, pass, token)}
                    onFocus={() => (held.value = token)}
                    onClick={() => (held.value = token)}
                  >
                    {shown}
                  </button>
                ) : (
                  <span key={`${token} rest`} {...look} aria-hidden="true">
                    {text}
                  </span>
                );
              })}
            </CodeLine>
          ))}
        </ol>
      </section>
      <HeatLegend heat={heat} />
      <TokenReadout source={source} pass={pass} token={told} />
    </>
  );
}

function direction(heat: Heat, token: number): string {
  const share = heat.shares[token]!;
  if (share === 0) return '';
  if (!heat.diverging) return 'heat-one';
  return share > 0 ? 'heat-up' : 'heat-down';
}

/** The colours with the values at their ends. */
function HeatLegend({ heat }: { readonly heat: Heat }) {
  const { name, diverging, strongest } = heat;
  const { tokens } = words;
  const ends = diverging
    ? [heatText(name, name === 'ratio' ? 1 / strongest : -strongest), name === 'ratio' ? '1' : tokens.zero]
    : [name === 'logProb' ? tokens.sure : tokens.zero];
  const top = name === 'logProb' ? tokens.least(decimal(Math.exp(strongest), 3)) : heatText(name, strongest);
  return (
    <figure class="heat-legend">
      <div class={diverging ? 'is-diverging' : ''} aria-hidden="true" />
      <p>
        {[...ends, top].map((text, i) => (
          <span key={i}>{text}</span>
        ))}
      </p>
      <figcaption>
        {tokens.heats[name].help} <span class="heat-help">{tokens.help}</span>
      </figcaption>
    </figure>
  );
}
