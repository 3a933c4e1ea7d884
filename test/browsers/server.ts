/** The server of the three-browser suite: plain static files without special headers, the page's reports, and a count of everything else. */

import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sirv from 'sirv';
import type { Report } from './report.ts';

export interface SuiteServer extends AsyncDisposable {
  /** Where the page is, with a slash at the end. */
  readonly url: string;
}

export interface ServerOptions {
  /** Folders by the path that they appear under, e.g. `/sandbox`; `/` is the page's own. */
  readonly folders: Readonly<Record<string, string>>;
  readonly onReport: (report: Report) => void;
}

const body = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
};

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/**
 * Starts two servers. The first carries the page and takes its reports; every path below `/trap/`, and every path that is
 * no file, counts. A page may have it cut, as a network is. The second is nothing but a trap, of another origin: each connection, request, WebSocket and datagram
 * counts. It answers as kindly as it can (CORS, scripts, events), so that nothing fails for want of an answer.
 */
export async function startServer({ folders, onReport }: ServerOptions): Promise<SuiteServer> {
  const hits: string[] = [];
  const hit = (what: string) => {
    hits.push(what);
  };
  const files = Object.entries(folders)
    .toSorted(([a], [b]) => b.length - a.length)
    .map(([path, folder]) => ({ path, serve: sirv(folder, { dev: true }) }));

  const trap = createServer((request, response) => {
    hit(`${request.method} ${request.url}`);
    response.setHeader('access-control-allow-origin', request.headers.origin ?? '*');
    response.setHeader('access-control-allow-headers', '*');
    response.setHeader('access-control-allow-methods', '*');
    response.setHeader('cross-origin-resource-policy', 'cross-origin');
    response.setHeader('content-type', request.url?.includes('.js') ? 'text/javascript' : 'text/plain');
    response.end('0');
  });
  // A connection without a request (a preconnect) is a signal too.
  trap.on('connection', (socket) => {
    const silent = setTimeout(() => hit('connection without a request'), 1000);
    socket.once('data', () => clearTimeout(silent));
    socket.on('error', () => undefined);
  });
  trap.on('upgrade', (request, socket) => {
    hit(`upgrade ${request.url}`);
    socket.destroy();
  });
  const trapPort = await listen(trap);
  const datagrams = createSocket('udp4', () => hit('datagram'));
  datagrams.bind(trapPort, '127.0.0.1');
  await once(datagrams, 'listening');

  // The page asks for its network to be cut, and given back; only its reports still come through.
  let isCut = false;
  const main = createServer(async (request, response) => {
    const url = request.url ?? '/';
    if (request.method === 'POST' && url === '/report') {
      onReport(JSON.parse(await body(request)) as Report);
      return response.end();
    }
    if (request.method === 'POST' && (url === '/cut' || url === '/mend')) {
      isCut = url === '/cut';
      return response.end();
    }
    if (isCut) return request.socket.destroy();
    if (url === '/trap') return response.end(JSON.stringify({ port: trapPort, hits }));
    if (url === '/favicon.ico') return response.end();
    const place = files.find(({ path }) => url.startsWith(path));
    const missing = () => {
      hit(`${request.method} ${url}`);
      response.statusCode = 404;
      response.end();
    };
    if (place === undefined || url.startsWith('/trap/')) return missing();
    request.url = `/${url.slice(place.path.length).replace(/^\//, '')}`;
    return place.serve(request, response, missing);
  });
  main.on('upgrade', (request, socket) => {
    hit(`upgrade ${request.url}`);
    socket.destroy();
  });
  const port = await listen(main);

  return {
    url: `http://127.0.0.1:${port}/`,
    async [Symbol.asyncDispose]() {
      datagrams.close();
      for (const server of [main, trap]) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}
