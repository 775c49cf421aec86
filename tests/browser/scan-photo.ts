// A photograph for the scan tests, and a function that chooses it in the page.
import { Buffer } from 'node:buffer';
import type { Page } from '@playwright/test';
import { nineTiles } from '../scan/shots.ts';

interface ChosenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

export const photo = (): ChosenFile => ({
  name: 'Fish.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.from(nineTiles()),
});

/** Chooses a file in the browser's file dialog. */
export async function choose(page: Page, file: ChosenFile): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /Choose a picture|Add a picture/ }).click();
  await (await chooser).setFiles(file);
}
