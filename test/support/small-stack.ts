/** Judges the depth cases and prints their verdicts: run as a process of its own, with a stack of another size. */

import { steadyText } from '../../src/core/same-verdict.ts';
import { DEPTH_CASES } from '../browsers/cases/depths.ts';
import { createNodeEngine } from '../soak/node-engine.ts';

await using engine = await createNodeEngine(1);
const verdicts = await engine.run(DEPTH_CASES.map(({ assignment }) => assignment));
process.stdout.write(JSON.stringify(verdicts.map(steadyText)));
