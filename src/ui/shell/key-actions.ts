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
      const { step, follow } = store.rollouts.view.value;
      // What is followed out of sight is not pulled: the newest step may not be the one in the view yet.
      const at = follow ? steps.length - 1 : steps.indexOf(step ?? 0);
      const wanted = at < 0 ? undefined : steps[at + by];
      if (wanted !== undefined) void store.rollouts.show(wanted);
    },
  };
}
