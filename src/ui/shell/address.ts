/** The page's address as a choice of settings and a view of the page, and both as a link that others can open. */

import { type ConfigChoice, DEFAULT_CHOICE } from '../../core/config-choice.ts';
import { ADDRESS_VERSION, isConfigParam, readConfigParams, writeConfigParams } from '../../core/config-url.ts';
import { messageOf } from '../../core/errors.ts';
import { sentence } from '../parts/format.ts';
import { words } from '../words/index.ts';
import { PLAIN_VIEW, readView, VIEW_PARAMETERS, type View, writeView } from './view.ts';

/** Parameters that are neither about the run nor about how the page looks. */
const PAGE_PARAMETERS = ['workers', 'script'];

export interface Address {
  readonly choice: ConfigChoice;
  readonly view: View;
  /** What of the address could not be read and what stands instead, in sentences; null when all of it could. */
  readonly complaint: string | null;
}

export const PLAIN_ADDRESS: Address = { choice: DEFAULT_CHOICE, view: PLAIN_VIEW, complaint: null };

/** @param search what follows the path of an address, with or without its question mark */
export function readAddress(search: string): Address {
  const params = new URLSearchParams(search);
  const { view, complaints } = readView(params);
  for (const name of [...VIEW_PARAMETERS, ...PAGE_PARAMETERS]) params.delete(name);
  const settings = readSettings(params);
  const told = [
    ...settings.told,
    ...complaints.map(sentence),
    ...(complaints.length > 0 ? [words.address.plainView] : []),
    ...(complaints.length > 0 && settings.hold ? [words.address.settingsHold] : []),
  ];
  return { choice: settings.choice, view, complaint: told.length === 0 ? null : told.join(' ') };
}

interface ReadSettings {
  readonly choice: ConfigChoice;
  readonly told: readonly string[];
  /** The address has settings, and they are taken. */
  readonly hold: boolean;
}

/** Mailers and search engines add names of their own: these never cost the settings, and are told only beside some. */
function readSettings(params: URLSearchParams): ReadSettings {
  const strange = [...new Set(params.keys())].filter((name) => !isConfigParam(name));
  for (const name of strange) params.delete(name);
  if (params.size === 0) return { choice: DEFAULT_CHOICE, told: [], hold: false };
  const version = params.get('v');
  if (version === null)
    return { choice: DEFAULT_CHOICE, told: [words.address.noVersion(ADDRESS_VERSION)], hold: false };
  try {
    const told = strange.length > 0 ? [words.address.ignored(strange)] : [];
    return { choice: readConfigParams(params), told, hold: true };
  } catch (error) {
    const complaint = sentence(messageOf(error).replace(/^(address|config): /, ''));
    const other =
      version === ADDRESS_VERSION ? [] : [words.address.otherVersion(Number(version) > Number(ADDRESS_VERSION))];
    return { choice: DEFAULT_CHOICE, told: [complaint, ...other, words.address.defaults], hold: false };
  }
}

/** The link to this page with the settings of `choice`, and with a view where there is more to it than the plain one. */
export function linkTo(choice: ConfigChoice, page: string, view: View = PLAIN_VIEW): string {
  const url = new URL(page);
  // Commas may stand in an address as they are, and people read it.
  url.search = new URLSearchParams([...writeConfigParams(choice), ...writeView(view)])
    .toString()
    .replaceAll('%2C', ',');
  url.hash = '';
  return url.href;
}
