/** Electron's `protocol` module, and the permissions of its `session`. */
import { EventEmitter } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';

type Handler = (request: Request) => Response | Promise<Response>;
const handlers = new Map<string, Handler>();
const schemes = new Set<string>();

export const protocol = {
  registerSchemesAsPrivileged: (list: readonly { scheme: string }[]): void => {
    for (const { scheme } of list) schemes.add(scheme);
  },
  handle: (scheme: string, handler: Handler): void => void handlers.set(scheme, handler),
};

/**
 * Converts `app://bundle/x` to the address that Chromium loads, `http://bundle.app.localhost/x`. Chromium doesn't know
 * the application's schemes. It treats addresses on localhost as secure, as Electron does with these schemes. The
 * application's handlers receive the original addresses.
 */
export const toChromium = (url: string): string =>
  url.replace(/^([a-z]+):\/\/([^/:]+)/, (all, scheme: string, host: string) =>
    schemes.has(scheme) ? `http://${host}.${scheme}.localhost` : all,
  );
export const fromChromium = (url: string): string =>
  url.replace(
    /^http:\/\/([^/:]+)\.([a-z]+)\.localhost/,
    (_all, host: string, scheme: string) => `${scheme}://${host}`,
  );

/** Serves the responses of the protocol's handlers over HTTP. Returns the port. */
export async function serveSchemes(): Promise<number> {
  const server = createServer((request, response) => {
    void (async () => {
      const url = fromChromium(`http://${request.headers.host}${request.url}`);
      const handler = handlers.get(url.slice(0, url.indexOf(':')));
      if (!handler) return response.writeHead(404).end();
      const answer = await handler(new Request(url, { method: request.method ?? 'GET' }));
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      return response.end(Buffer.from(await answer.arrayBuffer()));
    })();
  });
  await once(server.listen(0, '127.0.0.1').unref(), 'listening');
  return (server.address() as AddressInfo).port;
}

type RequestHandler = (
  contents: unknown,
  permission: string,
  callback: (granted: boolean) => void,
  details: object,
) => void;
let requestHandler: RequestHandler = (_contents, _permission, callback) => callback(true);

/** Returns whether the application grants a permission to its own page. */
export function isGranted(contents: unknown, permission: string, media?: 'video' | 'audio'): boolean {
  let granted = false;
  requestHandler(contents, permission, (answer) => (granted = answer), {
    requestingUrl: 'app://bundle/',
    isMainFrame: true,
    ...(media ? { mediaTypes: [media] } : {}),
  });
  return granted;
}

export const session = {
  defaultSession: Object.assign(new EventEmitter(), {
    setPermissionRequestHandler: (handler: RequestHandler): void => void (requestHandler = handler),
    setPermissionCheckHandler: (): void => undefined,
    setDevicePermissionHandler: (): void => undefined,
  }),
};
