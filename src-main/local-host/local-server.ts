import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { PROTOCOL_VERSION, subprotocolOf } from '../../src-core/contract/wire.ts';
import type { Services } from '../services/services.ts';
import { Access } from './access.ts';
import { serveSocket } from './serve-socket.ts';
import { securityHeaders, type StaticFiles } from './static-files.ts';

/**
 * Maximum size of a message in bytes. The largest messages contain puzzles with photos on their tiles: up to 32 MB of
 * JSON. The rest is for the other fields of the message.
 */
const MAX_MESSAGE_BYTES = 33_000_000;
/**
 * Maximum number of connections. A window needs only a few, and other programs must not use up the file descriptors
 * that runs and the library need.
 */
const MAX_CONNECTIONS = 128;
/** Maximum duration of a whole request in milliseconds, so that idle connections are closed. */
const MAX_REQUEST_MS = 10_000;

type Middleware = (req: IncomingMessage, res: ServerResponse, next: () => void) => void;

export interface LocalServer {
  /** address that opens the next page; works only once */
  readonly url: string;
  readonly port: number;
  /** From now on, answers every request with “closing”. Pages still receive events. */
  beginClosing(): void;
  /** Closes every connection without waiting for the clients. */
  close(): Promise<void>;
}

/** Serves the application on 127.0.0.1 over HTTP and a WebSocket, but only to pages with access. */
export async function startLocalServer(options: {
  services: Pick<Services, 'dispatch' | 'onEvent'>;
  files: StaticFiles;
  port?: number;
  /** called with the new address whenever it changes */
  onAddress?: (url: string) => void;
  /** maximum duration of a whole request in milliseconds; default: 10 s */
  requestMs?: number;
  /** for development only: returns Vite's middleware, which sees every request first */
  development?: (server: Server) => Promise<Middleware>;
}): Promise<LocalServer> {
  const access = new Access(() => options.onAddress?.(address()));
  // the only Host header accepted, which prevents DNS rebinding
  let authority = '';
  let closing = false;
  // The secret is in the fragment, because browsers never send fragments.
  const address = (): string => `http://${authority}/#token=${access.secret}`;

  const server = createServer(timesOf(options.requestMs ?? MAX_REQUEST_MS), (req, res) => {
    const refused = refusedStatus(req, authority);
    if (refused !== null) return refuse(res, refused);
    if (req.url === '/access') return answerAccess(res, access.knows(sessionOf(req)));
    const answer = (): void => sendFile(req, res, options.files);
    if (middleware) middleware(req, res, answer);
    else answer();
  });
  server.maxConnections = MAX_CONNECTIONS;
  const connections = connectionsOf(server);
  const middleware = await options.development?.(server);

  const sockets = acceptSockets(server, {
    onlyOurs: !options.development,
    admits: (req) =>
      req.headers.host === authority &&
      req.headers.origin === `http://${authority}` &&
      access.admits(offered(req, 'token.'), offered(req, 'session.')),
  });
  sockets.on('connection', (ws) => serveSocket(ws, options.services, () => refusalOf(ws.protocol, closing)));

  const port = await listen(server, options.port);
  authority = `127.0.0.1:${port}`;
  options.onAddress?.(address());
  return {
    get url() {
      return address();
    },
    port,
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

const timesOf = (requestTimeout: number) => ({
  requestTimeout,
  headersTimeout: requestTimeout,
  connectionsCheckingInterval: requestTimeout / 5,
});

function refusedStatus(req: IncomingMessage, authority: string): number | null {
  if (req.headers.host !== authority) return 421;
  if (req.method !== 'GET' && req.method !== 'HEAD') return 405;
  return isOwnRequest(req) ? null : 403;
}

function sendFile({ url = '/', method }: IncomingMessage, res: ServerResponse, files: StaticFiles): void {
  // Don't use the URL parser here, because it throws on `//`.
  const [urlPath = '/'] = url.split('?', 1);
  const file = files(urlPath);
  if (!file) return refuse(res, 404);
  res.writeHead(200, { ...file.headers, 'cache-control': 'no-store', 'content-length': file.body.length });
  res.end(method === 'HEAD' ? undefined : file.body);
}

function connectionsOf(server: Server): ReadonlySet<Duplex> {
  const connections = new Set<Duplex>();
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  return connections;
}

/**
 * Accepts WebSockets from pages. `onlyOurs`: true if no other listener handles upgrades. It is false in development,
 * when Vite has its own listener.
 */
function acceptSockets(
  server: Server,
  { onlyOurs, admits }: { onlyOurs: boolean; admits: (req: IncomingMessage) => boolean },
): WebSocketServer {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    handleProtocols: chosenProtocol,
  });
  server.on('upgrade', (req, socket, head) => {
    // A client that disconnects must not crash the server.
    socket.on('error', () => socket.destroy());
    if (req.url !== '/rpc') {
      if (onlyOurs) socket.destroy();
    } else if (admits(req)) {
      sockets.handleUpgrade(req, socket, head, (ws) => sockets.emit('connection', ws, req));
    } else refuseSocket(socket);
  });
  return sockets;
}

async function listen(server: Server, wanted: number | undefined): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const inUse = `Port ${wanted} is in use by another program: choose another port, or leave it out to use a free one.`;
      reject(error.code === 'EADDRINUSE' ? new Error(inUse) : error);
    });
    server.listen(wanted ?? 0, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}

const refusalOf = (protocol: string, closing: boolean): string | null =>
  protocol !== subprotocolOf(PROTOCOL_VERSION) ? OUTDATED_PAGE : closing ? 'Edgewise is closing.' : null;

const OUTDATED_PAGE =
  'This page belongs to a different version of Edgewise. Close it and open Edgewise again.';

/**
 * Returns the subprotocol to accept. For an outdated page, that is the outdated subprotocol that it offers, so that the
 * page can receive the message `OUTDATED_PAGE`. Never returns the subprotocol that contains the secret.
 */
function chosenProtocol(protocols: ReadonlySet<string>): string | false {
  const own = subprotocolOf(PROTOCOL_VERSION);
  return protocols.has(own) ? own : ([...protocols].find((name) => /^app\.v\d+$/.test(name)) ?? false);
}

/**
 * Returns whether a request is allowed. Other sites may only open the page itself. The local file that opens the page
 * counts as another site.
 */
function isOwnRequest({ headers, url }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return true;
  return url === '/' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
}

/**
 * Returns the rest of the first offered WebSocket subprotocol that starts with `prefix`, or an empty string if there
 * is none.
 */
const offered = ({ headers }: IncomingMessage, prefix: string): string =>
  (headers['sec-websocket-protocol'] ?? '')
    .split(',')
    .map((word) => word.trim())
    .find((word) => word.startsWith(prefix))
    ?.slice(prefix.length) ?? '';

/**
 * Closes a connection in both directions. A client that keeps its own direction open would use up a file descriptor
 * and keep this program from ending.
 */
const refuseSocket = (socket: Duplex): void =>
  void socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n', () => socket.destroy());

const sessionOf = ({ headers }: IncomingMessage): string =>
  headers.authorization?.replace(/^Bearer /, '') ?? '';

/**
 * Tells a page whether it has access. A refused WebSocket doesn't tell the page that, because browsers hide the status
 * of the response from scripts.
 */
function answerAccess(res: ServerResponse, known: boolean): void {
  res.writeHead(200, { ...securityHeaders, 'content-type': 'text/plain', 'cache-control': 'no-store' });
  res.end(known ? 'yes' : 'no');
}

function refuse(res: ServerResponse, status: number): void {
  res.writeHead(status, { ...securityHeaders, 'content-type': 'text/plain', connection: 'close' });
  res.end(`${status}\n`);
}
