/**
 * Which solutions stand for a look of their own.
 *
 * Where a hint fixes a rotation but no tile, tiles that are equal only after a turn meet it differently:
 * they are searched apart (`tiles.ts`), and one look is found once for every way to deal them out. Of those
 * ways the first counts: the one that, depth by depth, lays the lowest group of tiles that leaves the rest
 * a way at all.
 */
import { keepsHint } from '../../puzzle/score.ts';
import type { Course } from './course.ts';
import { kindsOf, type Kind } from './tiles.ts';

/** A cell whose tile could be of several groups. */
interface Place {
  readonly group: number;
  /** groups that its hint lets lie there, ascending */
  readonly fitting: readonly number[];
}

export class FirstDeal {
  readonly #course: Course;
  /** sets of two or more groups of one look; a group is what every hint treats alike */
  readonly #classes: readonly (readonly Kind[])[];
  /** by tile: its class, its group in it; -1 where there is no choice */
  readonly #classOf: Int32Array;
  readonly #groupOf: Int32Array;

  constructor(course: Course) {
    const { puzzle } = course;
    const byTwin = new Map<number, Kind[]>();
    for (const kind of kindsOf(puzzle, true)) {
      if (kind.pinned === -1) byTwin.set(kind.twin, [...(byTwin.get(kind.twin) ?? []), kind]);
    }
    this.#course = course;
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

  /** Whether this solution, given by its entries, is the one that stands for its look. */
  is(entries: Int32Array): boolean {
    if (this.#classes.length === 0) return true;
    const places: Place[][] = this.#classes.map(() => []);
    const { kinds, entryKind } = this.#course;
    entries.forEach((entry, depth) => {
      const tile = kinds[entryKind[entry]!]!.tiles[0]!;
      const at = this.#classOf[tile]!;
      if (at === -1) return;
      places[at]!.push({ group: this.#groupOf[tile]!, fitting: this.#fitting(at, entry, depth) });
    });
    return this.#classes.every((groups, at) => isFirst(groups, places[at]!));
  }

  /** Groups of a class that may show in this cell what the entry shows. */
  #fitting(at: number, entry: number, depth: number): number[] {
    const { puzzle, kinds, steps, entryKind, entryWay } = this.#course;
    const { cell } = steps[depth]!;
    const look = kinds[entryKind[entry]!]!.ways[entryWay[entry]!]!.edges.join();
    return this.#classes[at]!.flatMap(({ ways }, group) => {
      const code = ways.find(({ edges }) => edges.join() === look)!.codes[0]!;
      return puzzle.hints.every((hint) => hint.cell !== cell || keepsHint(puzzle, hint, code)) ? [group] : [];
    });
  }
}

function isFirst(groups: readonly Kind[], places: readonly Place[]): boolean {
  const left = groups.map(({ tiles }) => tiles.length);
  for (const [i, { group, fitting }] of places.entries()) {
    for (const lower of fitting) {
      if (lower >= group) break;
      if (left[lower] === 0) continue;
      left[lower]!--;
      if (canDeal(places.slice(i + 1), left)) return false;
      left[lower]!++;
    }
    left[group]!--;
  }
  return true;
}

/** Whether every place can get a tile of a group that fits: a matching, by augmenting paths. */
function canDeal(places: readonly Place[], left: readonly number[]): boolean {
  const dealt: Place[][] = left.map(() => []);
  const deal = (place: Place, tried: Set<number>): boolean =>
    place.fitting.some((group) => {
      if (tried.has(group)) return false;
      tried.add(group);
      const taken = dealt[group]!;
      if (taken.length < left[group]!) return taken.push(place) > 0;
      const freed = taken.findIndex((other) => deal(other, tried));
      if (freed === -1) return false;
      taken[freed] = place;
      return true;
    });
  return places.every((place) => deal(place, new Set()));
}
