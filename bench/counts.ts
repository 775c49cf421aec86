/**
 * Measures how long `DistinctSearch` takes to count up to two solutions, in CPU seconds. The editor, `unique`,
 * repairs and the play view use these counts. Each puzzle's solutions are counted alternately with and without
 * propagation.
 *
 *     npm run bench -- counts
 *
 * Environment: LIMIT (20), the maximum CPU seconds per count.
 */
import { DistinctSearch } from '../src-core/edge-matching/distinct-search/distinct-search.ts';
import { generate } from '../src-core/edge-matching/generate/generate.ts';
import type { Recipe } from '../src-core/run/recipe.ts';

const LIMIT = Number(process.env['LIMIT'] ?? 20);
/** Nodes per slice, as in the editor. */
const SLICE = 50_000;

const square = (family: Recipe['family'], side: number, more: Partial<Recipe> = {}): Recipe => ({
  family,
  width: side,
  height: side,
  seed: 1,
  ...more,
});
const recipes: Record<string, Recipe> = {
  'framed 5 × 5': square('framed', 5),
  'framed 6 × 6': square('framed', 6),
  'framed 7 × 7': square('framed', 7),
  'halves 5 × 5': square('scramble', 5),
  'TetraVex 7 × 7': square('unframed', 7, { turns: 'fixed', innerLabels: 10 }),
  'TetraVex 8 × 8': square('unframed', 8, { turns: 'fixed', innerLabels: 10 }),
};

function counted(recipe: Recipe, alone?: number): string {
  const { puzzle } = generate(recipe);
  const before = process.cpuUsage();
  const seconds = (): number => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  };
  const search = new DistinctSearch(puzzle, 2, undefined, alone);
  while (!search.step(SLICE)) {
    if (seconds() > LIMIT) return `over ${seconds().toFixed(2)} s`;
  }
  return `${seconds().toFixed(2)} s (${search.solutions.length})`;
}

for (const [name, recipe] of Object.entries(recipes)) {
  console.log(`${name}: without ${counted(recipe, Infinity)}, with ${counted(recipe)}`);
}
