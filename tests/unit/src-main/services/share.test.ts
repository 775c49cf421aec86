// In the window, the user divides a search among computers and merges the results.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { EMPTY } from '../../../../src-core/puzzle/partial-board.ts';
import { BackgroundWork } from '../../../../src-main/services/background-work.ts';
import { RunService } from '../../../../src-main/services/runs.ts';
import { shareService } from '../../../../src-main/services/share.ts';
import { Store } from '../../../../src-main/store/store.ts';
import { allOf } from '../../../integration/host.ts';
import { removeDir, temporaryDir } from '../../../temporary-dir.ts';

const { puzzle, solution } = generate({ family: 'framed', width: 4, height: 4, seed: 1 });
const half = [...solution].map((code, cell) => (cell < 8 ? code : EMPTY));

let dir: string;
let store: Store;
let share: ReturnType<typeof shareService>;
let background: BackgroundWork;
beforeEach(async () => {
  dir = temporaryDir();
  store = await Store.open(dir, 'test');
  const context = { store, emit: () => undefined };
  const spawnSolver = (): never => {
    throw new Error('sharing and merging start no solver');
  };
  background = new BackgroundWork(dir);
  share = shareService(context, new RunService({ ...context, dataDir: dir, spawnSolver }), background);
});
afterEach(async () => {
  await background.close();
  store.close();
  removeDir(dir);
});

/** Returns the result file of a part that reached its limit, with half a board. */
const resultOf = (job: string, best = half): string =>
  JSON.stringify({
    edgewiseResult: 1,
    file: JSON.parse(job) as object,
    engineVersion: 1,
    status: 'limit',
    nodes: 100,
    elapsedMs: 1000,
    boards: [],
    paths: [],
    best,
    tasks: '',
  });

test('merged results belong to the puzzle they were shared from, also without some of its hints', async () => {
  const hint = { cell: 5, tile: 5, rotation: 0 };
  const { id: puzzleId } = store.puzzles.add({ ...puzzle, hints: [hint] });
  const settings = {
    ...allOf(puzzleId, { engine: 'best', hints: [], options: { memory: 64 } }),
    wanted: { solutions: 1, boards: true },
    limits: { seconds: 60, nodes: null },
    lowPriority: true,
  } as const;
  const { by, files } = await share['runs.share']({ settings: { ...settings, hints: [] }, parts: 2 });
  expect(by).toBe('seed');
  expect(files.map(({ name }) => name)).toEqual(['part-1.job.json', 'part-2.job.json']);
  const results = files.map(({ text }, i) => ({ name: `part-${i + 1}.result.json`, text: resultOf(text) }));
  const once = vi.spyOn(background, 'once');
  const merged = await share['runs.merge']({ files: results.slice(0, 1) });
  // Merging results with large boards would block the host, so a background thread does it.
  expect(once).toHaveBeenCalledWith('mergedRun', expect.anything());
  expect(merged).toMatchObject({ puzzleId, remarks: [] });
  const run = store.runs.get(merged.runId);
  expect(store.runs.logLines(merged.runId).map(({ text }) => text)).toEqual(
    expect.arrayContaining([
      'Merged from parts: Best score, seed 1.',
      'Part 1 of 2: limit reached, 100 nodes.',
    ]),
  );
  expect(run).toMatchObject({ merged: true, message: 'Results still missing: part 2.' });
  expect(run.settings.hints).toEqual([]);
  // The other parts are added to the same run. A part given twice counts only once.
  const again = await share['runs.merge']({ files: [...results, results[0]!] });
  expect(again.runId).toBe(merged.runId);
  expect(again.remarks).toEqual([
    'part-1.result.json: ignored, because an earlier file has a result of part 1',
  ]);
  expect(store.runs.get(again.runId)).toMatchObject({ message: '', figures: { nodes: 200, placed: 8 } });
});

test('a count is divided into disjoint parts, and files that are not results are rejected by name', async () => {
  const { id: puzzleId } = store.puzzles.add(puzzle);
  const { by, files } = await share['runs.share']({ settings: allOf(puzzleId, {}), parts: 2 });
  expect(by).toBe('prefix');
  await expect(share['runs.merge']({ files: [files[0]!] })).rejects.toThrow(
    /^part-1\.job\.json is not a result of “runs work”, but a part to search\. Run “edgewise runs work part-1\.job\.json”/,
  );
  const damaged = { ...(JSON.parse(resultOf(files[0]!.text)) as object), nodes: 'many' };
  for (const [text, message] of [
    ['words', 'other.json is not a result of “runs work”: it contains no JSON'],
    ['{"edgewiseJob":1}', 'other.json is not a result of “runs work”. Choose a different file'],
    ['[]', 'other.json is not a result of “runs work”. Choose a different file'],
    [
      JSON.stringify(damaged),
      'other.json is damaged: in “nodes”, found "many"; expected number. Copy the file again',
    ],
  ] as const)
    await expect(share['runs.merge']({ files: [{ name: 'other.json', text }] })).rejects.toThrow(
      new RegExp(`^${message}\\.?$`),
    );
});
