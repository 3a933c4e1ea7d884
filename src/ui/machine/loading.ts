/** What the page waits for before the first run: the interpreter, the model, and what runs the model. A fold over loading events. */

import type { LoadedPart, RunEvent } from '../../core/records.ts';

export type PartLoading =
  | { readonly status: 'waiting' }
  /** Bytes; `total` is 0 where the server does not say. */
  | { readonly status: 'bytes'; readonly done: number; readonly total: number }
  | { readonly status: 'starting' | 'measuring'; readonly share: number }
  | { readonly status: 'ready' };

export type Loading = Readonly<Record<LoadedPart, PartLoading>>;

/** In the order in which they come. */
export const LOADED_PARTS: readonly LoadedPart[] = ['python', 'model', 'engine'];

const WAITING: PartLoading = { status: 'waiting' };
const READY: PartLoading = { status: 'ready' };

export const NOT_LOADED: Loading = { python: WAITING, model: WAITING, engine: WAITING };
export const ALL_LOADED: Loading = { python: READY, model: READY, engine: READY };

/** Another model or device is wanted: the interpreter stays. */
export const loadAnew = ({ python }: Loading): Loading => ({ ...NOT_LOADED, python });

/** What comes first is there when the next part begins. */
export function reduceLoading(loading: Loading, event: RunEvent): Loading {
  if (event.type !== 'phase' || event.loads === undefined) return loading;
  const at = LOADED_PARTS.indexOf(event.loads);
  const part = (name: LoadedPart, i: number): PartLoading =>
    i < at ? READY : i === at ? partOf(event) : loading[name];
  const [python, model, engine] = LOADED_PARTS.map(part) as [PartLoading, PartLoading, PartLoading];
  return { python, model, engine };
}

type Phase = Extract<RunEvent, { readonly type: 'phase' }>;

function partOf({ loads, done, total }: Phase): PartLoading {
  if (loads === 'engine') {
    const share = total > 0 ? done / total : 0;
    return { status: share === 0 ? 'starting' : 'measuring', share };
  }
  return total > 0 && done >= total ? READY : { status: 'bytes', done, total };
}
