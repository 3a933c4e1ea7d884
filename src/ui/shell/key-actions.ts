/** What the page-wide keys do on this page. */

import type { Store } from '../store.ts';
import type { KeyActions } from './keyboard.ts';
import { goTo, sectionsOnPage } from './sections.ts';
import { isHidden } from './view.ts';

/** Keys of controls that the address hides do nothing. */
export function keyActions(store: Store): KeyActions {
  return {
    toggle: () => void store.toggle(),
    step: () => {
      if (!isHidden(store.view, 'step')) void store.advance('step');
    },
    part: () => {
      if (!isHidden(store.view, 'step')) void store.advance('part');
    },
    reset: () => {
      if (!isHidden(store.view, 'reset') && store.resettable.value) void store.reset();
    },
    help: () => {
      store.control.help.value = true;
    },
    jump: (section) => {
      const name = sectionsOnPage()[section - 1];
      if (name !== undefined) void goTo(name);
    },
    browse: (by) => {
      const steps = store.keptSteps.value;
      const { step } = store.rollouts.view.value;
      const at = step === null ? -1 : steps.indexOf(step);
      const wanted = at < 0 ? undefined : steps[at + by];
      if (wanted !== undefined) void store.rollouts.show(wanted);
    },
  };
}
