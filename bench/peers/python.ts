/** Peers that are written in Python: found where they are installed, and asked line by line. */

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));

/** Importing PyTorch for the first time reads a gigabyte. */
const IMPORT_MS = 120_000;

/** What a peer says when it cannot take part: one sentence for people. */
export interface Missing {
  readonly missing: string;
}

/** The interpreter that `GREENBAR_PYTHON` names, else `python3`, if it can import all of `modules`. */
export async function findPython(modules: readonly string[]): Promise<{ readonly python: string } | Missing> {
  const python = process.env.GREENBAR_PYTHON || 'python3';
  const program = `import ${modules.join(', ')}`;
  try {
    await promisify(execFile)(python, ['-c', program], { timeout: IMPORT_MS });
    return { python };
  } catch (error) {
    const { code, stderr = '' } = error as NodeJS.ErrnoException & { readonly stderr?: string };
    if (code === 'ENOENT') return { missing: `${python} is not there` };
    return { missing: stderr.trim().split('\n').at(-1) || `${python} could not run ${program}` };
  }
}

/** A script of this folder that answers each line on stdin with one line of JSON. */
export class PythonPeer implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  readonly #script: string;
  #stderr = '';

  private constructor(child: ChildProcess, script: string) {
    this.#child = child;
    this.#script = script;
    this.#lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr += text;
    });
    child.stdin!.on('error', () => {}); // Whoever waits for the answer hears that the script has ended.
  }

  /** Starts the script with some more variables in its environment. */
  static start(python: string, script: string, args: readonly string[], variables: Record<string, string>): PythonPeer {
    const env = { ...process.env, ...variables };
    return new PythonPeer(spawn(python, [`${FOLDER}${script}`, ...args], { env, stdio: 'pipe' }), script);
  }

  /** The next line of stdout, parsed. */
  async read(): Promise<unknown> {
    const { value, done } = await this.#lines.next();
    if (done) throw new Error(`${this.#script}: expected an answer, but it ended: ${this.#stderr.trim().slice(-2000)}`);
    return JSON.parse(value);
  }

  ask(line: string): Promise<unknown> {
    this.#child.stdin!.write(`${line}\n`);
    return this.read();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill();
    await ended;
  }
}
