/** Reads files of problems beside the page, so that a large or hostile one holds up nothing; it lives for one reading. */

import * as Comlink from 'comlink';
import { readProblemFiles } from '../../problems/pack.ts';
import { sourcesOf } from './pack-files.ts';
import type { PackReader } from './pack-reader.ts';

const reader: PackReader = { read: (files) => readProblemFiles(sourcesOf(files)) };
Comlink.expose(reader);
