// A host without a window: the services with their own data folder and real solver processes.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import {
  methods,
  type HostEvent,
  type Input,
  type MethodName,
  type Output,
} from '../../src-core/contract.ts';
import type { RunDetail, RunSettings } from '../../src-core/contract/runs.ts';
import { createClient } from '../../src-core/rpc.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { createServices, type Services } from '../../src-main/services/services.ts';
import { forkSolver } from '../../src-main/solver-process/fork-solver.ts';

const dataDir = path.resolve(import.meta.dirname, '../data');

/**
 * Reads one of Owen's framed puzzles from `data/owen`: a header line, then four labels per line, clockwise from the
 * top.
 */
export function owenPuzzle(width: number, height: number): EdgePuzzle {
  const name = `pieces_${String(width).padStart(2, '0')}x${String(height).padStart(2, '0')}`;
  const lines = readFileSync(path.join(dataDir, 'owen', `${name}.txt`), 'utf8')
    .trim()
    .split('\n');
  const rows = lines.map((line) => line.trim().split(/\s+/).map(Number)).filter((row) => row.length === 4);
  const colours = Math.max(...rows.flat()) + 1;
  return {
    kind: 'edge-matching',
    name,
    board: { kind: 'rectangle', width, height },
    mating: 'same',
    rim: { kind: 'colour', colour: 0, inside: false },
    turns: 'rotate',
    tiles: rows.map((edges) => ({ edges })),
    labels: Array.from({ length: colours }, (_, colour) => ({ name: String(colour) })),
    hints: [],
    forbidden: [],
  };
}

export interface TestHost {
  readonly services: Services;
  readonly events: HostEvent[];
  readonly call: <M extends MethodName>(method: M, input: Input<M>) => Promise<Output<M>>;
  /** resolves with the run once it has ended */
  readonly ended: (runId: number) => Promise<RunDetail>;
  readonly until: (condition: () => boolean) => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function startHost(dir: string, checkpointMs = 30_000): Promise<TestHost> {
  const services = await createServices({
    host: 'local',
    dataDir: dir,
    samplesDir: '/nowhere',
    spawnSolver: forkSolver,
    checkpointMs,
  });
  // At normal priority, other programs slow searches down less.
  await services.api['settings.set']({ lowPriority: false });
  const events: HostEvent[] = [];
  const waiting = new Set<() => void>();
  services.onEvent((event) => {
    events.push(event);
    for (const look of waiting) look();
  });
  const client = createClient({ request: services.dispatch, onEvent: () => () => undefined });
  const until = (condition: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!condition()) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  return {
    services,
    events,
    // The compiler checks only types, so check each reply against the contract's schema.
    call: async (method, input) => {
      const reply = await client.call(method, input);
      const parsed = v.safeParse(methods[method].output, reply);
      if (!parsed.success)
        throw new Error(`${method} replied what the contract does not have: ${v.summarize(parsed.issues)}`);
      return reply;
    },
    until,
    async ended(runId) {
      await until(() => isOver(services.runs.get(runId).status));
      return services.runs.get(runId);
    },
    close: () => services.close(),
  };
}

export const isOver = (status: string): boolean =>
  !['queued', 'preparing', 'running', 'paused'].includes(status);

/** Returns the settings of a run that searches for all solutions, by default with the engine `exact`. */
export const allOf = (puzzleId: number, changes: Partial<RunSettings> = {}): RunSettings => ({
  puzzleId,
  engine: 'exact',
  // Fill the board row by row. Choosing an order for a large board would take as long as starting two processes.
  options: changes.engine === undefined ? { order: 'row' } : {},
  wanted: { solutions: 'all', boards: true },
  limits: { seconds: null, nodes: null },
  seed: 1,
  threads: 1,
  ...changes,
});
