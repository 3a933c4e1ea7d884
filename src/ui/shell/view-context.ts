/** Hands the view to whatever part of the page asks for it. */

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type Hideable, isHidden, PLAIN_VIEW, type View } from './view.ts';

export const ViewContext = createContext<View>(PLAIN_VIEW);

export const useView = (): View => useContext(ViewContext);

/** Whether the address, or lecture mode, leaves this part out. */
export const useHidden = (part: Hideable): boolean => isHidden(useView(), part);
