/** The effects ledger in words: what a program tried, and what became of it. */

import type { Effect } from './types.ts';

/** `import socket` → `import socket`; a bare name of a capability becomes a phrase that fits after "tried to". */
function attempt({ kind, detail }: Effect): string {
  if (detail.startsWith('import ')) return detail;
  switch (kind) {
    case 'import':
      return `import ${detail}`;
    case 'file':
      return `use a file (${detail})`;
    case 'network':
      return `use the network (${detail})`;
    case 'javascript':
      return `reach JavaScript (${detail})`;
    case 'exit':
      return `end the interpreter (${detail})`;
    case 'process':
      return `start or steer a process (${detail})`;
    case 'clock':
      return `read or wait for the clock (${detail})`;
    case 'random':
      return `draw random bytes (${detail})`;
    case 'output':
      return `print (${detail})`;
    default:
      return kind satisfies never;
  }
}

/** What was let through, in the past tense: it only ever touched a stand-in that is put back afterwards. */
function allowed({ kind, detail, count }: Effect): string {
  switch (kind) {
    case 'output':
      return `printed ${count} bytes`;
    case 'clock':
      return `${detail}: on a virtual clock`;
    case 'random':
      return `${detail}: from a fixed stream`;
    case 'file':
      return `${detail}: a granted file, read only`;
    default:
      return `${detail}: allowed, undone`;
  }
}

/**
 * One line of the ledger for people, such as `tried to import socket (3 times): refused, undone`. Whatever a program
 * did is undone with it; what was refused never happened at all.
 */
export function describeEffect(effect: Effect): string {
  const times = effect.count > 1 && effect.kind !== 'output' ? ` (${effect.count} times)` : '';
  return effect.refused ? `tried to ${attempt(effect)}${times}: refused, undone` : `${allowed(effect)}${times}`;
}
