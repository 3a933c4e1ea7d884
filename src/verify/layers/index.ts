/** All layers by name: each looks at one side of a program and gives a value in [0, 1] with a sentence why. */

import type { Judged, LayerResult } from '../judged.ts';
import { brevityLayer } from './brevity.ts';
import { complexityLayer } from './complexity.ts';
import { costLayer } from './cost.ts';
import { formatLayer } from './format.ts';
import { lintLayer, typesLayer } from './remarks.ts';
import { syntaxLayer } from './syntax.ts';
import { testsLayer } from './tests.ts';

export const LAYERS = {
  syntax: syntaxLayer,
  lint: lintLayer,
  types: typesLayer,
  tests: testsLayer,
  complexity: complexityLayer,
  cost: costLayer,
  brevity: brevityLayer,
  format: formatLayer,
} as const satisfies Record<string, (judged: Judged) => LayerResult>;

export type LayerName = keyof typeof LAYERS;
