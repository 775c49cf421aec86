import { serialize } from 'node:v8';
import type { RunSettings } from '../../src-core/contract/runs.ts';
import { draftJob } from '../../src-core/drive/make-job.ts';
import { generate } from '../../src-core/edge-matching/generate/generate.ts';
import { loadEngine } from '../../src-core/engines.ts';
import type { Trial } from '../../src-core/lab/experiment.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { noFigures } from '../../src-core/run/figures.ts';
import { Store } from '../../src-main/store/store.ts';
import { laborious } from '../../tests/unit/support/laborious.ts';
import { eternity2 } from './boards.ts';

export const BOARDS = 100_000;
const [RUNS, TRIALS, PUZZLES] = [2_000, 20_000, 200];

export const settings = (puzzleId: number): RunSettings => ({
  puzzleId,
  engine: 'exact',
  options: {},
  wanted: { solutions: 'all', boards: true },
  limits: { seconds: 1, nodes: null },
  seed: 1,
  threads: 1,
});
const trial = (number: number): Trial => ({
  number,
  puzzle: 'Framed 8 × 8',
  size: 8,
  setup: 'exact',
  seed: number,
  status: 'solved',
  message: '',
  elapsedMs: 1234.5,
  bestAfterMs: 1234.5,
  nodes: 1e6 + number,
  nodesPerSecond: 1e6,
  iterations: null,
  iterationsPerSecond: null,
  placed: 64,
  cells: 64,
  matched: 112,
  edges: 112,
  raw: 1,
  unique: 1,
  memoryBytes: 1e8,
  cpuMs: 1200,
});
export const trials = Array.from({ length: TRIALS }, (_, i) => trial(i));
export const hard = laborious(64);
export const unframed = generate({ family: 'unframed', width: 32, height: 32, seed: 1 });
export const framed = generate({ family: 'framed', width: 8, height: 8, seed: 1 }).puzzle;

/**
 * Returns a real checkpoint of `exact`, because the host parses the checkpoints of the runs that it lists.
 * `engineVersion`: the version to record instead of the engine's own.
 */
async function checkpointOf(puzzle: EdgePuzzle, engineVersion?: number): Promise<Uint8Array> {
  const engine = await loadEngine('exact');
  const wishes = { options: {}, wanted: { solutions: 'all' as const, boards: true }, seed: 1 };
  const plan = engine.plan(draftJob(engine, puzzle, wishes, 2 ** 30)).checkpoint();
  const { name, version } = engine;
  return serialize({
    engine: name,
    engineVersion: engineVersion ?? version,
    plan,
    active: [],
    elapsedMs: 1,
    found: 0,
    best: null,
  });
}

/** Fills a library with many items of every kind. Returns their ids. */
export async function filled(folder: string) {
  const store = await Store.open(folder, 'bench');
  const many = eternity2(store, BOARDS);
  const checkpoint = await checkpointOf(framed);
  const otherVersion = await checkpointOf(framed, 1);
  const ids = store.together(() => {
    const hardId = store.puzzles.add(hard).id;
    const unframedId = store.puzzles.add(unframed.puzzle).id;
    const framedId = store.puzzles.add(framed).id;
    const snapshot = store.puzzles.snapshot(framed);
    const runs = Array.from({ length: RUNS }, (_, i) => {
      const runId = store.runs.add({ ...settings(framedId), seed: i }, 1, snapshot);
      store.runs.setStatus(runId, 'stopped', '');
      store.runs.addCheckpoint(runId, checkpoint, noFigures);
      return runId;
    });
    const otherVersionRunId = store.runs.add(settings(framedId), 1, snapshot);
    store.runs.setStatus(otherVersionRunId, 'stopped', '');
    store.runs.addCheckpoint(otherVersionRunId, otherVersion, noFigures);
    for (let i = 0; i < PUZZLES; i++) store.puzzles.add({ ...hard, name: `Large ${i}` });
    const labId = store.lab.add('Many trials', null);
    store.lab.addTrials(labId, trials);
    // The size of the undo history is limited in bytes, so fill it with edits of 4 KB.
    const step = {
      title: 'Paint',
      changes: [{ field: 'notes', before: 'x'.repeat(2000), after: 'y'.repeat(2000) }],
    };
    store.edits.save(
      unframedId,
      0,
      Array.from({ length: 4000 }, () => step),
      4000,
    );
    return { hardId, unframedId, framedId, runs, otherVersionRunId, labId };
  });
  store.close();
  return { ...many, ...ids };
}
