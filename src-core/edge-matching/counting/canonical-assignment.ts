/**
 * Ensures that boards that look the same are counted only once.
 *
 * Suppose that a hint specifies the rotation in a cell but no tile. Two tiles that are identical up to rotation then
 * look different in that cell, so the search must treat them as different kinds (`kinds.ts`). In other cells they look
 * the same, so the search finds the same board several times: once for each way to assign the tiles to cells. Of these,
 * only the *canonical assignment* is counted, which uses the first possible kind at each depth.
 *
 * Here, a *class* is a list of kinds that look the same. Its kinds are called *groups*, to distinguish them from the
 * kinds of the search: an option of the search keeps identical tiles apart. Groups are numbered within their class.
 */
import { keepsHint } from '../../puzzle/score.ts';
import type { Candidates } from './candidates.ts';
import { kindsOf, type Kind } from './kinds.ts';

interface ContestedCell {
  readonly group: number;
  /** the groups whose tiles are allowed by the cell's hint, in ascending order */
  readonly fitting: readonly number[];
}

export class CanonicalAssignment {
  readonly #tree: Candidates;
  readonly #classes: readonly (readonly Kind[])[];
  readonly #classOf: Int32Array;
  readonly #groupOf: Int32Array;

  constructor(tree: Candidates) {
    const { puzzle } = tree;
    const byTwin = new Map<number, Kind[]>();
    for (const kind of kindsOf(puzzle, true)) {
      if (kind.pinned === -1) byTwin.set(kind.twin, [...(byTwin.get(kind.twin) ?? []), kind]);
    }
    this.#tree = tree;
    this.#classes = [...byTwin.values()].filter(({ length }) => length > 1);
    this.#classOf = new Int32Array(puzzle.tiles.length).fill(-1);
    this.#groupOf = new Int32Array(puzzle.tiles.length).fill(-1);
    this.#classes.forEach((groups, at) =>
      groups.forEach(({ tiles }, group) => {
        for (const tile of tiles) {
          this.#classOf[tile] = at;
          this.#groupOf[tile] = group;
        }
      }),
    );
  }

  /**
   * Returns whether this solution is the canonical one among all solutions that look the same. `assignment` holds the
   * candidate number at each depth.
   */
  is(assignment: Int32Array): boolean {
    if (this.#classes.length === 0) return true;
    const contested: ContestedCell[][] = this.#classes.map(() => []);
    const { kinds, candidateKind } = this.#tree;
    assignment.forEach((candidate, depth) => {
      const tile = kinds[candidateKind[candidate]!]!.tiles[0]!;
      const at = this.#classOf[tile]!;
      if (at === -1) return;
      contested[at]!.push({ group: this.#groupOf[tile]!, fitting: this.#fitting(at, candidate, depth) });
    });
    return this.#classes.every((groups, at) => isFirst(groups, contested[at]!));
  }

  /** Returns the groups of a class that can show this candidate's labels in its cell without breaking a hint. */
  #fitting(at: number, candidate: number, depth: number): number[] {
    const { puzzle, kinds, variables, candidateKind, candidateOrientation } = this.#tree;
    const { cell } = variables[depth]!;
    const appearance =
      kinds[candidateKind[candidate]!]!.orientations[candidateOrientation[candidate]!]!.edges.join();
    return this.#classes[at]!.flatMap(({ orientations }, group) => {
      const code = orientations.find(({ edges }) => edges.join() === appearance)!.codes[0]!;
      return puzzle.hints.every((hint) => hint.cell !== cell || keepsHint(puzzle, hint, code)) ? [group] : [];
    });
  }
}

function isFirst(groups: readonly Kind[], contested: readonly ContestedCell[]): boolean {
  const left = groups.map(({ tiles }) => tiles.length);
  for (const [i, { group, fitting }] of contested.entries()) {
    for (const lower of fitting) {
      if (lower >= group) break;
      if (left[lower] === 0) continue;
      left[lower]!--;
      if (canAssign(contested.slice(i + 1), left)) return false;
      left[lower]!++;
    }
    left[group]!--;
  }
  return true;
}

/** Returns whether there is a tile for every cell. Computes a bipartite matching with augmenting paths. */
function canAssign(contested: readonly ContestedCell[], left: readonly number[]): boolean {
  const assigned: ContestedCell[][] = left.map(() => []);
  const assign = (place: ContestedCell, tried: Set<number>): boolean =>
    place.fitting.some((group) => {
      if (tried.has(group)) return false;
      tried.add(group);
      const taken = assigned[group]!;
      if (taken.length < left[group]!) return taken.push(place) > 0;
      const freed = taken.findIndex((other) => assign(other, tried));
      if (freed === -1) return false;
      taken[freed] = place;
      return true;
    });
  return contested.every((place) => assign(place, new Set()));
}
