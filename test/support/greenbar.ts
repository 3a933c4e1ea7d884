/** Runs the command line from the root of the repository. */

import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Lines of stdout, each parsed. */
  readonly json: readonly unknown[];
}

/** Starts a command as one process without npm around it, so that it can be sent signals. */
export function startGreenbar(args: readonly string[]): ChildProcess {
  const command = ['--import', 'tsx', 'src/cli/main.ts', ...args];
  return spawn(process.execPath, command, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Waits for a started command; `onStderr` sees everything printed there so far. */
export async function finish(child: ChildProcess, onStderr: (text: string) => void = () => {}): Promise<Ran> {
  let stdout = '';
  let stderr = '';
  child.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
  });
  child.stderr!.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
    onStderr(stderr);
  });
  const status = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code));
  });
  const lines = stdout.split('\n').filter((line) => line.trim() !== '');
  // Help and such are not JSON; whoever reads `json` expects it to be.
  const json = lines.flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as unknown] : []));
  return { status, stdout, stderr, json };
}

/** Runs a command as a person would: `npm run --silent greenbar -- …`. */
export function greenbar(...args: readonly string[]): Promise<Ran> {
  const command = ['run', '--silent', 'greenbar', '--', ...args];
  return finish(spawn('npm', command, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] }));
}

/** Runs a command that must do what it is asked; what it says on stderr is the failure's message. */
export async function succeed(...args: readonly string[]): Promise<Ran> {
  const ran = await greenbar(...args);
  if (ran.status !== 0) throw new Error(`greenbar ${args.join(' ')}: exit code ${ran.status}\n${ran.stderr}`);
  return ran;
}
