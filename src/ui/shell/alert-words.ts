/** Alerts of a run in words: a name for each kind, and its message without what the page shows beside it. */

import type { Alert, AlertName } from '../../core/records.ts';
import { words } from '../words/index.ts';

export const ALERT_WORDS: Readonly<Record<AlertName, string>> = words.alerts;

/** The message as a sentence of its own: without the step that it begins with. */
export function alertText({ message, step }: Alert): string {
  const opening = `step ${step}: `;
  const text = message.startsWith(opening) ? message.slice(opening.length) : message;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
