/** What the sandbox does beside judging, as numbers that the browser test repeats. */

import { expect, test } from 'vitest';
import { nodeServices } from '../../src/sandbox/node.ts';
import { SERVICES_REPORT, servicesReport } from '../support/sandbox-jobs.ts';

test('analyses, fresh tests and growth are the ones that every browser gets too', async () => {
  expect(await servicesReport(nodeServices)).toEqual(SERVICES_REPORT);
});
