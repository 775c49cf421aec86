import { app, dialog, shell } from 'electron';

/**
 * Shows the version, and opens the page of releases if the user asks for it. That is the only external address that
 * Edgewise ever opens, and it opens in the user's browser. Edgewise itself connects to nothing.
 */
export async function checkForNewVersion(homePage: string): Promise<void> {
  const releases = new URL('releases', `${homePage.replace(/\/$/, '')}/`).href;
  const { response } = await dialog.showMessageBox({
    type: 'info',
    message: `This is Edgewise ${app.getVersion()}.`,
    detail: `Edgewise never connects to the internet by itself. New versions are on ${releases}.`,
    buttons: ['Open This Page', 'Close'],
    defaultId: 1,
    cancelId: 1,
  });
  if (response === 0) await shell.openExternal(releases);
}
