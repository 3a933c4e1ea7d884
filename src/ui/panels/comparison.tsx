/** Before and after on all tests, with what keeps the claim honest beside it: bands, n, greedy, other temperatures, visible tests. */

import { RUN_SETS, type RunSetName, type SetEvaluation } from '../../core/records.ts';
import { NOTHING, percent, points } from '../format.ts';
import { hasOwnSet, lectureSet, lostProblems, otherTemperatures, pickSet } from '../selectors.ts';
import { SET_WORDS } from '../set-words.ts';
import type { RunState } from '../state.ts';
import type { Store } from '../store.ts';
import { verdict } from '../verdict.ts';
import { Bar } from './bar.tsx';
import { PassAtK } from './pass-at-k.tsx';
import { ReportButton } from './report-button.tsx';
import { Section } from './section.tsx';

export function Comparison({ store }: { readonly store: Store }) {
  const state = store.run.value;
  return (
    <Section
      id="comparison"
      title="Before and after"
      intro="Fresh programs at temperature 1, run against every test, hidden ones too. The last two sets were never trained on."
    >
      <div class="sets">
        {RUN_SETS.filter((name) => name !== 'own' || hasOwnSet(state)).map((name) => (
          <SetCard key={name} name={name} state={state} />
        ))}
      </div>
      <Reading state={state} />
      <ReportButton store={store} />
      <PassAtK state={state} />
    </Section>
  );
}

interface SetCardProps {
  readonly name: RunSetName;
  readonly state: RunState;
}

function SetCard({ name, state }: SetCardProps) {
  const before = pickSet(state.before, name);
  const after = pickSet(state.after, name);
  const { title, help } = SET_WORDS[name];
  const n = (after ?? before)?.n;
  const problems = (after ?? before)?.problems.length;
  return (
    <article class="set">
      <h3>{title}</h3>
      <p class="set-help">{help}</p>
      <p class="set-number">
        <span class={after ? 'set-before' : ''}>{percent(before?.passAt1.value)}</span>
        {after && (
          <>
            <span class="set-arrow" aria-hidden="true">
              →
            </span>
            <span class="sr-only">before, after</span>
            <b class={after.passAt1.value > (before?.passAt1.value ?? 0) ? 'is-gain' : ''}>
              {percent(after.passAt1.value)}
            </b>
          </>
        )}
      </p>
      <SetBar set={before} words="Before" tone="grey" />
      <SetBar set={after} words="After" tone="green" />
      <SetTable name={name} state={state} before={before} after={after} />
      <p class="set-n">
        {n === undefined
          ? 'Not measured yet.'
          : `${problems} problems, ${n} programs each; whiskers: 95% band over problems.`}
      </p>
    </article>
  );
}

interface SetBarProps {
  readonly set: SetEvaluation | null;
  readonly words: string;
  readonly tone: 'grey' | 'green';
}

function SetBar({ set, words, tone }: SetBarProps) {
  const pass = set?.passAt1;
  return (
    <div class="set-bar">
      <span class="set-bar-name">{words}</span>
      <Bar
        size="small"
        tone={tone}
        value={pass?.value ?? null}
        {...(pass ? { low: pass.low, high: pass.high } : {})}
        label={
          pass
            ? `${words}: ${percent(pass.value)}, band ${percent(pass.low)} to ${percent(pass.high)}`
            : `${words}: not measured yet`
        }
      />
    </div>
  );
}

interface SetTableProps extends SetCardProps {
  readonly before: SetEvaluation | null;
  readonly after: SetEvaluation | null;
}

function SetTable({ name, state, before, after }: SetTableProps) {
  const cooler = otherTemperatures(state.before, name).map((set) => ({
    set,
    after: otherTemperatures(state.after, name).find((other) => other.temperature === set.temperature),
  }));
  return (
    <table class="set-table">
      <thead>
        <tr>
          <td />
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">pass@1, temperature 1</th>
          <td>{withBand(before)}</td>
          <td>{withBand(after)}</td>
        </tr>
        {cooler.map(({ set, after: later }) => (
          <tr key={set.temperature}>
            <th scope="row">pass@1, temperature {set.temperature}</th>
            <td>{percent(set.passAt1.value)}</td>
            <td>{percent(later?.passAt1.value)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">Greedy</th>
          <td>{percent(before?.greedy)}</td>
          <td>{percent(after?.greedy)}</td>
        </tr>
        <tr>
          <th scope="row">Visible tests only</th>
          <td>{percent(before?.visibleAt1)}</td>
          <td>{percent(after?.visibleAt1)}</td>
        </tr>
      </tbody>
    </table>
  );
}

function withBand(set: SetEvaluation | null) {
  if (set === null) return NOTHING;
  const { value, low, high } = set.passAt1;
  return (
    <>
      {percent(value)}{' '}
      <small>
        {percent(low)}–{percent(high)}
      </small>
    </>
  );
}

/** What the numbers say and do not say. */
function Reading({ state }: { readonly state: RunState }) {
  const before = lectureSet(state.before);
  const after = lectureSet(state.after);
  if (before === null || after === null) return null;
  const lost = lostProblems(before, after);
  const gap = after.visibleAt1 - after.passAt1.value;
  return (
    <ul class="reading">
      <li>{verdict(before, after)}</li>
      {gap > 0.03 && (
        <li>
          {points(after.passAt1.value, after.visibleAt1)} pass the visible tests only: some programs please the reward
          without being right.
        </li>
      )}
      {lost.length > 0 && (
        <li>
          Lost on the way: {lost.map((problem) => problem.id).join(', ')}. A wrong program that earned reward crowded
          out the right one.
        </li>
      )}
    </ul>
  );
}
