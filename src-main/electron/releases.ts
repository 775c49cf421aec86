import { app, dialog, shell } from 'electron';

/** The only address outside that Edgewise ever opens, in the user's browser and only when told to. */
const RELEASES = 'https://edgewise.example.invalid/releases';

/** Says which version this is, and opens the page of releases if that is wanted. Looks up nothing by itself. */
export async function checkForNewVersion(): Promise<void> {
  const { response } = await dialog.showMessageBox({
    type: 'info',
    message: `This is Edgewise ${app.getVersion()}.`,
    detail: `Edgewise never connects to the internet by itself. New versions are on ${RELEASES}.`,
    buttons: ['Open This Page', 'Close'],
    defaultId: 1,
    cancelId: 1,
  });
  if (response === 0) await shell.openExternal(RELEASES);
}
