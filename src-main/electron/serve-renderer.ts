import { protocol } from 'electron';
import { loadStaticFiles } from '../local-host/static-files.ts';
import { APP_ORIGIN } from './trusted-sender.ts';

/** Registers the app:// scheme. Call before the application is ready. */
export function declareScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: 'app',
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
}

/** Answers requests to app://bundle/ with the files of one folder, which are read only once. Serves nothing else. */
export function serveRenderer(rendererDir: string): void {
  const files = loadStaticFiles(rendererDir);
  const { host } = new URL(APP_ORIGIN);
  protocol.handle('app', (request) => {
    const url = new URL(request.url);
    const file = url.host === host && request.method === 'GET' ? files(url.pathname) : undefined;
    if (!file) return new Response('not found', { status: 404 });
    return new Response(new Uint8Array(file.body), { headers: file.headers });
  });
}
