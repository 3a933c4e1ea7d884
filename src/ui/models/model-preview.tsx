/** What was understood of files, before anything of them is kept: the model, its name, what it needs, or why it cannot be had. */

import { memory, sentence } from '../parts/format.ts';
import { words } from '../words/index.ts';
import { ModelFacts, ModelMemory } from './model-facts.tsx';
import type { Importing, ModelsStore, PickedModel } from './models-store.ts';

const text = words.models.preview;

export function ModelPreview({ models }: { readonly models: ModelsStore }) {
  const picked = models.picked.value;
  if (picked === null) return null;
  const { report, name } = picked;
  const { model, refusal, notes } = report;
  const title = refusal === null ? text.title(name) : text.refused(name);
  return (
    <section class={refusal === null ? 'model-preview' : 'model-preview is-refused'} aria-label={title}>
      <h3>{title}</h3>
      {refusal !== null && <p role="alert">{sentence(refusal)}</p>}
      {model !== null && (
        <>
          <p class="model-kind">{words.models.names[model.architecture]}</p>
          <ModelFacts model={model} />
          <ModelMemory estimate={model.memory} />
        </>
      )}
      {notes.length > 0 && (
        <ul class="model-notes">
          {notes.map((note) => (
            <li key={note}>{sentence(note)}</li>
          ))}
        </ul>
      )}
      {refusal === null ? (
        <Keep models={models} picked={picked} />
      ) : (
        <button type="button" class="button button-small" onClick={() => models.putAway()}>
          {text.close}
        </button>
      )}
    </section>
  );
}

interface KeepProps {
  readonly models: ModelsStore;
  readonly picked: PickedModel;
}

function Keep({ models, picked }: KeepProps) {
  const importing = models.importing.value;
  const complaint = models.complaint.value;
  if (importing !== null) return <Progress importing={importing} />;
  return (
    <form
      class="model-keep"
      onSubmit={(event) => {
        event.preventDefault();
        void models.import();
      }}
    >
      <label for="model-name">{text.name}</label>
      <input
        id="model-name"
        type="text"
        autoComplete="off"
        spellcheck={false}
        maxLength={80}
        value={picked.name}
        aria-invalid={complaint !== null}
        aria-describedby={complaint === null ? undefined : 'model-name-complaint'}
        onInput={(event) => models.rename(event.currentTarget.value)}
      />
      <button type="submit" class="button button-go" aria-disabled={complaint !== null}>
        {text.keep}
      </button>
      <button type="button" class="button" onClick={() => models.putAway()}>
        {text.cancel}
      </button>
      {complaint !== null && (
        <p id="model-name-complaint" class="error-line" role="alert">
          {complaint}
        </p>
      )}
    </form>
  );
}

function Progress({ importing: { name, done, total } }: { readonly importing: Importing }) {
  return (
    <p class="model-progress">
      <progress max={Math.max(1, total)} value={done} aria-label={text.importing(name)} />
      <span>{text.progress(memory(done), memory(total))}</span>
    </p>
  );
}
