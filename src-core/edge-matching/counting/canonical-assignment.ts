/**
 * Avoids counting boards that look the same more than once.
 *
 * Suppose that a hint fixes a rotation but names no tile. Then tiles that are identical only after a rotation
 * differ under the hint. The search treats them as different kinds (`kinds.ts`). So it finds the same board
 * several times, once for every way to assign these tiles to cells. Only one way counts, the *canonical
 * assignment*. At each depth, it uses the first kind that leaves a valid assignment for the remaining cells.
 *
 * Here, a *class* is a set of kinds whose tiles look the same but differ under a hint. The kinds of a class are
 * its *groups*.
 */
import { keepsHint } from '../../puzzle/score.ts';
import type { Candidates } from './candidates.ts';
import { kindsOf, type Kind } from './kinds.ts';

/** A cell whose tile could come from several groups of a class. */
interface ContestedCell {
  readonly group: number;
  /** the groups that the cell's hint allows, ascending */
  readonly fitting: readonly number[];
}

export class CanonicalAssignment {
  readonly #tree: Candidates;
  /** the classes, each with at least two groups */
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
   * Returns whether a solution, given by its candidates, is the canonical one among all solutions that look the same.
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

  /** Returns the groups of a class whose tiles may show the candidate's labels in the candidate's cell. */
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

/**
 * Returns whether every cell can get a tile from one of its groups. Method: bipartite matching with augmenting
 * paths.
 */
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
