/** What the page tells the driver, one JSON object at a time. */

export type Report =
  /** One test case of the page. `detail` says what was expected and what came, or a measurement. */
  | { readonly type: 'case'; readonly name: string; readonly passed: boolean; readonly detail?: string }
  /** A verdict as text, to be held against the one that Node gives for the same case. */
  | { readonly type: 'verdicts'; readonly of: string; readonly verdicts: readonly string[] }
  /** A number, or a word, for the table in docs/notes/browsers.md. */
  | { readonly type: 'measure'; readonly name: string; readonly value: number | string }
  /** A span over which the driver counts the browser's processor time. */
  | { readonly type: 'processor'; readonly name: string; readonly at: 'start' | 'end' }
  /** How far the soak is: the driver looks at the browser's memory. */
  | { readonly type: 'soaked'; readonly done: number }
  | { readonly type: 'done' };
