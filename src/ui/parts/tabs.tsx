/** A row of choices of which one holds: what a picture shows. */

import { useId } from 'preact/hooks';

export interface Tab<T extends string | number> {
  readonly value: T;
  readonly label: string;
}

interface TabsProps<T extends string | number> {
  /** What is chosen, for those who hear the page. */
  readonly legend: string;
  readonly tabs: readonly Tab<T>[];
  readonly chosen: T;
  readonly onChoose: (value: T) => void;
  /** Says the legend in sight too: where the labels alone do not tell. */
  readonly named?: boolean;
}

export function Tabs<T extends string | number>({ legend, tabs, chosen, onChoose, named = false }: TabsProps<T>) {
  const group = useId();
  return (
    <fieldset class="tabs">
      <legend class="sr-only">{legend}</legend>
      {named && (
        <span class="tabs-name" aria-hidden="true">
          {legend}
        </span>
      )}
      {tabs.map(({ value, label }) => (
        <label key={value} class="tab">
          <input type="radio" name={group} checked={chosen === value} onChange={() => onChoose(value)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
