/** The types layer's tool: a language server (basedpyright) in workers of its own, spoken to in the LSP over messages. */

import { BrowserMessageReader, BrowserMessageWriter, createMessageConnection } from 'vscode-jsonrpc/browser';
import type { InitializeParams, PublishDiagnosticsParams } from 'vscode-languageserver-protocol';
import type { Checked, Checker } from './checker.ts';
import { markSource, Round } from './pyright-round.ts';
import { PYRIGHT_SETTINGS } from './rules.ts';

/** Files open at a time. More of them make a batch hardly faster, and what one hostile source holds up is bounded. */
const BATCH = 50;
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
  const script = new URL('pyright.worker.js', folder).href;
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

  let round: Round | undefined;
  connection.onNotification('textDocument/publishDiagnostics', ({ uri, diagnostics }: PublishDiagnosticsParams) =>
    round?.receive(uri, diagnostics),
  );
  connection.onNotification((method) => round?.heard(method));

  let version = 0;
  let slots = 0;
  /** Slots are used again with new texts, because the server never forgets a file. */
  const show = (slot: number, text: string) => {
    const uri = `${ROOT}greenbar_${slot}.py`;
    const shown =
      slot < slots
        ? connection.sendNotification('textDocument/didChange', {
            textDocument: { uri, version },
            contentChanges: [{ text }],
          })
        : connection.sendNotification('textDocument/didOpen', {
            textDocument: { uri, version, languageId: 'python', text },
          });
    slots = Math.max(slots, slot + 1);
    return shown;
  };

  return {
    async check(sources) {
      const answers: Checked[] = [];
      while (answers.length < sources.length) {
        version++;
        const marked = sources
          .slice(answers.length, answers.length + BATCH)
          .map((source, slot) => markSource(source, `${ROOT}greenbar_${slot}.py`, version));
        round = new Round(marked);
        await Promise.all(marked.map(({ text }, slot) => show(slot, text)));
        const outcome = await round.outcome;
        answers.push(...outcome.answers);
        if (outcome.worn) return { answers, worn: true };
      }
      return { answers, worn: false };
    },
  };
}

/** The server cannot start workers itself; the one that it asks for looks at the files while it listens. */
function startBackground(script: string, { initialData, port }: { initialData: unknown; port: MessagePort }): void {
  const background = new Worker(script, { name: 'pyright background' });
  background.postMessage({ type: 'browser/boot', mode: 'background', initialData, port }, [port]);
}
