import { app, session } from 'electron';
import { isTrustedSender } from './trusted-sender.ts';

/** No permissions but two, no navigation, no other windows, no webviews: whatever a page might ask for. */
export function lockDown(devServerUrl: string | undefined): void {
  const ses = session.defaultSession;
  // The page asks for nothing but the clipboard to write to, and for the camera when a person wants to scan with it.
  const granted = new Set(['clipboard-sanitized-write']);
  const isCamera = (permission: string, media: string | undefined, asking: Asking): boolean =>
    permission === 'media' &&
    media === 'video' &&
    isTrustedSender(
      { url: asking.requestingUrl ?? '', parent: asking.isMainFrame ? null : asking },
      devServerUrl,
    );
  ses.setPermissionRequestHandler((_contents, permission, callback, asking) => {
    const media = 'mediaTypes' in asking ? asking.mediaTypes.join() : undefined;
    callback(granted.has(permission) || isCamera(permission, media, asking));
  });
  ses.setPermissionCheckHandler(
    (_contents, permission, _origin, asking) =>
      granted.has(permission) || isCamera(permission, asking.mediaType, asking),
  );
  ses.setDevicePermissionHandler(() => false);
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  });
}

/** Where a page asks from. */
interface Asking {
  readonly requestingUrl?: string;
  readonly isMainFrame: boolean;
}
