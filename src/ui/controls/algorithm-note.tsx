/** What the chosen algorithm does, where it comes from, what differs here, and what is wrong with code that is shown for its errors. */

import type { AlgorithmName } from '../../core/algorithms.ts';
import { Marked } from '../parts/marked.tsx';
import { words } from '../words/index.ts';
import { algorithmWords } from './algorithm-groups.ts';

const { algorithmNote } = words;

export function AlgorithmNote({ name }: { readonly name: AlgorithmName }) {
  const { label, help, source, departs, bug } = algorithmWords(name);
  return (
    <section class="algorithm" aria-label={algorithmNote.label}>
      <p class="algorithm-help" id="algorithm-help">
        <b>{label}.</b> {help}
      </p>
      <dl class="algorithm-facts">
        <div>
          <dt>{algorithmNote.source}</dt>
          <dd>
            <Marked text={source} />
          </dd>
        </div>
        {departs !== undefined && (
          <div>
            <dt>{algorithmNote.departs}</dt>
            <dd>
              <Marked text={departs} />
            </dd>
          </div>
        )}
      </dl>
      {bug !== undefined && (
        <div class="algorithm-bug" role="note">
          <b>{algorithmNote.wrong}</b> <Marked text={bug} />
        </div>
      )}
    </section>
  );
}
