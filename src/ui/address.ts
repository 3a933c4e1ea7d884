/** The page's address as a choice of settings, and a choice as a link that others can open. */

import { type ConfigChoice, DEFAULT_CHOICE } from '../core/config-choice.ts';
import { readConfigParams, writeConfigParams } from '../core/config-url.ts';
import { messageOf } from '../core/errors.ts';
import { PLAIN_VIEW, type View } from './view.ts';

/** Parameters that are about the page and not about the run. */
const PAGE_PARAMETERS = ['workers', 'script'];

export interface Address {
  readonly choice: ConfigChoice;
  readonly view: View;
  /** What is wrong with the address; the choice is the default one then. */
  readonly complaint: string | null;
}

export const PLAIN_ADDRESS: Address = { choice: DEFAULT_CHOICE, view: PLAIN_VIEW, complaint: null };

/** @param search what follows the path of an address, with or without its question mark */
export function readAddress(search: string): Address {
  const params = new URLSearchParams(search);
  for (const name of PAGE_PARAMETERS) params.delete(name);
  try {
    return { ...PLAIN_ADDRESS, choice: readConfigParams(params) };
  } catch (error) {
    return { ...PLAIN_ADDRESS, complaint: messageOf(error).replace(/^address: /, '') };
  }
}

/** The link to this page with the settings of `choice`. */
export function linkTo(choice: ConfigChoice, page: string): string {
  const url = new URL(page);
  url.search = writeConfigParams(choice).toString();
  url.hash = '';
  return url.href;
}
