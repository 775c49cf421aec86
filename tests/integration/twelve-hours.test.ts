// A run of twelve hours with an accelerated clock and solver: neither the stored data nor the memory grows with time.
// scripts/soak.ts monitors a run in real time.
import { statSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HostEvent } from '../../src-core/contract.ts';
import { noFigures, type RunFigures } from '../../src-core/run/figures.ts';
import { placementCode } from '../../src-core/puzzle/partial-board.ts';
import { ActiveRun } from '../../src-main/services/active-run.ts';
import type { SolverHandle, SolverMessage } from '../../src-main/solver-process/protocol.ts';
import { databaseFile, Store } from '../../src-main/store/store.ts';
import { allOf, owenPuzzle } from './host.ts';
import { removeDir, temporaryDir } from '../temporary-dir.ts';

const HOUR = 3_600_000;
const PROGRESS_MS = 1_000;
const CHECKPOINT_MS = 30_000;
const CHECKPOINT_BYTES = 100_000;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

let dir: string;
beforeEach(() => {
  dir = temporaryDir();
});
afterEach(() => removeDir(dir));

test('storage and memory stay bounded during twelve hours', async () => {
  const store = await Store.open(dir, 'test');
  const puzzle = owenPuzzle(6, 6);
  const { id: puzzleId } = store.puzzles.add(puzzle);
  const settings = allOf(puzzleId);
  const runId = store.runs.add(settings, 1, store.puzzles.snapshot(puzzle));
  let now = 0;
  let tell: (message: SolverMessage) => void = () => undefined;
  const handle: SolverHandle = {
    post: () => undefined,
    onMessage: (listener) => (tell = listener),
    onExit: () => undefined,
    kill: () => undefined,
    pid: undefined,
  };
  const events = new Map<HostEvent['type'], number>();
  new ActiveRun({
    store,
    emit: ({ type }) => events.set(type, (events.get(type) ?? 0) + 1),
    runId,
    job: { ...settings, puzzle },
    limits: settings.limits,
    checkpoints: [],
    databasesDir: dir,
    milestonesDir: dir,
    lowPriority: true,
    whenIdle: false,
    ownHints: [],
    checkpointMs: CHECKPOINT_MS,
    handle,
    onEnd: () => undefined,
    clock: () => now,
  });
  const figures = (): RunFigures => ({
    ...noFigures,
    nodes: now * 50_000,
    nodesByDepth: Array.from({ length: 36 }, (_, depth) => now * depth),
    nodesPerSecond: 5e7,
    elapsedMs: now,
    depth: 20,
    matched: 40,
    placed: 30,
    edges: 60,
    cells: 36,
    fraction: now / (12 * HOUR),
  });
  const bytes = new Uint8Array(CHECKPOINT_BYTES);
  const current = Int32Array.from({ length: 36 }, (_, cell) => placementCode(cell, cell % 4));
  const measure = (): { disk: number; journal: number; heap: number; samples: number } => {
    collectGarbage();
    const file = databaseFile(dir);
    return {
      disk: statSync(file).size,
      journal: statSync(`${file}-wal`).size,
      heap: process.memoryUsage().heapUsed,
      samples: store.samples.list(runId).length,
    };
  };

  tell({ type: 'status', status: 'running', message: '' });
  const measured: ReturnType<typeof measure>[] = [];
  for (let hour = 1; hour <= 12; hour++) {
    for (; now < hour * HOUR; now += PROGRESS_MS) {
      tell({ type: 'progress', figures: figures(), current, memoryBytes: 0, cpuMs: 0 });
      if (now % CHECKPOINT_MS === 0) tell({ type: 'checkpoint', checkpoint: bytes, figures: figures() });
    }
    measured.push(measure());
  }
  tell({ type: 'ended', status: 'stopped', message: '', figures: figures(), peakMemoryBytes: 0, cpuMs: 0 });

  const [second, last] = [measured[1]!, measured[11]!];
  expect(events.get('run.progress')).toBeGreaterThanOrEqual(12 * 3600);
  expect(last.samples).toBeLessThan(1_700);
  expect(last.disk).toBeLessThan(8_000_000);
  expect(last.disk - second.disk).toBeLessThan(500_000);
  // Once the journal is longer than 4 MiB, SQLite writes it into the library file.
  expect(Math.max(...measured.map(({ journal }) => journal))).toBeLessThan(5_000_000);
  expect(last.heap - second.heap).toBeLessThan(5_000_000);
  expect(store.runs.get(runId).status).toBe('stopped');
  expect(store.samples.list(runId)[0]!.elapsedMs).toBe(0);
  store.close();
});
