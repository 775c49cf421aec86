import { BrowserWindow, dialog } from 'electron';

/** Lets the user choose a program to add as an engine, and asks for confirmation. Returns null if the user cancels. */
export async function chooseProgram(): Promise<string | null> {
  const [window] = BrowserWindow.getAllWindows();
  if (!window) return null;
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    title: 'Choose a program to add as an engine',
    buttonLabel: 'Choose',
    properties: ['openFile'],
  });
  const [file] = filePaths;
  if (canceled || file === undefined) return null;
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: 'Start this program as an engine?',
    detail: `${file}\n\nEdgewise starts it now, to ask for its name, and whenever a run uses it. It can do everything that you can do on this computer. Add only programs that you trust.`,
    buttons: ['Add', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
  });
  return response === 0 ? file : null;
}
