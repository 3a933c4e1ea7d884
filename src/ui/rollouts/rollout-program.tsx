/** What a rollout wrote, attempt by attempt: as Python with its error on its line, or coloured by a number of its tokens. */

import { useSignal } from '@preact/signals';
import type { EarlierTurn, RolloutRecord } from '../../core/records.ts';
import type { TracebackFrame } from '../../core/types.ts';
import { type CodeError, PythonCode } from '../parts/python-code.tsx';
import { words } from '../words/index.ts';
import { EarlierTurns } from './earlier-turns.tsx';
import { type HeatName, type HeatSource, heatOf } from './token-heat.ts';
import { HeatChoice, TokenProgram } from './token-heat-map.tsx';

interface RolloutProgramProps {
  readonly rollout: RolloutRecord;
  /** What the model was asked, where the problem is known. */
  readonly prompt: string | undefined;
}

export function RolloutProgram({ rollout, prompt }: RolloutProgramProps) {
  const heat = useSignal<HeatName | null>(null);
  const chosenPass = useSignal(0);
  const { trained = [], earlier = [] } = rollout;
  const last: HeatSource = { ...rollout, turn: trained.find(({ turn }) => turn === earlier.length) ?? null };
  const passes = trained.reduce(
    (most, { updates }) => (updates.length > most.length ? updates : most),
    trained[0]?.updates ?? [],
  );
  const pass = Math.min(chosenPass.value, Math.max(0, passes.length - 1));
  const before = (index: number): HeatSource | null => {
    const turn = trained.find((one) => one.turn === index);
    return turn === undefined ? null : { pieces: turn.pieces, logProbs: turn.oldLogProbs, turn };
  };
  return (
    <>
      <div class="heat-choice">
        <HeatChoice chosen={heat} sources={[last]} pass={pass} />
        {heat.value !== null && passes.length > 1 && (
          <label class="field heat-pass">
            {words.tokens.pass}
            <select value={pass} onChange={(event) => (chosenPass.value = Number(event.currentTarget.value))}>
              {passes.map(({ update }, i) => (
                <option key={update} value={i}>
                  {words.tokens.passOf(i + 1, update)}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      {earlier.length > 0 && (
        <>
          <EarlierTurns
            turns={earlier}
            draw={({ code }: EarlierTurn, index, label) => (
              <Attempt code={code} source={before(index)} heat={heat.value} pass={pass} label={label} />
            )}
          />
          <p class="turn-head">{words.rollout.lastAttempt(earlier.length + 1)}</p>
        </>
      )}
      <Attempt
        code={rollout.code}
        source={last}
        heat={heat.value}
        pass={pass}
        label={words.rollout.program}
        prompt={prompt}
        error={errorOf(rollout, prompt)}
      />
    </>
  );
}

interface AttemptProps {
  readonly code: string;
  readonly source: HeatSource | null;
  readonly heat: HeatName | null;
  readonly pass: number;
  readonly label: string;
  readonly prompt?: string | undefined;
  readonly error?: CodeError | undefined;
}

function Attempt({ code, source, heat: name, pass, label, prompt, error }: AttemptProps) {
  const heat = name === null || source === null ? null : heatOf(source, name, pass);
  if (heat === null || source === null) {
    return <PythonCode code={`${prompt ?? ''}${code}`} error={error} label={label} />;
  }
  return <TokenProgram source={source} heat={heat} pass={pass} prompt={prompt} error={error} label={label} />;
}

/** Line numbers of errors count from the program, the shown text begins with the prompt. */
const linesBefore = (prompt: string | undefined) => (prompt === undefined ? 0 : prompt.split('\n').length - 1);

function errorOf({ line, error, traceback = [] }: RolloutRecord, prompt: string | undefined): CodeError | undefined {
  if (line === undefined) return undefined;
  const above = linesBefore(prompt);
  return {
    line: line + above,
    calledFrom: traceback.map((frame) => frame.line + above),
    note: (
      <>
        {error}
        {traceback.length > 1 && <small>{wayTo(traceback, above)}</small>}
      </>
    ),
  };
}

/** The way to the error, as the shown text counts lines: `line 3 in solution, called from line 7 in <module>`. */
function wayTo(frames: readonly TracebackFrame[], above: number): string {
  return words.rollout.trace(frames.map(({ line, name }) => words.rollout.place(line + above, name)).reverse());
}
