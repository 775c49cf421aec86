// The camera, simulated by Chromium. It is on only while its dialog is open, and its picture is read like a file.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import config, { withWindows } from '../../playwright.config.ts';
import { nineTiles } from '../scan/shots.ts';
import { removeDir, temporaryDir } from '../temporary-dir.ts';
import { expect, test } from './host.ts';

const { launchOptions } = config.use!;
const dir = temporaryDir();
/** What the camera sees: an MJPEG file, which is a sequence of JPEG pictures. */
const video = path.join(dir, 'tiles.mjpeg');
writeFileSync(video, nineTiles());
test.use({
  launchOptions: {
    ...launchOptions,
    ...withWindows,
    args: [
      ...(launchOptions?.args ?? []),
      '--use-fake-device-for-media-stream=fps=5',
      `--use-file-for-fake-video-capture=${video}`,
    ],
  },
});
test.afterAll(() => removeDir(dir));

type Watched = typeof globalThis & { streams: MediaStream[] };

/** Collects the camera streams that the page opens. `tracks` returns their states. */
const watch = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const streams: MediaStream[] = [];
    Object.assign(globalThis, { streams });
    const { mediaDevices } = navigator;
    const ask = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (wanted) => {
      // Use a small picture, because Chromium makes and draws the simulated frames in software.
      const stream = await ask({ ...wanted, video: { width: 320, height: 240 } });
      streams.push(stream);
      return stream;
    };
  });
const tracks = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    (globalThis as Watched).streams.flatMap((stream) =>
      stream.getTracks().map(({ kind, readyState }) => `${kind} ${readyState}`),
    ),
  );

test('the camera takes a picture; only the button turns it on, and closing its dialog in any way turns it off', async ({
  open,
  page,
  context,
}) => {
  await watch(page);
  await open('#/scan');
  const use = page.getByRole('button', { name: 'Use the camera…' });
  const dialog = page.getByRole('dialog', { name: 'Camera' });
  const shutter = dialog.getByRole('button', { name: 'Take the picture' });

  await use.click();
  await expect(dialog.getByRole('alert')).toContainText('Edgewise is not allowed to use the camera.');
  await expect(shutter).toBeDisabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await tracks(page)).toEqual([]);

  await context.grantPermissions(['camera']);
  await use.click();
  await expect(shutter).toBeEnabled();
  expect(await tracks(page)).toEqual(['video live']);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => tracks(page)).toEqual(['video ended']);

  // The user leaves the view while the dialog is open, and returns.
  await page.keyboard.press('Alt+c');
  await expect(shutter).toBeEnabled();
  expect(await tracks(page)).toEqual(['video ended', 'video live']);
  await open('#/library');
  await expect.poll(() => tracks(page)).toEqual(['video ended', 'video ended']);
  await open('#/scan');
  await expect(use).toBeVisible();
  await expect(dialog).toBeHidden();

  await use.click();
  await expect(shutter).toBeEnabled();
  expect((await tracks(page)).at(-1)).toBe('video live');
  const { width, height } = await dialog
    .locator('video')
    .evaluate((video: HTMLVideoElement) => ({ width: video.videoWidth, height: video.videoHeight }));
  expect(width * height).toBeGreaterThan(0);
  await shutter.click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => tracks(page)).toEqual(['video ended', 'video ended', 'video ended']);
  await expect(page.getByRole('group', { name: 'Tiles in Picture 1.jpg' }).locator('svg')).toHaveAttribute(
    'viewBox',
    `0 0 ${width} ${height}`,
  );
  await page.getByRole('tab', { name: '1 Picture' }).click();
  const pictures = page.getByRole('list', { name: 'Pictures' }).getByRole('listitem');
  await expect(pictures).toContainText(['Picture 1.jpg']);

  // Each picture has a unique name, even after one was removed.
  const take = async (): Promise<void> => {
    await use.click();
    await expect(shutter).toBeEnabled();
    await shutter.click();
    await expect(page.getByRole('tab', { selected: true })).toHaveAccessibleName('2 Tiles');
    await page.getByRole('tab', { name: '1 Picture' }).click();
  };
  await take();
  await expect(pictures).toContainText(['Picture 1.jpg', 'Picture 2.jpg']);
  await pictures.first().getByRole('button').click();
  await expect(pictures).toContainText(['Picture 2.jpg']);
  await take();
  await expect(pictures).toContainText(['Picture 2.jpg', 'Picture 3.jpg']);
});

test('a picture of nine tiles, taken with the camera, becomes a solved puzzle', async ({
  open,
  page,
  context,
}) => {
  await context.grantPermissions(['camera']);
  await open('#/scan');
  await page.getByRole('button', { name: 'Use the camera…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take the picture' }).click();
  await expect(page.getByRole('status').filter({ hasText: '9 tiles' })).toBeVisible();
  await page.getByRole('button', { name: 'Compare the edges' }).click();
  await expect(page.getByRole('region', { name: 'Groups' }).getByRole('group')).toHaveCount(8);
  await page.getByRole('button', { name: 'Save and solve' }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByText(/solved/i).first()).toBeVisible();
});

test('a missing or disconnected camera is reported', async ({ open, page, context }) => {
  await context.grantPermissions(['camera']);
  await watch(page);
  await open('#/scan');
  const use = page.getByRole('button', { name: 'Use the camera…' });
  const dialog = page.getByRole('dialog', { name: 'Camera' });
  const shutter = dialog.getByRole('button', { name: 'Take the picture' });

  await use.click();
  await expect(shutter).toBeEnabled();
  await page.evaluate(() =>
    (globalThis as Watched).streams[0]!.getTracks()[0]!.dispatchEvent(new Event('ended')),
  );
  await expect(dialog.getByRole('alert')).toContainText('The camera was disconnected.');
  await expect(shutter).toBeDisabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotFoundError'));
  });
  await use.click();
  await expect(dialog.getByRole('alert')).toContainText('No camera was found.');
  await expect(shutter).toBeDisabled();
});
