/** Finds the mating rule under which a scanned puzzle has a solution. */
import { expectedSolutions } from '../puzzle/expected-solutions.ts';
import { solvabilityOf } from '../puzzle/solvability.ts';
import type { Mating } from './halves.ts';
import { boardFor, isUsualCount, puzzleOf } from './puzzle.ts';

/** Minimum number of tiles. Whether solutions of smaller puzzles reveal the mating rule is unknown. */
const MIN_TILES = 9;
/** Maximum number of nodes of one search, which takes at most a third of a second */
const MAX_NODES = 1_000_000;
/** Maximum number of solutions expected by chance. Above it, a solution says little about the mating rule. */
const MAX_CHANCE_SOLUTIONS = 4;

/**
 * Returns whether the tiles have a solution under the mating rule `mating`, and provably none under the other rule.
 * Returns false if the solution may be due to chance, if tiles seem to be missing, or if the search takes too long.
 * `groups` has the group of each edge; `pairs` has, for each group, the group with the other half of its picture.
 */
export function isOnlySolvable(groups: readonly number[], pairs: readonly number[], mating: Mating): boolean {
  const tiles = groups.length / 4;
  if (tiles < MIN_TILES || !isUsualCount(tiles)) return false;
  if (mating === 'opposite' && pairs.some((mate, group) => mate === group)) return false;
  const puzzleUnder = (rule: Mating) =>
    puzzleOf(
      { mating: rule, groups, mates: pairs, names: pairs.map(() => '') },
      {
        name: '',
        ...boardFor(tiles),
        photos: Array.from({ length: tiles }, () => ({ image: '' })),
        looks: [],
      },
    );
  const own = puzzleUnder(mating);
  const chance = expectedSolutions(own);
  if (!chance || 10 ** chance.log10 > MAX_CHANCE_SOLUTIONS || solvabilityOf(own, MAX_NODES) !== 'solvable')
    return false;
  return solvabilityOf(puzzleUnder(mating === 'same' ? 'opposite' : 'same'), MAX_NODES) === 'unsolvable';
}
