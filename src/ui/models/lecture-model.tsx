/** How to come by the lecture's own model, whose files are not in a form that this page reads. */

import { words } from '../words/index.ts';

const text = words.models.lecture;

export function LectureModel() {
  return (
    <details class="model-lecture">
      <summary>{text.title}</summary>
      <p>{text.why}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <pre tabIndex={0}>
        <code>{text.code}</code>
      </pre>
      <p>{text.next}</p>
    </details>
  );
}
