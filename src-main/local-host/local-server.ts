import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { PROTOCOL_VERSION, subprotocolOf } from '../../src-core/contract/wire.ts';
import type { Services } from '../services/services.ts';
import { serveSocket } from './serve-socket.ts';
import { securityHeaders, type StaticFiles } from './static-files.ts';

/**
 * Maximum size of a message. The largest are puzzles with photos on their tiles, 32 MB of JSON plus overhead.
 */
const MAX_MESSAGE_BYTES = 33_000_000;
/**
 * Maximum number of connections. A window needs a handful. Strangers must not exhaust the file descriptors
 * that runs and the library need.
 */
const MAX_CONNECTIONS = 128;
/** Milliseconds for a whole request, so that idle connections are closed. */
const REQUEST_MS = 10_000;
const sha = (text: string): Buffer => createHash('sha256').update(text).digest();

type Middleware = (req: IncomingMessage, res: ServerResponse, next: () => void) => void;

export interface LocalServer {
  url: string;
  port: number;
  token: string;
  /** From now on, every request is answered with “closing”. Events still reach the pages. */
  beginClosing(): void;
  /** Ends every connection, whatever its other end does. */
  close(): Promise<void>;
}

/** Serves the application over HTTP and a WebSocket on 127.0.0.1, only to holders of the token. */
export async function startLocalServer(options: {
  services: Pick<Services, 'dispatch' | 'onEvent'>;
  files: StaticFiles;
  port?: number;
  /** milliseconds for a whole request; default 10 s */
  requestMs?: number;
  /** development only: returns a middleware (Vite) that handles requests before the files do */
  development?: (server: Server) => Promise<Middleware>;
}): Promise<LocalServer> {
  const token = randomBytes(32).toString('base64url');
  const tokenHash = sha(token);
  let authority = ''; // the only Host accepted; this defeats DNS rebinding
  let closing = false;

  const requestTimeout = options.requestMs ?? REQUEST_MS;
  const times = {
    requestTimeout,
    headersTimeout: requestTimeout,
    connectionsCheckingInterval: requestTimeout / 5,
  };
  const server = createServer(times, (req, res) => {
    if (req.headers.host !== authority) return refuse(res, 421);
    if (req.method !== 'GET' && req.method !== 'HEAD') return refuse(res, 405);
    if (!isOwnRequest(req)) return refuse(res, 403);
    const answer = (): void => {
      const [urlPath = '/'] = (req.url ?? '/').split('?', 1); // don't use the URL parser, because it throws at `//`
      const file = options.files(urlPath);
      if (!file) return refuse(res, 404);
      res.writeHead(200, {
        ...file.headers,
        'cache-control': 'no-store',
        'content-length': file.body.length,
      });
      res.end(req.method === 'HEAD' ? undefined : file.body);
    };
    if (middleware) middleware(req, res, answer);
    else answer();
  });
  server.maxConnections = MAX_CONNECTIONS;
  const connections = new Set<Duplex>();
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  const middleware = await options.development?.(server);

  const wss = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    handleProtocols: chosenProtocol,
  });

  server.on('upgrade', (req, socket, head) => {
    socket.on('error', () => socket.destroy()); // a client that disconnects must not crash the server
    if (req.url !== '/rpc') {
      if (!options.development) socket.destroy(); // in development, Vite has its own upgrade listener
      return;
    }
    const offered = (req.headers['sec-websocket-protocol'] ?? '').split(',').map((s) => s.trim());
    const given = offered.find((s) => s.startsWith('token.'))?.slice('token.'.length) ?? '';
    const ok =
      req.headers.host === authority &&
      req.headers.origin === `http://${authority}` &&
      timingSafeEqual(sha(given), tokenHash);
    if (!ok) {
      // Close both halves: the other end may never close, and would hold a descriptor and keep this program
      // from ending.
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n', () => socket.destroy());
      return;
    }
    wss.handleUpgrade(req, socket, head, (ws) => wss.emit('connection', ws, req));
  });

  wss.on('connection', (ws) => serveSocket(ws, options.services, () => refusalOf(ws.protocol, closing)));

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const inUse = `Port ${options.port} is in use by another program: choose another, or none for a free one.`;
      reject(error.code === 'EADDRINUSE' ? new Error(inUse) : error);
    });
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const port = (server.address() as AddressInfo).port;
  authority = `127.0.0.1:${port}`;
  return {
    // Browsers never send the fragment in a request. The page moves it to sessionStorage immediately.
    url: `http://${authority}/#token=${token}`,
    port,
    token,
    beginClosing() {
      closing = true;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const connection of connections) connection.destroy();
      await closed;
    },
  };
}

/** Returns the message that answers every request of a page; null if requests are processed. */
const refusalOf = (protocol: string, closing: boolean): string | null =>
  protocol !== subprotocolOf(PROTOCOL_VERSION) ? OUTDATED : closing ? 'Edgewise is closing.' : null;

/** The answer to every request of a page that uses another version of the protocol. */
const OUTDATED = 'This page belongs to another version of Edgewise. Close it and open Edgewise again.';

/**
 * Returns the protocol version to use: ours, or that of an outdated page so that it can be informed. Never
 * echoes the token.
 */
function chosenProtocol(offered: ReadonlySet<string>): string | false {
  const own = subprotocolOf(PROTOCOL_VERSION);
  return offered.has(own) ? own : ([...offered].find((name) => /^app\.v\d+$/.test(name)) ?? false);
}

/**
 * Returns whether a request may be answered. Other sites may request nothing. Anyone may open the page
 * itself, because our opening page is a local file and counts as another site.
 */
function isOwnRequest({ headers, url }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return true;
  return url === '/' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
}

function refuse(res: ServerResponse, status: number): void {
  res.writeHead(status, { ...securityHeaders, 'content-type': 'text/plain', connection: 'close' });
  res.end(`${status}\n`);
}
