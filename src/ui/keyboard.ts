/** Page-wide keys. They keep out of the way of form fields, buttons and anything that uses the key itself. */

export interface KeyActions {
  readonly toggle: () => void;
}

const OWN_KEYS = 'input, select, textarea, button, summary, a, [role="gridcell"], [contenteditable]';

/** Space trains, pauses or resumes. Returns a function that takes the keys off again. */
export function installKeys(target: Document, actions: KeyActions): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== ' ' || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest(OWN_KEYS)) return;
    event.preventDefault();
    actions.toggle();
  };
  target.addEventListener('keydown', onKey);
  return () => target.removeEventListener('keydown', onKey);
}
