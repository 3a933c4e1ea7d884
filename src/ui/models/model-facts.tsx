/** What a model is, in numbers: its size and shape, and the memory that it needs part by part. */

import type { ImportedModel, MemoryEstimate } from '../../core/imported-models.ts';
import { memory, short } from '../parts/format.ts';
import { words } from '../words/index.ts';

const text = words.models;

/** Of every model; what only an imported one has is absent in those that come with the page. */
export type ShownModel = Pick<
  ImportedModel,
  'parameters' | 'layers' | 'width' | 'heads' | 'contextLength' | 'vocabSize' | 'bytes'
> &
  Partial<Pick<ImportedModel, 'architecture' | 'dtype' | 'memory'>>;

const count = (n: number): string => n.toLocaleString('en-GB');

export function ModelFacts({ model }: { readonly model: ShownModel }) {
  const { parameters, layers, width, heads, contextLength, vocabSize, bytes, dtype } = model;
  const facts: readonly (readonly [string, string])[] = [
    [text.facts.parameters, short(parameters)],
    [text.facts.shape, text.shapeOf(layers, count(width))],
    [text.facts.heads, String(heads)],
    [text.facts.context, text.tokens(count(contextLength))],
    [text.facts.vocabulary, text.tokens(count(vocabSize))],
    ...(dtype === undefined ? [] : [[text.facts.numbers, text.dtypes[dtype]] as const]),
    [text.facts.size, memory(bytes)],
  ];
  return (
    <dl class="model-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const PARTS = ['base', 'adapters', 'cache', 'activations'] as const satisfies readonly (keyof MemoryEstimate)[];

/** The parts side by side in one bar, and each by its name. */
export function ModelMemory({ estimate }: { readonly estimate: MemoryEstimate }) {
  const parts = PARTS.filter((part) => estimate[part] > 0);
  return (
    <div class="model-memory">
      <h4>{text.memory.title(memory(estimate.total))}</h4>
      <span class="model-memory-bar" aria-hidden="true">
        {parts.map((part) => (
          <i key={part} class={`model-part-${part}`} style={{ flexGrow: estimate[part] / estimate.total }} />
        ))}
      </span>
      <ul>
        {parts.map((part) => (
          <li key={part}>
            <i class={`model-part-${part}`} aria-hidden="true" />
            <b>{memory(estimate[part])}</b> {text.memory.parts[part]}
          </li>
        ))}
      </ul>
      <p>{text.memory.defaults}</p>
    </div>
  );
}
