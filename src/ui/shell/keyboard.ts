/**
 * Page-wide keys. They keep out of the way of whoever types, of open dialogs, of combinations that belong to the browser,
 * and of anything that uses the key itself.
 */

export type KeyAction =
  | { readonly do: 'toggle' | 'step' | 'part' | 'reset' | 'help' | 'earlier' | 'later' }
  /** To the n-th section, from 1. */
  | { readonly do: 'jump'; readonly section: number };

export interface KeyActions {
  readonly toggle: () => void;
  readonly step: () => void;
  readonly part: () => void;
  readonly reset: () => void;
  readonly help: () => void;
  readonly jump: (section: number) => void;
  /** Programs of an earlier or later step. */
  readonly browse: (by: -1 | 1) => void;
}

/** What of a key event counts. */
export interface Pressed
  extends Pick<KeyboardEvent, 'key' | 'code' | 'repeat' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'> {
  /** Some keyboards write `[` and `]` with AltGr, which looks like Ctrl and Alt. */
  readonly altGraph: boolean;
}

/** What a pressed key asks for; null where it is not for the page. */
export function actionOf({
  key,
  code,
  repeat,
  shiftKey,
  ctrlKey,
  metaKey,
  altKey,
  altGraph,
}: Pressed): KeyAction | null {
  if (key === '[' || key === ']') {
    if (metaKey || ((ctrlKey || altKey) && !altGraph)) return null;
    return { do: key === '[' ? 'earlier' : 'later' };
  }
  if (repeat || ctrlKey || metaKey || altKey) return null;
  switch (key) {
    case ' ':
      return shiftKey ? null : { do: 'toggle' };
    case '.':
      return { do: 'step' };
    case ',':
      return { do: 'part' };
    case 'r':
    case 'R':
      return { do: 'reset' };
    case '?':
      return { do: 'help' };
    default:
      // Shift and the full stop, whatever the layout writes then.
      if (code === 'Period' && shiftKey) return { do: 'part' };
      return /^[1-9]$/.test(key) ? { do: 'jump', section: Number(key) } : null;
  }
}

/** Where keys are typed. */
const TYPED_INTO = 'input, select, textarea, [contenteditable], [role="textbox"]';
/** What the space bar presses, opens or chooses. */
const PRESSED = 'button, summary, a, [role="gridcell"], [role="button"], [role="tab"]';
const DIALOG = 'dialog, [role="dialog"]';

/** Whether the key belongs to what has the focus, or to what is open on top of the page. */
function isTaken(event: KeyboardEvent, action: KeyAction): boolean {
  if (event.defaultPrevented || event.isComposing) return true;
  const { target } = event;
  if (!(target instanceof Element)) return false;
  if (target.ownerDocument.querySelector('dialog:modal') !== null) return true;
  if (target.closest(`${TYPED_INTO}, ${DIALOG}`)) return true;
  return action.do === 'toggle' && target.closest(PRESSED) !== null;
}

/** Listens for the keys. Returns a function that takes them off again. */
export function installKeys(target: Document, actions: KeyActions): () => void {
  const onKey = (event: KeyboardEvent) => {
    const action = actionOf(pressed(event));
    if (action === null || isTaken(event, action)) return;
    event.preventDefault();
    perform(action, actions);
  };
  target.addEventListener('keydown', onKey);
  return () => target.removeEventListener('keydown', onKey);
}

function pressed(event: KeyboardEvent): Pressed {
  const { key, code, repeat, shiftKey, ctrlKey, metaKey, altKey } = event;
  return { key, code, repeat, shiftKey, ctrlKey, metaKey, altKey, altGraph: event.getModifierState('AltGraph') };
}

function perform(action: KeyAction, actions: KeyActions): void {
  switch (action.do) {
    case 'toggle':
    case 'step':
    case 'part':
    case 'reset':
    case 'help':
      actions[action.do]();
      break;
    case 'earlier':
      actions.browse(-1);
      break;
    case 'later':
      actions.browse(1);
      break;
    case 'jump':
      actions.jump(action.section);
      break;
    default:
      action satisfies never;
  }
}
