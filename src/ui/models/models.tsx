/** "Models": those that come with the page, those that a person brought, and bringing one in. */

import { useEffect, useRef } from 'preact/hooks';
import { BUNDLED_MODELS } from '../../core/model-name.ts';
import { ErrorLine } from '../parts/error-line.tsx';
import { Section } from '../parts/section.tsx';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import { BUNDLED_FACTS } from './bundled-models.ts';
import { LectureModel } from './lecture-model.tsx';
import { ModelCard } from './model-card.tsx';
import { ModelDrop } from './model-drop.tsx';
import { ModelPreview } from './model-preview.tsx';

const text = words.models;

export function Models({ store }: { readonly store: Store }) {
  const { models } = store;
  const imported = models.models.value;
  return (
    <Section id="models" title={text.title} intro={text.intro}>
      <ul class="models" aria-label={text.list}>
        {BUNDLED_MODELS.map((id) => (
          <li key={id}>
            <ModelCard store={store} model={{ id, ...BUNDLED_FACTS[id] }} />
          </li>
        ))}
        {imported?.map((model) => (
          <li key={model.id}>
            <ModelCard store={store} model={model} />
          </li>
        ))}
      </ul>
      {imported === null && models.unreadable.value === null && <p class="empty">{text.loading}</p>}
      <ModelDrop models={models}>
        <ModelPreview models={models} />
        <Told message={models.done.value} />
        <ErrorLine message={models.unreadable.value} />
        <ErrorLine message={models.trouble.value} />
      </ModelDrop>
      <LectureModel />
    </Section>
  );
}

/** The button that was pressed is gone by then: the keyboard goes on where it is told what came of it. */
function Told({ message }: { readonly message: string }) {
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (message !== '' && document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  }, [message]);
  return (
    <p ref={place} class="models-told" role="status" tabIndex={-1}>
      {message}
    </p>
  );
}
