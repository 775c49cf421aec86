// Runs that ended while the user was away, a time at which all runs stop, and a search shared among computers.
import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { faults } from './axe.ts';
import { expect, test, usualRun } from './host.ts';

const hunt = { ...usualRun, engine: 'best', options: { memory: 64 } };

test('runs that ended while the user was away are summarized until marked as seen, even across a restart', async ({
  host,
  open,
  page,
}) => {
  const puzzleId = await host.puzzle('Nine Halves');
  const client = await host.client();
  const { runId } = await client.call('runs.start', { ...usualRun, puzzleId });
  await expect.poll(async () => (await client.call('runs.get', { runId })).status).toBe('solved');
  await host.stop();
  await host.start();
  await open();
  const note = page.getByRole('region', { name: 'While you were away' });
  await expect(note).toContainText(`Nine Halves`);
  await expect(note).toContainText(`Solved by run ${runId}.`);
  const widths = await Promise.all(
    [note.getByRole('list'), note.getByRole('listitem')].map(
      async (each) => (await each.boundingBox())!.width,
    ),
  );
  expect(widths[0]).toBe(widths[1]);
  const runs = page.getByRole('navigation').getByRole('link', { name: /^Runs/ });
  await expect(runs).toHaveAccessibleName('Runs 1 not seen yet');
  await runs.click();
  await expect(note).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await note.getByRole('button', { name: 'Mark as seen' }).click();
  await expect(note).toHaveCount(0);
  await expect(runs).toHaveAccessibleName('Runs');
  expect(await (await host.client()).call('runs.unseen', {})).toEqual([]);
});

test('runs stop at a set time; a search is shared in parts, whose results are merged', async ({
  host,
  open,
  page,
}) => {
  const puzzleId = await host.puzzle('Eternity II');
  const client = await host.client();
  const { runId } = await client.call('runs.start', { ...hunt, puzzleId });
  const { runId: other } = await client.call('runs.start', { ...hunt, seed: 2, puzzleId });
  await open('#/runs');
  await expect(page.getByRole('list', { name: 'Active runs' }).getByRole('link')).toHaveText([
    new RegExp(`Run ${runId}, Eternity II`),
    new RegExp(`Run ${other}, Eternity II`),
  ]);
  for (const id of [runId, other])
    await expect
      .poll(async () => (await client.call('runs.get', { runId: id })).figures.matched)
      .toBeGreaterThan(400);
  // The title must not show the score of the other run.
  await client.call('runs.pause', { runId });
  await open(`#/search/${puzzleId}?run=${runId}`);
  await expect(page.getByTestId('status')).toHaveText('Paused');
  await expect(page).toHaveTitle(`Run ${runId} · Edgewise`);
  await client.call('runs.resume', { runId });
  await open('#/runs');
  await page.getByLabel('Stop all runs at').fill('07:00');
  await page.getByLabel('Stop all runs at').blur();
  await expect.poll(async () => (await client.call('queue.list', {})).stopAt).toMatch(/:00.000Z$/);
  await client.call('queue.stopAt', { at: new Date(Date.now() - 1000).toISOString() });
  await expect(
    page.getByText(/^All runs stopped at \d\d:\d\d, as scheduled\. The queue will resume them\.$/),
  ).toBeVisible();
  const waiting = page.getByRole('region', { name: 'Waiting' }).getByRole('listitem');
  await expect(waiting).toHaveText([
    new RegExp(`Run ${runId} [^]*Ran for [^]+, 4\\d\\d of 480`),
    new RegExp(`Run ${other} [^]*Ran for [^]+, 4\\d\\d of 480`),
  ]);
  expect(await faults(page)).toEqual([]);
  await open(`#/search/${puzzleId}?run=${runId}`);
  await expect(page.getByText('This run is waiting in the queue.')).toBeVisible();
  await page.getByRole('tab', { name: 'Log' }).click();
  await expect(page.getByText(/^Ended: stopped, at the set time, \d\d:\d\d\.$/)).toBeVisible();
  await open('#/runs');
  await page.getByRole('button', { name: /^Start, then stop at \d\d:\d\d$/ }).click();
  await expect(page.getByText(/^All runs stopped at/)).toHaveCount(0);
  await expect(page.getByLabel('Stop all runs at')).not.toHaveValue('');
  await expect(page.getByRole('list', { name: 'Active runs' }).getByRole('link')).toHaveText([
    new RegExp(`Run ${runId}, Eternity II`),
  ]);
  await expect(waiting).toHaveText([new RegExp(`Run ${other} `)]);
  await client.call('queue.stopAt', { at: new Date(Date.now() - 1000).toISOString() });
  await page.getByRole('button', { name: 'Start the queue' }).click();
  await expect(page.getByText(/^All runs stopped at/)).toHaveCount(0);
  await expect(waiting).toHaveCount(1);

  await open(`#/search/${puzzleId}?new=1&goal=hunt`);
  await page.getByRole('button', { name: 'Share this search…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Set a time limit first.');
  await dialog.getByLabel('Time limit').fill('10 min');
  await expect(dialog).toContainText('edgewise runs work part-2.job.json');
  await expect(dialog).not.toContainText('Set a time limit');
  expect(await faults(page)).toEqual([]);
  const savings = [1, 2].map((part) =>
    page.waitForEvent('download', (file) => file.suggestedFilename() === `part-${part}.job.json`),
  );
  await dialog.getByRole('button', { name: 'Save all parts' }).click();
  await Promise.all(savings);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save part-1.job.json' }).click();
  const job = readFileSync(await (await saving).path(), 'utf8');
  expect(job).toContain('"seconds":600');
  const result = {
    edgewiseResult: 1,
    file: JSON.parse(job) as object,
    engineVersion: 15,
    status: 'limit',
    nodes: 1000,
    elapsedMs: 600_000,
    boards: [],
    paths: [],
    best: (await client.call('runs.best', { runId })).board,
    tasks: '',
  };
  const text = JSON.stringify({ ...result, best: result.best && [...result.best] });
  await page.keyboard.press('Escape');
  const drop = async (name: string, text: string): Promise<void> => {
    const dataTransfer = await page.evaluateHandle(
      ([name, text]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([text!], name!));
        return transfer;
      },
      [name, text],
    );
    await page.dispatchEvent('body', 'drop', { dataTransfer });
    await expect(dialog).toContainText(name);
  };
  // A part that has not been searched yet is not imported as a puzzle.
  await drop('part-1.job.json', job);
  const merge = dialog.getByRole('button', { name: 'Merge', exact: true });
  await merge.click();
  await expect(dialog.getByRole('alert')).toContainText('Run “edgewise runs work part-1.job.json”');
  await page.keyboard.press('Escape');
  // Results can also be chosen in the browser's file dialog.
  await page.getByRole('button', { name: 'Merge results…' }).click();
  const choosing = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose files…' }).click();
  const file = { name: 'part-1.result.json', mimeType: 'application/json', buffer: Buffer.from(text) };
  await (await choosing).setFiles([file]);
  await expect(dialog.getByRole('list', { name: 'Results to merge' })).toContainText(file.name);
  expect(await faults(page)).toEqual([]);
  await merge.click();
  await expect(page.getByRole('heading', { name: /^Run \d+$/ })).toBeVisible();
  await expect(page.getByTestId('message')).toHaveText('Results still missing: part 2.');
  const { items } = await client.call('runs.list', { puzzleId });
  expect(items.filter(({ merged }) => merged)).toMatchObject([{ settings: { puzzleId } }]);
});
