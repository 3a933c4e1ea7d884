/** The sheet itself: what was done, what came of it, and how it was measured, on one side of A4 or Letter. */

import type { ComponentChildren } from 'preact';
import { version } from '../../../package.json';
import type { RunConfig } from '../../core/config.ts';
import { nearestChoice } from '../../core/nearest-choice.ts';
import { valueText } from '../controls/choice.ts';
import { sentence } from '../parts/format.ts';
import { linkTo } from '../shell/address.ts';
import { ALERT_WORDS, alertText } from '../shell/alert-words.ts';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import { ReportCurves, ReportOutcomes } from './report-charts.tsx';
import { ReportExample } from './report-example.tsx';
import { ReportTable } from './report-table.tsx';
import { changesOf, defaultName, whenText } from './run-lines.ts';
import { deviceName, type Example, measuredSets } from './run-report.ts';

const text = words.report;

/** So many settings and alerts find room; of more, the number is said. */
const MOST_SETTINGS = 19;
const MOST_ALERTS = 2;

interface ReportSheetProps {
  readonly store: Store;
  readonly example: Example | null;
}

export function ReportSheet({ store, example }: ReportSheetProps) {
  const state = store.run.value;
  const { config, steps, alerts } = state;
  if (config === null) return null;
  const info = store.history.runs.value?.find(({ id }) => id === state.id);
  const device = store.device.value;
  // Only of the run of this tab is it known what ran it.
  const ran = store.trained.value === config && device.status === 'ready' ? deviceName(device.info) : null;
  const sets = measuredSets(state);
  const facts: readonly (readonly [string, string])[] = [
    [text.facts.begun, info === undefined ? text.facts.unknown : whenText(info.startedAt, 0)],
    [text.facts.steps, text.facts.of(steps.length, config.epochs)],
    [text.facts.device, ran ?? text.facts.setting(config.backend)],
    [text.facts.seed, String(config.seed)],
    [text.facts.version, version],
  ];
  return (
    <article class="report-sheet">
      <header>
        <p class="report-kind">{text.kind}</p>
        <h1 id="report-title">{info?.name || defaultName(config)}</h1>
        <dl class="report-facts">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {info !== undefined && info.note !== '' && <p class="report-note">{info.note}</p>}
      </header>
      <Part title={text.configuration}>
        <Configuration config={config} />
      </Part>
      <Part title={text.results}>
        <ReportTable sets={sets} />
      </Part>
      <Part title={text.curves}>
        <ReportCurves state={state} />
      </Part>
      <Part title={text.outcomes}>
        <ReportOutcomes steps={steps} />
      </Part>
      <Part title={text.example} class="report-programs">
        <ReportExample example={example} />
      </Part>
      {alerts.length > 0 && (
        <Part title={text.alerts}>
          <ul class="report-alerts">
            {alerts.slice(0, MOST_ALERTS).map((alert) => (
              <li key={alert.name}>
                <b>{text.alertAt(ALERT_WORDS[alert.name], alert.step)}</b> {sentence(alertText(alert))}
              </li>
            ))}
            {alerts.length > MOST_ALERTS && <li>{text.more(alerts.length - MOST_ALERTS)}</li>}
          </ul>
        </Part>
      )}
      <footer class="report-method">
        {text.method({
          n: sets[0]?.after?.n ?? sets[0]?.before?.n ?? null,
          temperature: sets[0]?.before?.temperature ?? 1,
        })}
      </footer>
    </article>
  );
}

interface PartProps {
  readonly title: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

function Part({ title, class: name, children }: PartProps) {
  return (
    <section class={name}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Configuration({ config }: { readonly config: RunConfig }) {
  const changes = changesOf(config);
  const link = linkTo(nearestChoice(config), location.href);
  return (
    <>
      {changes.length === 0 ? (
        <p>{text.defaults}</p>
      ) : (
        <ul class="report-settings">
          {changes.slice(0, MOST_SETTINGS).map(({ path, label, from, to }) => (
            <li key={path}>
              <code>{label}</code> {valueText(from)}→<b>{valueText(to)}</b>
            </li>
          ))}
          {changes.length > MOST_SETTINGS && <li>{text.moreSettings(changes.length - MOST_SETTINGS)}</li>}
        </ul>
      )}
      <p class="report-link-line">
        {text.again} <a href={link}>{link}</a>
      </p>
    </>
  );
}
