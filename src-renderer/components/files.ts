/** Opens and saves files and copies pictures with browser APIs, which work in Electron too. */
import { toast } from '../base/toasts.svelte.ts';
import { downloadName } from './download-name.ts';

/**
 * File inputs whose dialogs are open. An input without a reference could be garbage-collected before its dialog
 * closes.
 */
const asking = new Set<HTMLInputElement>();

/** Shows a file dialog. Resolves to an empty list if the user cancels. */
export function pickFiles(accept = '', multiple = true): Promise<File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = accept;
    input.multiple = multiple;
    const answer = (files: File[]): void => {
      asking.delete(input);
      resolve(files);
    };
    input.addEventListener('change', () => answer([...(input.files ?? [])]));
    input.addEventListener('cancel', () => answer([]));
    asking.add(input);
    input.click();
  });
}

export function saveFile(name: string, content: string | Blob, type = 'text/plain'): void {
  const blob = typeof content === 'string' ? new Blob([content], { type: `${type};charset=utf-8` }) : content;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = downloadName(name);
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/**
 * Copies a picture to the clipboard. Takes a promise, because browsers allow access to the clipboard only for a short
 * time after a click, and the picture may take longer to make.
 */
export async function copyPicture(picture: Promise<Blob>, what: string): Promise<void> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
    toast(`${what} copied`);
  } catch {
    toast(`${what} could not be copied: the browser denied access to the clipboard. Export it as a file.`, {
      tone: 'bad',
    });
  }
}

export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(`${what} copied`);
  } catch {
    toast(`${what} could not be copied: the browser denied access to the clipboard.`, { tone: 'bad' });
  }
}
