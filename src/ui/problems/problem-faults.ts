/** Which faults of a form are shown: a field that nobody typed into is not wrong yet. */

import type { Faults } from '../../problems/own.ts';

/** Fields that were typed into; all of them once saving was asked for. */
export type Touched = ReadonlySet<string> | 'all';

export function shownFaults(faults: Faults, touched: Touched): Faults {
  const shown = Object.entries(faults).flatMap(([field, fault]) =>
    fault !== undefined && (touched === 'all' || touched.has(field)) ? [[field, capital(fault)]] : [],
  );
  return Object.fromEntries(shown);
}

/** Fields that were touched, after a row was taken out from among the others. */
export function withoutRow(touched: Touched, at: number): Touched {
  if (touched === 'all') return touched;
  return new Set(
    [...touched].flatMap((field) => {
      const [part, row] = field.split(' ');
      if (row === undefined || Number(row) < at) return [field];
      return Number(row) === at ? [] : [`${part} ${Number(row) - 1}`];
    }),
  );
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
