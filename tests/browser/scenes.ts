/**
 * Every view and dialog of the application, empty and full, as data. `access.spec.ts` checks each with axe, and `npm
 * run screenshots` saves a picture of each.
 */
import { Buffer } from 'node:buffer';
import type { Page } from '@playwright/test';
import { nineTiles } from '../scan/shots.ts';
import { settled, usualRun } from './host.ts';
import type { RunStatus } from '../../src-core/contract/runs.ts';
import type { Client } from '../../src-core/rpc.ts';

/** The client, and the ids of the puzzles and runs that `setStage` created. */
export interface Stage {
  readonly client: Client;
  puzzle(name: string): Promise<number>;
  /** a completed run of the puzzle “Penguins” */
  readonly run: number;
  readonly hunt: number;
  readonly experiment: number;
}

export interface Scene {
  readonly name: string;
  /** address of the view */
  readonly at: (stage: Stage) => string | Promise<string>;
  /** clicks and types in the view, then waits until the result appears */
  readonly then?: (page: Page, stage: Stage) => Promise<void>;
}

/** Puts runs, boards, a queue, an experiment and a deleted puzzle into a fresh library. */
export async function setStage(
  client: Client,
  puzzle: (name: string) => Promise<number>,
): Promise<Omit<Stage, 'client' | 'puzzle'>> {
  const until = async (runId: number, wanted: (status: RunStatus) => boolean): Promise<void> => {
    while (!wanted((await client.call('runs.get', { runId })).status))
      await new Promise((resolve) => setTimeout(resolve, 50));
  };
  const asked = async (name: string, engine: string, nodes: number | null) => ({
    ...usualRun,
    puzzleId: await puzzle(name),
    engine,
    wanted: { solutions: engine === 'best' ? 1 : ('all' as const), boards: true },
    limits: { seconds: null, nodes },
  });
  const start = async (name: string, engine: string, nodes: number | null): Promise<number> => {
    const { runId } = await client.call('runs.start', await asked(name, engine, nodes));
    await until(runId, (status) => !['queued', 'preparing', 'running'].includes(status));
    return runId;
  };
  const run = await start('Penguins', 'exact', null);
  await start('Four Colours on a Cube', 'exact', null);
  const hunt = await start('Eternity II', 'best', 20_000);
  const { experimentId: experiment } = await client.call('lab.start', {
    name: 'Backtrack against exact',
    plan: {
      puzzles: [{ puzzleId: await puzzle('Four Cyclists') }],
      setups: ['backtrack', 'exact'].map((engine) => ({ name: engine, engine, options: {} })),
      trials: 3,
      firstSeed: 1,
      wanted: 'all',
      limits: { seconds: 60, nodes: null },
      threads: 1,
    },
  });
  await client.call('library.remove', { id: await puzzle('Danger') });
  const { runId: resting } = await client.call('runs.start', await asked('Eternity II', 'exact', null));
  await until(resting, (status) => status === 'running');
  await client.call('runs.pause', { runId: resting });
  await until(resting, (status) => status === 'paused');
  await client.call('queue.start', await asked('Penguins', 'exact', null));
  return { run, hunt, experiment };
}

const about =
  (view: string, name: string, query = '') =>
  async (stage: Stage) =>
    `#/${view}/${await stage.puzzle(name)}${query}`;
const clicks =
  (...names: readonly (string | RegExp)[]) =>
  async (page: Page): Promise<void> => {
    for (const name of names) await page.getByRole('button', { name }).first().click();
    await page.getByRole('dialog').first().waitFor();
  };

const keys =
  (...strokes: readonly string[]) =>
  async (page: Page): Promise<void> => {
    for (const stroke of strokes) await page.keyboard.press(stroke);
    await page.getByRole('dialog').first().waitFor();
  };

/** Pages in which a scene has clicked or typed. They are reloaded before the next scene. */
const used = new WeakSet<Page>();

/** Shows a scene, free of any traces of the previous one, and waits until the view stops changing. */
export async function showScene(page: Page, scene: Scene, stage: Stage): Promise<void> {
  const heading = page.locator('main h1, main h2').first();
  const at = await scene.at(stage);
  const before = await heading.elementHandle();
  const same = await page.evaluate((hash) => hash === location.hash || ((location.hash = hash), false), at);
  if (same || used.delete(page)) await page.reload();
  else await before.waitForElementState('hidden');
  await heading.waitFor();
  // Wait at most three seconds, because the view of a running search might never stop changing.
  await settled(page, 3_000).catch(() => undefined);
  if (!scene.then) return;
  used.add(page);
  await scene.then(page, stage);
}

export const scenes: readonly Scene[] = [
  { name: 'library', at: () => '#/library' },
  {
    name: 'library, nothing found',
    at: () => '#/library',
    then: async (page) => {
      await page.getByRole('searchbox', { name: 'Find a puzzle' }).fill('no such thing');
      await page.getByRole('heading', { name: 'No puzzle found' }).waitFor();
    },
  },
  { name: 'import', at: () => '#/library', then: clicks('Import…') },
  {
    name: 'import with mistakes',
    at: () => '#/library',
    then: async (page) => {
      await clicks('Import…')(page);
      await page
        .getByRole('dialog')
        .getByRole('textbox')
        .first()
        .fill('ABCD\nAB\nA?CD\nBCDA\nDCBA\nAAAA\nBBBB\nCCCC\nDDDD');
    },
  },
  { name: 'new puzzle', at: () => '#/create' },
  { name: 'scan, camera', at: () => '#/scan', then: clicks('Use the camera…') },
  {
    name: 'scan, edges',
    at: () => '#/scan',
    then: async (page) => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Choose a picture…' }).click();
      const buffer = Buffer.from(nineTiles());
      await (await chooser).setFiles({ name: 'Fish.jpg', mimeType: 'image/jpeg', buffer });
      await page.getByRole('button', { name: 'Compare the edges' }).click();
      await page
        .getByRole('complementary', { name: 'Checks' })
        .getByText(/solution/)
        .first()
        .waitFor();
    },
  },
  ...['Penguins', 'Eternity II', 'Seven Nuts', 'Four Colours on a Cube', 'Fifteen'].map((name) => ({
    name: `puzzle ${name}`,
    at: about('puzzle', name),
  })),
  { name: 'print', at: about('editor', 'Penguins'), then: clicks('Print') },
  { name: 'export', at: about('puzzle', 'Penguins'), then: keys('Control+e') },
  ...['Penguins', 'Eternity II', 'Seven Nuts', 'MacMahon’s 24 Triangles', 'Two-Faced Pentagons'].map(
    (name) => ({
      name: `editor ${name}`,
      at: about('editor', name),
    }),
  ),
  { name: 'editor, a label', at: about('editor', 'Penguins'), then: clicks(/^Change label/) },
  ...['Penguins', 'Eternity II', 'Seven Nuts', 'MacMahon’s 24 Triangles', 'Four Colours on a Cube'].map(
    (name) => ({
      name: `play ${name}`,
      at: about('play', name),
    }),
  ),
  { name: 'slide', at: about('slide', 'Fifteen') },
  { name: 'new run', at: about('search', 'Penguins', '?new=1') },
  { name: 'new run, hunt', at: about('search', 'Eternity II', '?new=1') },
  { name: 'new run, sliding', at: about('search', 'Fifteen', '?new=1') },
  { name: 'run', at: async (stage) => `#/search/${await stage.puzzle('Penguins')}?run=${stage.run}` },
  {
    name: 'run, hunt',
    at: async (stage) => `#/search/${await stage.puzzle('Eternity II')}?run=${stage.hunt}`,
  },
  { name: 'runs', at: () => '#/runs' },
  { name: 'gallery', at: () => '#/gallery' },
  {
    name: 'compare',
    at: async (stage) => {
      const puzzleId = await stage.puzzle('Eternity II');
      const { items } = await stage.client.call('boards.list', { puzzleId });
      const [a, b] = [items[0]!.id, items.at(-1)!.id];
      return `#/compare?a=${a}&b=${b}`;
    },
  },
  { name: 'lab', at: () => '#/lab' },
  { name: 'lab, new experiment', at: () => '#/lab', then: clicks('New experiment…') },
  { name: 'experiment', at: ({ experiment }) => `#/lab/${experiment}` },
  {
    name: 'steps',
    at: about('steps', 'Nine Figures', '?engine=tree'),
    then: async (page) => {
      await page.getByRole('button', { name: 'Next solution' }).click();
    },
  },
  {
    name: 'classroom',
    at: about('steps', 'Nine Figures', '?engine=tree'),
    then: async (page) => {
      await page.getByRole('button', { name: 'Next solution' }).click();
      await page.keyboard.press('c');
      await page.locator('.classroom').waitFor();
    },
  },
  { name: 'recently deleted', at: () => '#/deleted' },
  { name: 'help', at: () => '#/help' },
  { name: 'help, words', at: () => '#/help/words' },
  { name: 'help, about', at: () => '#/help/about' },
  {
    name: 'guided first puzzle',
    at: () => '#/help',
    then: async (page) => {
      await page.getByRole('button', { name: 'Start the guided first puzzle' }).click();
      const card = page.getByRole('region', { name: 'Guided first puzzle' });
      await card.getByRole('button', { name: 'Next' }).click();
      await page.getByRole('application', { name: 'Tray' }).waitFor();
    },
  },
  { name: 'settings', at: () => '#/settings' },
  {
    name: 'palette',
    at: () => '#/library',
    then: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog', { name: 'Find', exact: true }).waitFor();
    },
  },
  {
    name: 'keys',
    at: () => '#/library',
    then: async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    },
  },
  // This comes last, because the summary of ended runs stays in the library until it is marked as seen.
  {
    name: 'library, while you were away',
    at: () => '#/library',
    then: async (page, stage) => {
      const address = page.url();
      // Leave the page, so that the runs end while the user is away.
      await page.goto('about:blank');
      for (const [name, engine, nodes] of [
        ['Nine Halves', 'exact', null],
        ['Eternity II', 'best', 2_000],
        ['Eternity II', 'best', 3_000],
      ] as const) {
        const { runId } = await stage.client.call('runs.start', {
          ...usualRun,
          puzzleId: await stage.puzzle(name),
          engine,
          seed: nodes === 3_000 ? 2 : 1,
          limits: { seconds: null, nodes },
        });
        while (
          ['queued', 'preparing', 'running'].includes((await stage.client.call('runs.get', { runId })).status)
        )
          await new Promise((resolve) => setTimeout(resolve, 50));
      }
      await page.goto(address);
      await page.getByRole('region', { name: 'While you were away' }).waitFor();
    },
  },
  {
    name: 'runs, while you were away',
    at: () => '#/runs',
    then: (page) => page.getByRole('region', { name: 'While you were away' }).waitFor(),
  },
];
