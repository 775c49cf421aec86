import { afterAll, beforeAll, expect, test } from 'vitest';
import { generate } from '../../src-core/edge-matching/generate/generate.ts';
import { laborious } from '../unit/support/laborious.ts';
import { allOf, startHost, type TestHost } from './host.ts';
import { removeDir, temporaryDir } from '../temporary-dir.ts';

const dir = temporaryDir();
let host: TestHost;
beforeAll(async () => {
  host = await startHost(dir);
  // Load every engine now, so that no later request has to wait for that.
  await host.call('engines.list', {});
});
afterAll(async () => {
  await host.close();
  removeDir(dir);
});

/** Returns whether the host answered other requests while this one was still pending. */
async function answersDuring(request: Promise<unknown>): Promise<boolean> {
  let over = false;
  const end = request.then(
    () => (over = true),
    () => (over = true),
  );
  await new Promise((resolve) => setTimeout(resolve, 20));
  await host.call('app.info', {});
  const during = !over;
  await end;
  return during;
}

test('the host answers while a run is checked', { timeout: 120_000 }, async () => {
  const { id } = await host.call('library.add', { puzzle: laborious(36) });
  expect(await answersDuring(host.call('runs.start', allOf(id)))).toBe(true);
});

test('the host answers while an experiment is checked', { timeout: 120_000 }, async () => {
  const puzzles = [{ name: 'Laborious', source: { kind: 'puzzle' as const, puzzle: laborious(36) } }];
  const setups = [{ name: 'exact', engine: 'exact', options: {} }];
  const limits = { seconds: 1, nodes: null };
  const plan = { puzzles, setups, trials: 1, firstSeed: 1, wanted: 1, limits, threads: 1 };
  expect(await answersDuring(host.call('lab.start', { name: 'Laborious', plan }))).toBe(true);
});

test('the host answers while a plan of moves is computed', { timeout: 120_000 }, async () => {
  const { puzzle, solution } = generate({ family: 'unframed', width: 32, height: 32, seed: 1 });
  expect(await answersDuring(host.call('design.plan', { puzzle, board: solution }))).toBe(true);
});

test('the host answers while a transcript of a search is made', { timeout: 120_000 }, async () => {
  const { puzzle } = generate({ family: 'framed', width: 8, height: 8, seed: 1 });
  const { id } = await host.call('library.add', { puzzle });
  const query = { puzzleId: id, engine: 'tree', options: {}, solutions: 'all' as const };
  expect(await answersDuring(host.call('steps.page', { query, page: 60 }))).toBe(true);
});

test('if a run is deleted while it is being resumed, one of the requests is refused, and the host continues', async () => {
  const { puzzle } = generate({ family: 'framed', width: 10, height: 10, seed: 1 });
  const { id } = await host.call('library.add', { puzzle });
  const { runId } = await host.call('runs.start', allOf(id, { limits: { seconds: null, nodes: 1000 } }));
  await host.ended(runId);
  const [removed, resumed] = await Promise.allSettled([
    host.call('runs.remove', { runId }),
    host.call('runs.resume', { runId }),
  ]);
  expect(removed.status).toBe('fulfilled');
  expect(resumed.status).toBe('rejected');
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await host.call('app.info', {})).toMatchObject({ host: 'local' });
});
