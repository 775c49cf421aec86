// An external engine in every view that shows built-in engines: settings, search, runs, queue, gallery and lab. It is
// also paused, killed and resumed.
import { spawnSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { faults } from './axe.ts';
import { expect, test as base } from './host.ts';

const root = path.resolve(import.meta.dirname, '../..');
const hasPython = spawnSync('python3', ['--version']).error === undefined;

/**
 * Adds the example engine page.py under the name “page”. Its program is copied to the library's folder, so that the
 * test can find the process by its path.
 */
const test = base.extend({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures wanted here
  fill: async ({}, use) =>
    use((dataDir) => {
      const engine = path.join(dataDir, 'page.py');
      copyFileSync(path.join(root, 'examples/engines/page.py'), engine);
      const words = ['engines', 'add', 'page', '--data', dataDir, '--', 'python3', engine];
      const { status, stderr } = spawnSync(
        process.execPath,
        [path.join(root, 'out/main/edgewise.js'), ...words],
        {
          encoding: 'utf8',
        },
      );
      return status === 0 ? Promise.resolve() : Promise.reject(new Error(stderr));
    }),
});
test.skip(!hasPython || process.platform !== 'linux', 'needs python3, and /proc to see its process');

const processesIn = (dataDir: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[1] === path.join(dataDir, 'page.py');
      } catch {
        return false;
      }
    });

test('an added engine shows its options, runs, is paused and killed, and resumes from its checkpoint', async ({
  host,
  open,
  page,
}) => {
  const client = await host.client();
  const puzzleId = await host.puzzle('Eternity II, centre hint only');
  await open(`#/search/${puzzleId}?new=1`);
  await page.getByLabel('Engine', { exact: true }).selectOption('page');
  await page.getByText('Engine options').click();
  await expect(page.getByLabel('Order of tiles')).toHaveValue('shuffled');
  await page.getByLabel('Order of tiles').selectOption('as listed');
  await page.getByRole('button', { name: 'Start' }).click();
  const status = page.getByTestId('status');
  await expect(status).toHaveText('Running');
  const { items } = await client.call('runs.list', { puzzleId });
  const runId = items[0]!.id;
  expect(items[0]!.settings).toMatchObject({ engine: 'page', options: { order: 'as listed' } });
  const nodes = async () => (await client.call('runs.get', { runId })).figures.nodes;
  await expect.poll(nodes).toBeGreaterThan(0);
  const board = page.getByTestId('run-board').getByRole('application');
  await expect(board).toHaveAccessibleName(/^Board being searched of run \d+: [1-9]\d* of 480 edges matched/);

  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(status).toHaveText('Paused');
  const kept = await nodes();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(status).toHaveText('Running');
  await expect.poll(nodes).toBeGreaterThan(kept);

  const [engine] = processesIn(host.dataDir);
  process.kill(engine!, 'SIGKILL');
  await expect(status).toHaveText('Failed');
  await expect(page.getByText(/the engine ended without “done”/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Resume' }).first().click();
  await expect(status).toHaveText('Running');
  await expect.poll(nodes).toBeGreaterThan(kept);
  const { log } = await client.call('runs.get', { runId });
  expect(log.map(({ text }) => text)).toContain('Resumed from the last checkpoint.');

  // Kill Edgewise itself: the engine quits, and the run resumes at the next start.
  await host.kill();
  await expect.poll(() => processesIn(host.dataDir)).toEqual([]);
  await host.start();
  await open(`#/runs/${runId}`);
  const again = await host.client();
  await again.call('runs.resume', { runId });
  await expect.poll(async () => (await again.call('runs.get', { runId })).status).toBe('running');
  const { log: whole } = await again.call('runs.get', { runId });
  // resumed twice: after the engine was killed, and after Edgewise was killed
  expect(whole.filter(({ text }) => text === 'Resumed from the last checkpoint.')).toHaveLength(2);
  await again.call('runs.stop', { runId });
  await expect.poll(async () => (await again.call('runs.get', { runId })).status).toBe('stopped');
});

test('an added engine waits in the queue; its boards are in the gallery and its runs in the history', async ({
  host,
  open,
  page,
}) => {
  const client = await host.client();
  const puzzleId = await host.puzzle('Nine Halves');
  await open(`#/search/${puzzleId}?new=1`);
  await page.getByLabel('Engine', { exact: true }).selectOption('page');
  await page.getByLabel('Runs').fill('2');
  await page.getByRole('button', { name: 'Start' }).click();
  const list = async () => (await client.call('runs.list', { puzzleId })).items;
  await expect.poll(async () => (await list()).map((run) => run.status)).toEqual(['solved', 'solved']);
  expect((await list()).map(({ settings }) => [settings.engine, settings.seed])).toEqual([
    ['page', 2],
    ['page', 1],
  ]);
  await open(`#/gallery?puzzle=${puzzleId}`);
  await expect(page.getByRole('link', { name: /^run \d+$/ }).first()).toBeVisible();
  await open('#/runs');
  await expect(page.getByRole('listitem').filter({ hasText: 'Nine Halves' }).first()).toContainText('page');
});

test('the lab compares an added engine with built-in ones, including processor time', async ({
  host,
  open,
  page,
}) => {
  const client = await host.client();
  const { experimentId } = await client.call('lab.start', {
    name: 'A page against exact',
    plan: {
      puzzles: [{ puzzleId: await host.puzzle('Nine Halves') }],
      setups: [
        { name: 'page', engine: 'page', options: { order: 'shuffled' } },
        { name: 'exact', engine: 'exact', options: {} },
      ],
      trials: 2,
      firstSeed: 1,
      wanted: 'all',
      limits: { seconds: 120, nodes: null },
      threads: 1,
    },
  });
  await open(`#/lab/${experimentId}`);
  await expect(page.getByText('4 of 4 trials, done')).toBeVisible({ timeout: 120_000 });
  await expect(
    page.getByRole('region', { name: 'Table of all results' }).getByText('Processor time').first(),
  ).toBeVisible();
  const { trials } = await client.call('lab.get', { experimentId });
  const of = (setup: string) => trials.filter((trial) => trial.setup === setup);
  expect(of('page').map(({ status, raw, unique }) => [status, raw, unique])).toEqual(
    of('exact').map(({ status, raw, unique }) => [status, raw, unique]),
  );
  for (const { cpuMs } of trials) expect(cpuMs).toBeGreaterThan(0);
});

test('the settings list, check and remove an added engine; a browser shows the command to add one', async ({
  host,
  open,
  page,
}) => {
  await open('#/settings');
  const engines = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Engines' }) });
  await expect(engines.getByText('A page of Python 1')).toBeVisible();
  await expect(engines.getByText(path.join(host.dataDir, 'page.py'))).toBeVisible();
  await expect(engines.getByText('edgewise engines add NAME -- COMMAND ARGS')).toBeVisible();
  await expect(engines.getByRole('button', { name: /Add a program/ })).toHaveCount(0);
  await engines.getByRole('button', { name: 'Check page' }).click();
  await expect(engines.getByText(/(Passed all|Failed \d+ of) \d checks/)).toBeVisible({ timeout: 240_000 });
  expect(await faults(page)).toEqual([]);
  await engines.getByRole('button', { name: 'Remove page' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(engines.getByText('No engines added yet.')).toBeVisible();
  const client = await host.client();
  expect((await client.call('engines.list', {})).map(({ name }) => name)).not.toContain('page');
});
