/** Alerts of a run in words: a name for each kind, and its message without what the page shows beside it. */

import type { Alert, AlertName } from '../core/records.ts';

export const ALERT_WORDS: Readonly<Record<AlertName, string>> = {
  'dead-groups': 'Dead groups',
  'entropy-collapsed': 'Entropy collapsed',
  'kl-runaway': 'KL ran away',
  'length-collapsed': 'Length collapsed',
  'not-finite': 'A number was not finite',
  'all-truncated': 'Every program cut off',
};

/** The message as a sentence of its own: without the step that it begins with. */
export function alertText({ message, step }: Alert): string {
  const opening = `step ${step}: `;
  const text = message.startsWith(opening) ? message.slice(opening.length) : message;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
