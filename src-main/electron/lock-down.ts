import { app, session } from 'electron';
import { isTrustedSender } from './trusted-sender.ts';

/** Refuses navigation, new windows, webviews, and all but three permissions. */
export function lockDown(devServerUrl: string | undefined): void {
  const ses = session.defaultSession;
  // Every frame may write to the clipboard. Only our own page may use the camera (to scan tiles) and full screen (in
  // classroom mode).
  const isGranted = (permission: string, media: string | undefined, asking: Asking): boolean => {
    if (permission === 'clipboard-sanitized-write') return true;
    if (permission !== 'fullscreen' && !(permission === 'media' && media === 'video')) return false;
    const frame = { url: asking.requestingUrl ?? '', parent: asking.isMainFrame ? null : asking };
    return isTrustedSender(frame, devServerUrl);
  };
  ses.setPermissionRequestHandler((_contents, permission, callback, asking) => {
    const media = 'mediaTypes' in asking ? asking.mediaTypes.join() : undefined;
    callback(isGranted(permission, media, asking));
  });
  ses.setPermissionCheckHandler((_contents, permission, _origin, asking) =>
    isGranted(permission, asking.mediaType, asking),
  );
  ses.setDevicePermissionHandler(() => false);
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event) => {
      // Allow reloads during development: the development server reloads the page after a change.
      const isReload =
        devServerUrl !== undefined && isTrustedSender({ url: event.url, parent: null }, devServerUrl);
      if (!isReload) event.preventDefault();
    });
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  });
}

interface Asking {
  readonly requestingUrl?: string;
  readonly isMainFrame: boolean;
}
