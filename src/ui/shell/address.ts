/** The page's address as a choice of settings and a view of the page, and both as a link that others can open. */

import { type ConfigChoice, DEFAULT_CHOICE } from '../../core/config-choice.ts';
import { readConfigParams, writeConfigParams } from '../../core/config-url.ts';
import { messageOf } from '../../core/errors.ts';
import { PLAIN_VIEW, readView, VIEW_PARAMETERS, type View, writeView } from './view.ts';

/** Parameters that are neither about the run nor about how the page looks. */
const PAGE_PARAMETERS = ['workers', 'script'];

export interface Address {
  readonly choice: ConfigChoice;
  readonly view: View;
  /** What is wrong with the address; what could not be read is as in a plain one then. */
  readonly complaint: string | null;
}

export const PLAIN_ADDRESS: Address = { choice: DEFAULT_CHOICE, view: PLAIN_VIEW, complaint: null };

/** @param search what follows the path of an address, with or without its question mark */
export function readAddress(search: string): Address {
  const params = new URLSearchParams(search);
  const view = attempt(() => readView(params), PLAIN_VIEW);
  for (const name of VIEW_PARAMETERS) params.delete(name);
  for (const name of PAGE_PARAMETERS) params.delete(name);
  const choice = attempt(() => readConfigParams(params), DEFAULT_CHOICE);
  const complaints = [choice.complaint, view.complaint].filter((complaint) => complaint !== null);
  return {
    choice: choice.value,
    view: view.value,
    complaint: complaints.length === 0 ? null : complaints.join('; '),
  };
}

interface Read<T> {
  readonly value: T;
  readonly complaint: string | null;
}

function attempt<T>(read: () => T, otherwise: T): Read<T> {
  try {
    return { value: read(), complaint: null };
  } catch (error) {
    return { value: otherwise, complaint: messageOf(error).replace(/^address: /, '') };
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
