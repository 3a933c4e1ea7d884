/** Sentences around a description: the many ways in which people ask for the same function. */

import type { Description, Family } from './family.ts';

/** Frames of the three forms. `{x}` is the description, `{v}` its verb, `{vs}` the third person, `{V}` the imperative. */
const FRAMES = {
  noun: [
    'Write a function that returns {x}',
    'Return {x}',
    'Write a function to find {x}.',
    'Compute {x}',
    'Find {x}',
    'Implement a function that computes {x}',
    'Define a function that returns {x}.',
    'Create a function to calculate {x}',
    'Write a Python function that returns {x}',
    'Calculate {x}.',
    'Get {x}',
  ],
  verb: [
    'Write a function that {vs} {x}',
    '{V} {x}',
    'Write a function to {v} {x}',
    'Implement a function that {vs} {x}.',
    'Define a function to {v} {x}',
    'Create a function that {vs} {x}',
    'Write a Python function to {v} {x}.',
    '{V} {x}.',
  ],
  whether: [
    'Write a function that checks if {x}',
    'Check if {x}',
    'Return True if {x}',
    'Write a function that returns True if {x}.',
    'Determine whether {x}',
    'Implement a function to check if {x}',
    'Write a function to check whether {x}',
    'Test whether {x}.',
  ],
} as const;

/** `reverse` → `reverses`, `flash` → `flashes`, `multiply` → `multiplies`. */
function thirdPerson(verb: string): string {
  if (/(?:s|x|sh|ch)$/.test(verb)) return `${verb}es`;
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`;
  return `${verb}s`;
}

/** How many frames a description has. */
export function frameCount(description: Description): number {
  return FRAMES[formOf(description)].length;
}

/**
 * The sentence that frame number `index` makes of a description; frame 0 is the lecture's ("Write a function that …").
 *
 * @throws RangeError when there is no such frame.
 */
export function sentence(description: Description, index: number): string {
  const form = formOf(description);
  const frame = FRAMES[form][index];
  if (frame === undefined)
    throw new RangeError(`frames: expected a frame below ${FRAMES[form].length}, got ${index} for "${description}"`);
  const body = description.slice(form.length + 1);
  if (form !== 'verb') return frame.replace('{x}', () => body);
  const bar = body.indexOf('|');
  const verb = body.slice(0, bar);
  return frame
    .replace('{vs}', () => thirdPerson(verb))
    .replace('{v}', () => verb)
    .replace('{V}', () => verb[0]!.toUpperCase() + verb.slice(1))
    .replace('{x}', () => body.slice(bar + 1));
}

/** Every sentence that describes a family in the corpus, reserved ones included. */
export function sentences(family: Family): string[] {
  return family.descriptions.flatMap((description) =>
    Array.from({ length: frameCount(description) }, (_, index) => sentence(description, index)),
  );
}

/** What two sentences have in common when a reader would call them the same: case, spaces and the final period do not count. */
export function normalise(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim().replace(/\.$/, '');
}

function formOf(description: Description): keyof typeof FRAMES {
  const form = description.slice(0, description.indexOf(':'));
  if (form === 'noun' || form === 'whether') return form;
  if (form === 'verb' && description.includes('|')) return form;
  throw new RangeError(`frames: expected "noun:…", "whether:…" or "verb:…|…", got "${description}"`);
}
