import type { Engine } from './engine.ts';
import type { Puzzle } from './puzzle/puzzle.ts';
import { defaultEngine } from './run/engine-facts.ts';
import { databaseProblem } from './sliding/state.ts';

/** All built-in engines by name, in the order of the interface. An engine's code is loaded only when it is needed. */
export const engines: Readonly<Record<string, () => Promise<Engine>>> = {
  auto: async () => (await import('./edge-matching/auto/auto.ts')).auto,
  exact: async () => (await import('./edge-matching/exact/exact.ts')).exact,
  propagate: async () => (await import('./edge-matching/propagate/propagate.ts')).propagate,
  selective: async () => (await import('./edge-matching/selective/selective.ts')).selective,
  best: async () => (await import('./edge-matching/hunt/portfolio/engine.ts')).best,
  tree: async () => (await import('./edge-matching/classic/tree.ts')).tree,
  'brute-force': async () => (await import('./edge-matching/classic/brute-force.ts')).bruteForce,
  backtrack: async () => (await import('./edge-matching/classic/backtrack.ts')).backtrack,
  rows: async () => (await import('./edge-matching/classic/rows/rows.ts')).rows,
  optimal: async () => (await import('./sliding/optimal/engine.ts')).optimal,
  anytime: async () => (await import('./sliding/anytime/engine.ts')).anytime,
  'branch-and-bound': async () => (await import('./sliding/classic/engine.ts')).branchAndBound,
};

const added = new Map<string, Engine>();
/** why some added engines couldn't be loaded */
let missing = '';

/**
 * Replaces the list of added engines. Ignores an added engine with a built-in engine's name. If some engines are
 * missing, `problem` says why.
 */
export function setAddedEngines(others: readonly Engine[], problem = ''): void {
  added.clear();
  missing = problem;
  for (const engine of others) if (!Object.hasOwn(engines, engine.name)) added.set(engine.name, engine);
}

export const engineNames = (): string[] => [...Object.keys(engines), ...added.keys()];

export const isOwnEngine = (name: string): boolean => Object.hasOwn(engines, name);

/** Returns the engine with this name. If there is none, throws an error that lists all names. */
export async function loadEngine(name: string): Promise<Engine> {
  const load = Object.hasOwn(engines, name) ? engines[name] : undefined;
  const other = added.get(name);
  if (other) return other;
  if (!load) {
    const there = `no engine “${name}”; the engines are: ${engineNames().join(', ')}`;
    throw new Error(missing === '' ? there : `${there}. ${missing}`);
  }
  return load();
}

/**
 * Returns the name of the default engine for a puzzle. If the user gives options but no engine, they are taken as
 * options for `exact`.
 */
export function usualEngine(puzzle: Puzzle, withOptions: boolean): string {
  // The default engine doesn't support identical tiles, nor goals whose empty space isn't in a corner.
  if (puzzle.kind === 'sliding' && databaseProblem(puzzle) !== null) return 'branch-and-bound';
  return withOptions && puzzle.kind === 'edge-matching' ? 'exact' : defaultEngine[puzzle.kind];
}
