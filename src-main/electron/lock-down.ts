import { app, session } from 'electron';

/** No permissions, no navigation, no other windows, no webviews: whatever a page might ask for. */
export function lockDown(): void {
  const ses = session.defaultSession;
  // The page asks for nothing but the clipboard to write to.
  const granted = new Set(['clipboard-sanitized-write']);
  ses.setPermissionRequestHandler((_contents, permission, callback) => callback(granted.has(permission)));
  ses.setPermissionCheckHandler((_contents, permission) => granted.has(permission));
  ses.setDevicePermissionHandler(() => false);
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  });
}
