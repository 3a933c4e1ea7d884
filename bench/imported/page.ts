/** The page in which imported models are measured in a real browser. */

import { measure } from './measure.ts';

declare global {
  interface Window {
    readonly measureImported: typeof measure;
  }
}

Object.assign(window, { measureImported: measure });
