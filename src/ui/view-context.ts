/** Hands the view to whatever part of the page asks for it. */

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type Hideable, PLAIN_VIEW, type View } from './view.ts';

export const ViewContext = createContext<View>(PLAIN_VIEW);

export const useView = (): View => useContext(ViewContext);

/** Whether the address hides this part. */
export const useHidden = (part: Hideable): boolean => useContext(ViewContext).hidden.has(part);
