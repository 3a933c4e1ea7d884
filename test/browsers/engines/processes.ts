/** Starts a browser at an address, in a process group and a home of its own, both gone afterwards. */

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  /** Files to put into the home first. */
  readonly files?: Readonly<Record<string, string>>;
}

export interface OpenBrowser extends AsyncDisposable {
  /** Leader of the process group. */
  readonly pid: number;
  /** Resolves with a sentence when the browser ends by itself. */
  readonly ended: Promise<string>;
}

/** Milliseconds that a browser gets to end before its group is killed. */
const PATIENCE_MS = 3000;

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-child.pid!, signal);
  } catch {
    // The group is gone already.
  }
}

const running = new Set<ChildProcess>();
let isGuarded = false;

/** A driver that is told to stop leaves no browser behind. */
function guard(): void {
  if (isGuarded) return;
  isGuarded = true;
  process.once('exit', () => {
    for (const child of running) signalGroup(child, 'SIGKILL');
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
}

/** `command` gets the folder that is its home. No protocol drives the browser: the page does its work by itself. */
export function openBrowser(command: (home: string) => Command): OpenBrowser {
  const home = mkdtempSync(join(tmpdir(), 'greenbar-browser-'));
  const { program, args, files = {} } = command(home);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(home, name), text);
  const env = { ...process.env, HOME: home, XDG_CACHE_HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home };
  const child = spawn(program, args, { detached: true, stdio: 'ignore', env });
  guard();
  running.add(child);
  const exit = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`${program}: ${error.message}`));
    child.once('exit', (code, signal) => resolve(`${program} ended with ${code ?? signal}`));
  });
  return {
    pid: child.pid ?? 0,
    ended: exit,
    async [Symbol.asyncDispose]() {
      if (child.pid !== undefined) {
        signalGroup(child, 'SIGTERM');
        await Promise.race([exit, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
        signalGroup(child, 'SIGKILL');
        await exit;
      }
      running.delete(child);
      rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}
