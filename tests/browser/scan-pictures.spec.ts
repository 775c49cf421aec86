// Which pictures the scanner accepts, the ways to provide a picture, and how it rejects files that aren't photographs
// of tiles.
import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import jpeg from 'jpeg-js';
import { headerOf } from '../../src-core/scan/picture-header.ts';
import { FACE, facesOf } from '../scan/art.ts';
import { samplePuzzle } from '../scan/shots.ts';
import { expect, test } from './host.ts';
import { choose, photo } from './scan-photo.ts';

const data = path.resolve(import.meta.dirname, '../data/scan');
const phonePicture = {
  name: 'IMG_0001.HEIC',
  // Most systems don't know the MIME type of HEIC files.
  mimeType: '',
  buffer: readFileSync(path.join(data, 'as-phones-do.heic')),
};

test('pictures of every kind are pasted, dropped, or chosen several at a time; requests are not mixed up', async ({
  open,
  page,
}) => {
  await open('#/library');
  const whole = photo().buffer;
  const { width, height } = headerOf(whole)!;
  const bring = (event: 'paste' | 'drop', name: string): Promise<void> =>
    page.evaluate(
      async ([kind, file, base64]) => {
        const bytes = Uint8Array.from(atob(base64!), (letter) => letter.charCodeAt(0));
        const picture = await createImageBitmap(new Blob([bytes]));
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [picture.width, picture.height];
        canvas.getContext('2d')!.drawImage(picture, 0, 0);
        const type = `image/${file!.split('.')[1]!}`;
        const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type));
        const transfer = new DataTransfer();
        transfer.items.add(new File([made!], file!, { type }));
        const init = { bubbles: true, cancelable: true };
        document
          .querySelector('main')!
          .dispatchEvent(
            kind === 'paste'
              ? new ClipboardEvent('paste', { ...init, clipboardData: transfer })
              : new DragEvent('drop', { ...init, dataTransfer: transfer }),
          );
      },
      [event, name, whole.toString('base64')],
    );
  const tiles = (count: number) => page.getByRole('status').filter({ hasText: `${count} tiles` });
  await bring('paste', 'Pasted.png');
  await expect(page.getByRole('heading', { name: 'Scan a puzzle' })).toBeVisible();
  await bring('drop', 'Dropped.webp');
  await expect(tiles(18)).toBeVisible();

  // a quarter turn to the right (Exif 2.3, table 4: orientation 6)
  const turned = Buffer.concat([
    whole.subarray(0, 2),
    Buffer.from('ffe10022457869660000', 'hex'),
    Buffer.from('4d4d002a00000008' + '0001' + '0112000300000001' + '00060000' + '00000000', 'hex'),
    whole.subarray(2),
  ]);
  await page.getByRole('tab', { name: '1 Picture' }).click();
  await page.getByRole('button', { name: 'Remove Dropped.webp' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add a picture…' }).click();
  await (
    await chooser
  ).setFiles([
    { name: 'nothing.png', mimeType: 'image/png', buffer: Buffer.from('no picture') },
    { name: 'Turned.jpg', mimeType: 'image/jpeg', buffer: turned },
  ]);
  await expect(tiles(18)).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('nothing.png');
  await page.getByRole('radio', { name: 'Turned.jpg' }).check({ force: true });
  await expect(page.getByRole('group', { name: 'Tiles in Turned.jpg' }).locator('svg')).toHaveAttribute(
    'viewBox',
    `0 0 ${height} ${width}`,
  );

  // Leave step 3 while it is still opening. The view must not jump back to it.
  await page.getByRole('tab', { name: '3 Edges' }).click();
  await page.getByRole('tab', { name: '3 Edges' }).click();
  await page.getByRole('tab', { name: '1 Picture' }).click();
  await page.getByRole('button', { name: 'Remove Pasted.png' }).click();
  await expect(page.getByRole('button', { name: 'Add a picture…' })).toBeEnabled();
  await expect(page.getByText('Turned.jpg: 9 tiles')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('tab', { name: '3 Edges' }).click();
  await expect(page.getByRole('region', { name: 'Groups' }).getByRole('group')).toHaveCount(8);
});

test('nine close-ups, each of one tile, become a solved puzzle', async ({ open, page }) => {
  const files = facesOf(samplePuzzle('nine-figures'), 'shapes', 1).map((face, i) => {
    const data = new Uint8Array(4 * FACE * FACE).fill(255);
    for (let at = 0; at < FACE * FACE; at++) data.set(face.subarray(3 * at, 3 * at + 3), 4 * at);
    const buffer = jpeg.encode({ width: FACE, height: FACE, data: Buffer.from(data) }, 92).data;
    return { name: `Tile ${i + 1}.jpg`, mimeType: 'image/jpeg', buffer };
  });
  await open('#/scan');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a picture' }).click();
  await (await chooser).setFiles(files);
  await expect(page.getByRole('radio', { name: /^Tile \d/ })).toHaveCount(9);
  await page.getByRole('button', { name: 'One tile for each picture' }).click();
  await expect(page.getByRole('status').filter({ hasText: /\b9 tiles/ })).toBeVisible();
  await page.getByRole('button', { name: 'Compare the edges' }).click();
  await page.getByRole('button', { name: 'Save and solve' }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByText(/solved/i).first()).toBeVisible();
});

test('an iPhone’s HEIC file, stored sideways in squares, is rotated once and read; AVIF is read too', async ({
  open,
  page,
}) => {
  await open('#/scan');
  const tiles = (count: number) => page.getByRole('status').filter({ hasText: `${count} tiles` });
  await choose(page, phonePicture);
  await expect(tiles(9)).toBeVisible();
  await expect(
    page.getByRole('group', { name: `Tiles in ${phonePicture.name}` }).locator('svg'),
  ).toHaveAttribute('viewBox', '0 0 1155 866');
  await page.getByRole('button', { name: 'Compare the edges' }).click();
  const groups = page.getByRole('region', { name: 'Groups' }).getByRole('group');
  await expect(groups).toHaveCount(8);
  await expect(page.getByRole('complementary', { name: 'Checks' })).toContainText(/\d+ solutions?/);
  await page.getByRole('tab', { name: '1 Picture' }).click();
  const buffer = readFileSync(path.join(data, 'plain.avif'));
  await choose(page, { name: 'Plain.avif', mimeType: 'image/avif', buffer });
  await expect(tiles(18)).toBeVisible();
  await page.getByRole('button', { name: 'Compare the edges' }).click();
  await expect(page.getByText('Tile 10 is identical to tile 1, or a rotation of it.')).toBeVisible();
});

test('a file that is not a photograph of tiles gets a clear message; nothing is lost and no question is asked', async ({
  open,
  page,
  host,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await open('#/scan');
  const alert = page.getByRole('alert');
  const tiles = page.getByRole('status').filter({ hasText: '9 tiles' });
  await choose(page, photo());
  await expect(tiles).toBeVisible();

  const whole = photo().buffer;
  // a file whose header claims 20,000 × 10,000 pixels
  const huge = Buffer.from(whole);
  const frame = huge.indexOf(Buffer.from([0xff, 0xc0]));
  huge.writeUInt16BE(10_000, frame + 5);
  huge.writeUInt16BE(20_000, frame + 7);
  const calls =
    '<svg xmlns="http://www.w3.org/2000/svg"><image href="http://127.0.0.1:9/x.png"/><script>fetch("//127.0.0.1:9")</script></svg>';
  const heic = phonePicture.buffer;
  const vastHeic = Buffer.from(heic);
  const size = heic.lastIndexOf('ispe') + 8;
  vastHeic.writeUInt32BE(20_000, size);
  vastHeic.writeUInt32BE(10_000, size + 4);
  // a HEIC file with valid boxes but damaged image data
  const spoilt = Buffer.from(heic).fill(0xa5, heic.indexOf('mdat') + 40);
  // a HEIC file that requires an unknown property
  const strange = Buffer.from(heic);
  strange.write('iodd', heic.indexOf('irot'));
  const png = Buffer.from('89504e470d0a1a0a0000000d494844520000003000000014080600000000000000', 'hex');
  for (const [name, content, sentence] of [
    ['notes.png', Buffer.from('no picture at all'), 'cannot read this file as a picture'],
    ['empty.jpg', Buffer.alloc(0), 'cannot read this file as a picture'],
    ['calls.svg', Buffer.from(calls), 'cannot read this file as a picture'],
    ['calls.jpg', Buffer.from(calls), 'cannot read this file as a picture'],
    ['cut.jpg', whole.subarray(0, whole.length >> 1), 'damaged or incomplete'],
    ['broken.png', png, 'damaged or incomplete'],
    ['huge.jpg', huge, '200 megapixels'],
    ['begun.heic', heic.subarray(0, 24), 'cannot read this file as a picture'],
    ['cut.heic', heic.subarray(0, heic.length >> 1), 'damaged or incomplete'],
    ['spoilt.heic', spoilt, 'damaged or incomplete'],
    ['strange.heic', strange, 'damaged or incomplete'],
    ['vast.heic', vastHeic, '200 megapixels'],
  ] as const) {
    await page.getByRole('tab', { name: '1 Picture' }).click();
    await choose(page, { name, mimeType: 'image/jpeg', buffer: content });
    await expect(alert).toContainText(`${name}: `);
    await expect(alert).toContainText(sentence);
    await expect(page.getByText('Fish.jpg: 9 tiles')).toBeVisible();
  }
  await page.getByRole('button', { name: 'Start over' }).click();

  const table = (square: boolean): Buffer => {
    const data = Buffer.alloc(400 * 300 * 4, 150);
    for (let i = 0; square && i < 400 * 300; i++) {
      if (Math.abs((i % 400) - 200) < 60 && Math.abs(Math.floor(i / 400) - 150) < 60)
        data.set([240, 200, 40], 4 * i);
    }
    return Buffer.from(jpeg.encode({ width: 400, height: 300, data }, 90).data);
  };
  await choose(page, { name: 'table.jpg', mimeType: 'image/jpeg', buffer: table(false) });
  await expect(alert).toContainText('No tiles were found');
  await page.getByRole('button', { name: 'Add a tile' }).click();
  const one = page.getByRole('status').filter({ hasText: '1 tile' });
  await expect(one).toBeVisible();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await choose(page, { name: 'one.jpg', mimeType: 'image/jpeg', buffer: table(true) });
  await expect(alert).toContainText('Only one tile was found');
  await expect(page.getByRole('button', { name: 'Compare the edges' })).toBeDisabled();
  await page.getByRole('link', { name: 'Library' }).first().click();
  await page.getByRole('link', { name: 'Scan a puzzle' }).first().click();
  await expect(one).toBeVisible();
  // The added picture shows the missing tiles.
  await page.getByRole('tab', { name: '1 Picture' }).click();
  await choose(page, photo());
  await expect(page.getByRole('status').filter({ hasText: '10 tiles' })).toBeVisible();
  await expect(alert).toHaveCount(0);

  const { origin } = new URL(host.url);
  expect(asked.filter((url) => !url.startsWith(origin) && !/^(blob|data):/.test(url))).toEqual([]);
});
