/** A plain static server on localhost, as any host of the page would be: no special headers. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sirv from 'sirv';

export interface StaticServer extends AsyncDisposable {
  /** With a slash at the end. */
  readonly url: string;
}

export interface StaticOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** Folders that are served under further paths, such as `/models/mine`. */
  readonly mounts?: Readonly<Record<string, string>>;
}

/** Something else listens on the port. */
export class PortTakenError extends Error {
  constructor(port: number) {
    super(`serve: expected a free port, but ${port} is taken`);
    this.name = 'PortTakenError';
  }
}

/** Serves a folder until disposed. */
export async function serveStatic(folder: string, { port, mounts = {} }: StaticOptions): Promise<StaticServer> {
  const page = sirv(folder, { dev: true });
  const others = Object.entries(mounts).map(([path, from]) => ({ path, serve: sirv(from, { dev: true }) }));
  const server = createServer((request, response) => {
    const url = request.url ?? '/';
    const mount = others.find(({ path }) => url.startsWith(`${path}/`));
    const missing = () => {
      response.statusCode = 404;
      response.end('not found');
    };
    if (mount === undefined) return page(request, response, missing);
    request.url = url.slice(mount.path.length);
    return mount.serve(request, response, missing);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new PortTakenError(port) : error);
    });
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${bound}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
