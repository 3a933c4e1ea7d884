/** A folder in which the browser keeps its storage from one command to the next: its profile, and the port of the page. */

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readInput, writeWhole } from './files.ts';
import { PortTakenError, type StaticOptions, type StaticServer, serveStatic } from './static-server.ts';

/** Below the ports that systems hand out by themselves: 32768 and up on Linux, 49152 and up elsewhere (RFC 6335, §6). */
const FIRST_PORT = 20_000;
const PORTS = 10_000;

/** Ports that are tried for a new folder. */
const TRIES = 20;

const portFile = (folder: string): string => join(folder, 'port.txt');

/** Makes the folder when need be; the path of the browser's profile within it. */
export function profileIn(folder: string): string {
  const profile = join(folder, 'browser');
  mkdirSync(profile, { recursive: true });
  return profile;
}

function rememberedPort(folder: string): number | undefined {
  const path = portFile(folder);
  if (!existsSync(path)) return undefined;
  const text = readInput(path).trim();
  const port = /^[0-9]+$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535) throw new Error(`${path}: expected a port, got ${JSON.stringify(text)}`);
  return port;
}

/**
 * Serves the page where it was served the last time for this folder: a browser keeps storage by address.
 *
 * @throws Error where that port is taken
 */
export async function serveKept(
  folder: string,
  page: string,
  options: Omit<StaticOptions, 'port'>,
): Promise<StaticServer> {
  const remembered = rememberedPort(folder);
  const start = createHash('sha256').update(resolve(folder)).digest().readUInt32BE() % PORTS;
  const ports = Array.from({ length: TRIES }, (_, i) => FIRST_PORT + start + i);
  for (const port of remembered === undefined ? ports : [remembered]) {
    try {
      const server = await serveStatic(page, { ...options, port });
      if (remembered === undefined) writeWhole(portFile(folder), `${port}\n`);
      return server;
    } catch (error) {
      if (!(error instanceof PortTakenError)) throw error;
    }
  }
  const wanted = remembered === undefined ? `a port from ${ports[0]} to ${ports.at(-1)}` : `port ${remembered}`;
  throw new Error(
    `${folder}: expected ${wanted} to be free, but another command has it, perhaps with this same folder`,
  );
}
