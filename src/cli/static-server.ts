/** A plain static server, as any host of the page would be: no special headers. On localhost, unless another address is asked for. */

import { readdirSync, statSync } from 'node:fs';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import sirv from 'sirv';

export interface StaticServer extends AsyncDisposable {
  /** With a slash at the end. */
  readonly url: string;
  /** Every address that it can be reached at, this machine's own first. */
  readonly urls: readonly ServedUrl[];
}

export interface ServedUrl {
  readonly url: string;
  /** Whether a browser trusts it as it trusts https: only this machine's own names. */
  readonly secure: boolean;
}

export interface StaticOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** Address to listen at; `ALL_ADDRESSES` for every one of this machine. */
  readonly host?: string;
  /** Folders that are served under further paths, such as `/models/mine`. */
  readonly mounts?: Readonly<Record<string, string>>;
}

export const ALL_ADDRESSES = '*';
const LOOPBACK = '127.0.0.1';

/** Something else listens on the port. */
export class PortTakenError extends Error {
  constructor(port: number) {
    super(`serve: expected a free port, but ${port} is taken`);
    this.name = 'PortTakenError';
  }
}

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.');
const isAny = (host: string) => host === ALL_ADDRESSES || host === '0.0.0.0' || host === '::';

/** Addresses by which other machines find this one; those that only count on one wire (`fe80:`) need a name of that wire. */
export function ownAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const others = all.filter(({ internal, address }) => !internal && !/^fe80:/i.test(address));
  return others.toSorted((a, b) => a.family.localeCompare(b.family)).map(({ address }) => address);
}

function urlsOf(host: string, port: number): ServedUrl[] {
  const url = (name: string): ServedUrl => {
    return { url: `http://${name.includes(':') ? `[${name}]` : name}:${port}/`, secure: isLoopback(name) };
  };
  if (host === LOOPBACK) return [url('localhost')];
  if (!isAny(host)) return [url(host)];
  const reachable = ownAddresses().filter((address) => host !== '0.0.0.0' || !address.includes(':'));
  return ['localhost', ...reachable].map(url);
}

/** What a mounted folder has, for a page that cannot look: sizes by name. */
const LISTING = '/files.json';

function sendListing(folder: string, response: ServerResponse): void {
  const files = readdirSync(folder).flatMap((name) => {
    const stats = statSync(join(folder, name), { throwIfNoEntry: false });
    return stats?.isFile() ? [[name, stats.size] as const] : [];
  });
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify(Object.fromEntries(files)));
}

/** The page's files, and the mounted ones in front of them. */
function listener(folder: string, mounts: Readonly<Record<string, string>>): RequestListener {
  // With tags a browser may ask whether a file changed, and need not load it again.
  const options = { dev: true, etag: true };
  const page = sirv(folder, options);
  const others = Object.entries(mounts).map(([path, from]) => ({ path, from, serve: sirv(from, options) }));
  return (request, response) => {
    const url = request.url ?? '/';
    const mount = others.find(({ path }) => url.startsWith(`${path}/`));
    const missing = () => {
      response.statusCode = 404;
      response.end('not found');
    };
    if (mount === undefined) return page(request, response, missing);
    request.url = url.slice(mount.path.length);
    if (request.url === LISTING) return sendListing(mount.from, response);
    return mount.serve(request, response, missing);
  };
}

function reason(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') return new PortTakenError(port);
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN') {
    const own = ['localhost', ...ownAddresses()].join(', ');
    return new Error(`serve: expected an address of this machine (${own}), got ${host}`);
  }
  return error;
}

/**
 * Serves a folder until disposed.
 *
 * @throws PortTakenError where something else listens
 * @throws Error that names this machine's addresses where `host` is none of them
 */
export async function serveStatic(
  folder: string,
  { port, host: wanted = LOOPBACK, mounts = {} }: StaticOptions,
): Promise<StaticServer> {
  const host = wanted === 'localhost' ? LOOPBACK : wanted.replace(/^\[(.*)\]$/, '$1');
  const server = createServer(listener(folder, mounts));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(reason(error, host, port)));
    // Without an address Node listens at all, by IPv6 too where there is any.
    if (host === ALL_ADDRESSES) server.listen(port, resolve);
    else server.listen(port, host, resolve);
  });
  const urls = urlsOf(host, (server.address() as AddressInfo).port);
  return {
    url: urls[0]!.url,
    urls,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
