/** One model that is here: what it is, whether the next run trains it, and removing it. */

import { useEffect, useRef } from 'preact/hooks';
import { importedName, isBundled, isModelName, type ModelName } from '../../core/model-name.ts';
import { memory } from '../parts/format.ts';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import { ModelFacts, ModelMemory, type ShownModel } from './model-facts.tsx';
import type { ModelsStore } from './models-store.ts';

const text = words.models;

type CardModel = ShownModel & { readonly id: string };

interface ModelCardProps {
  readonly store: Store;
  readonly model: CardModel;
}

export function ModelCard({ store, model }: ModelCardProps) {
  const { id, architecture } = model;
  const name = importedName(id) ?? id;
  const chosen = store.plan.value.config.model === id;
  const heading = `model-${id}`;
  return (
    <article class={chosen ? 'model is-chosen' : 'model'} aria-labelledby={heading}>
      <div class="model-head">
        <h3 id={heading}>{name}</h3>
        <p>
          {isBundled(id)
            ? `${text.comesAlong}. ${text.bundled[id]}`
            : architecture !== undefined && `${text.imported}, ${text.names[architecture]}`}
        </p>
      </div>
      <ModelFacts model={model} />
      {model.memory !== undefined && <ModelMemory estimate={model.memory} />}
      <div class="model-actions">
        {isModelName(id) && <Choose store={store} id={id} name={name} chosen={chosen} />}
        {!isBundled(id) && <Remove models={store.models} model={model} name={name} />}
      </div>
    </article>
  );
}

interface ChooseProps {
  readonly store: Store;
  readonly id: ModelName;
  readonly name: string;
  readonly chosen: boolean;
}

function Choose({ store, id, name, chosen }: ChooseProps) {
  return (
    <button
      type="button"
      class="button button-small"
      aria-pressed={chosen}
      onClick={() => !chosen && store.models.choose(id)}
    >
      {chosen ? text.chosen : text.train}
      <span class="sr-only">{text.of(name)}</span>
    </button>
  );
}

interface RemoveProps {
  readonly models: ModelsStore;
  readonly model: CardModel;
  readonly name: string;
}

/** Asks first; the keyboard goes to the answer that changes nothing, and back. */
function Remove({ models, model, name }: RemoveProps) {
  const doubted = models.doubted.value === model.id;
  const button = useRef<HTMLButtonElement>(null);
  const keep = useRef<HTMLButtonElement>(null);
  const was = useRef(doubted);
  useEffect(() => {
    if (doubted) keep.current?.focus();
    else if (was.current) button.current?.focus();
    was.current = doubted;
  }, [doubted]);
  if (!doubted) {
    return (
      <button ref={button} type="button" class="button button-small is-quiet" onClick={() => models.doubt(model.id)}>
        {text.remove}
        <span class="sr-only">{text.of(name)}</span>
      </button>
    );
  }
  return (
    <fieldset class="model-doubt" aria-label={text.remove}>
      <p>{text.doubt(name, memory(model.bytes))}</p>
      <button type="button" class="button button-small" onClick={() => void models.remove()}>
        {text.yes}
      </button>
      <button ref={keep} type="button" class="button button-small" onClick={() => models.doubt(null)}>
        {text.no}
      </button>
    </fieldset>
  );
}
