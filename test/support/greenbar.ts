/** Runs the command line as a person would: `npm run --silent greenbar -- …` from the root of the repository. */

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

/** Starts a command; `npm` passes signals on, so the process stands for the command. */
export function startGreenbar(args: readonly string[]): ChildProcess {
  return spawn('npm', ['run', '--silent', 'greenbar', '--', ...args], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
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

export function greenbar(...args: readonly string[]): Promise<Ran> {
  return finish(startGreenbar(args));
}
