/** What readers of files give: a row and where it stands, or why there is none. */

import type { Place } from '../fields.ts';
import type { JsonNode } from '../lossless.ts';

export type FileRow =
  | { readonly type: 'row'; readonly node: JsonNode; readonly place: Place }
  | { readonly type: 'refused'; readonly message: string };

export const refused = (message: string): FileRow => ({ type: 'refused', message });
