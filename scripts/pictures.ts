/**
 * Takes the pictures in docs/images. Run `npm run build` first.
 *
 *     npm run pictures              takes all pictures again
 *     npm run pictures -- --check   lists pictures whose view has changed, and files that aren't known pictures
 *
 * For each picture, `pictures.json` holds its scene (tests/browser/scenes.ts), the folders with the view's code, and a
 * hash of those folders from when the picture was taken. The check only warns, because most code changes aren't
 * visible.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { scenes } from '../tests/browser/scenes.ts';
import { formatted } from './formatted.ts';
import { stageScenes } from './stage.ts';
import { hashOf, pictureWarnings, type PictureSources } from './stale-pictures.ts';

interface Picture extends PictureSources {
  readonly scene: string;
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
  hash?: string;
}

const root = path.resolve(import.meta.dirname, '..');
const images = path.join(root, 'docs/images');
const list = path.join(images, 'pictures.json');
const pictures = JSON.parse(readFileSync(list, 'utf8')) as Picture[];

/** Takes all pictures. Starts the application once for each combination of size and theme. */
async function take(): Promise<void> {
  const alike = Map.groupBy(pictures, ({ theme, width, height }) => JSON.stringify([theme, width, height]));
  for (const group of alike.values()) {
    const { theme = 'light', width = 1280, height = 800 } = group[0]!;
    const shown = group.map(({ scene }) => {
      const found = scenes.find(({ name }) => name === scene);
      if (!found) throw new Error(`pictures.json: no scene is called “${scene}”`);
      return found;
    });
    await stageScenes(shown, { theme, width, height, quiet: true }, async (page, name) => {
      const picture = group.find(({ scene }) => scene === name)!;
      // Dismiss the messages about the runs that filled the views.
      const messages = page.getByRole('button', { name: 'Dismiss' });
      while ((await messages.count()) > 0) await messages.first().click();
      await page.screenshot({ path: path.join(images, picture.file) });
      picture.hash = hashOf(root, picture.sources);
      console.log(picture.file);
    });
  }
  writeFileSync(list, await formatted(list, JSON.stringify(pictures)));
}

if (process.argv.includes('--check')) {
  for (const warning of pictureWarnings(root, pictures)) console.log(warning);
} else await take();
