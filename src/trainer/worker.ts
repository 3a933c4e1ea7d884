/** Entry of the trainer worker: exposes one session to the page. */

import '../core/dispose.ts';
import * as Comlink from 'comlink';
import { createBrowserEnvironment } from './browser-environment.ts';
import { TrainerSession } from './session.ts';

Comlink.expose(new TrainerSession(createBrowserEnvironment()));
