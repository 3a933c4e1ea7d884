/** The types layer's tool: a language server (basedpyright) in workers of its own, spoken to in the LSP over messages. */

import {
  BrowserMessageReader,
  BrowserMessageWriter,
  createMessageConnection,
  type MessageConnection,
} from 'vscode-jsonrpc/browser';
import type { InitializeParams, PublishDiagnosticsParams } from 'vscode-languageserver-protocol';
import type { Answers, Checked, Checker } from './checker.ts';
import { type MarkedSource, markSource, Round } from './pyright-round.ts';
import { PYRIGHT_SETTINGS } from './rules.ts';

/** Files open at a time. More of them make a batch hardly faster, and what one hostile source holds up is bounded. */
const BATCH = 50;
/** The first look reads Python's own declarations: seconds, and many of them on a busy machine. */
const FIRST_SILENCE_MS = 90_000;
const ROOT = 'file:///src/';

const INITIALIZE: InitializeParams = {
  processId: null,
  rootUri: ROOT,
  workspaceFolders: [{ name: 'src', uri: ROOT }],
  initializationOptions: { files: { '/src/pyrightconfig.json': JSON.stringify(PYRIGHT_SETTINGS) } },
  capabilities: { textDocument: { publishDiagnostics: { versionSupport: true } } },
};

/** @param folder address of the folder that holds `pyright.worker.js` */
export async function openPyright(folder: string): Promise<Checker> {
  const connection = await startServer(new URL('pyright.worker.js', folder).href);
  let round: Round | undefined;
  connection.onNotification('textDocument/publishDiagnostics', ({ uri, diagnostics }: PublishDiagnosticsParams) =>
    round?.receive(uri, diagnostics),
  );
  connection.onNotification((method) => round?.heard(method));

  let version = 0;
  let slots = 0;
  /** Slots are used again with new texts, because the server never forgets a file. */
  const show = (slot: number, { uri, text }: MarkedSource) => {
    const document = { uri, version };
    if (slot < slots) {
      const changed = { textDocument: document, contentChanges: [{ text }] };
      return connection.sendNotification('textDocument/didChange', changed);
    }
    slots = slot + 1;
    return connection.sendNotification('textDocument/didOpen', {
      textDocument: { ...document, languageId: 'python', text },
    });
  };
  const look = async (sources: readonly string[], silenceMs?: number): Promise<Answers> => {
    version++;
    const marked = sources.map((source, slot) => markSource(source, `${ROOT}greenbar_${slot}.py`, version));
    round = new Round(marked, silenceMs);
    await Promise.all(marked.map((source, slot) => show(slot, source)));
    const outcome = await round.outcome;
    round = undefined;
    return outcome;
  };

  const { worn } = await look(['len("")\n'], FIRST_SILENCE_MS);
  if (worn)
    throw new Error(`expected the language server to look at a first file, got no word in ${FIRST_SILENCE_MS} ms`);
  return {
    async check(sources) {
      const answers: Checked[] = [];
      while (answers.length < sources.length) {
        const outcome = await look(sources.slice(answers.length, answers.length + BATCH));
        answers.push(...outcome.answers);
        if (outcome.worn) return { answers, worn: true };
      }
      return { answers, worn: false };
    },
  };
}

/** A server that has been initialised and waits for files. Its workers end with the worker that this runs in. */
async function startServer(script: string): Promise<MessageConnection> {
  const server = new Worker(script, { name: 'pyright' });
  const failed = new Promise<never>((_, reject) => {
    server.onerror = () => reject(new Error(`expected a language server at ${script}, but it did not start`));
  });
  server.addEventListener('message', ({ data }: MessageEvent) => {
    if (data?.type === 'browser/newWorker') startBackground(script, data);
  });
  const connection = createMessageConnection(new BrowserMessageReader(server), new BrowserMessageWriter(server));
  // All that it asks for (settings, capabilities to register) is answered by its configuration file.
  connection.onRequest(() => null);
  connection.listen();
  server.postMessage({ type: 'browser/boot', mode: 'foreground' });
  await Promise.race([connection.sendRequest('initialize', INITIALIZE), failed]);
  await connection.sendNotification('initialized', {});
  return connection;
}

/** The server cannot start workers itself; the one that it asks for looks at the files while it listens. */
function startBackground(script: string, { initialData, port }: { initialData: unknown; port: MessagePort }): void {
  const background = new Worker(script, { name: 'pyright background' });
  background.postMessage({ type: 'browser/boot', mode: 'background', initialData, port }, [port]);
}
