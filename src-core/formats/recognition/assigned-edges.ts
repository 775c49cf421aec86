/** Finds tiles in a program that assigns each edge on a line of its own. */
import { sideNamed } from './side-names.ts';

/** Matches an assignment such as `t = Edge(UP, 3)` or `card[0].edges[2] = 6;`. */
const ASSIGNMENT = /^\s*(?:[\p{L}_][\w<>]*\s+)?([\p{L}_][\w.[\]]*)\s*=(?!=)([^=;{}]+)(?:;.*)?$/u;
const INDEX_AT_END = /\[(\d)\]$/;
const SIDES = 4;
/** Minimum number of tiles, because many programs have a few groups of four assignments that are not tiles */
const MIN_TILES = 4;

/** The program with one tile per line. */
export interface AssignedEdges {
  readonly lines: readonly string[];
  /** true if the program names the sides, so that the edges are listed clockwise from the top */
  readonly areNamed: boolean;
}

interface Edge {
  /** side of the tile, clockwise from 0 at the top; if `isNamed` is false, the index that the program gives the edge */
  readonly side: number;
  /**
   * the part of the assignment that names the tile, such as `card[0].`; empty if the variables are named only after
   * sides, as in `top = 3`
   */
  readonly tile: string;
  readonly value: string;
  readonly isNamed: boolean;
}

function edgeOn(line: string): Edge | null {
  const [, key = '', right = ''] = ASSIGNMENT.exec(line) ?? [];
  const value = right.trim();
  const index = INDEX_AT_END.exec(key);
  if (index) return { side: Number(index[1]), tile: key.slice(0, index.index), value, isNamed: false };
  const name = key.slice(key.lastIndexOf('.') + 1);
  const side = sideNamed(name);
  return side === -1 ? null : { side, tile: key.slice(0, -name.length), value, isNamed: true };
}

/**
 * Returns the program with all edges of a tile joined on the line of its first edge, as in `tile(red, blue, red,
 * green)`. All other lines are blanked. Returns null if there are too few tiles.
 */
export function withAssignedEdges(written: readonly string[]): AssignedEdges | null {
  const edges = written.map(edgeOn);
  const lines = written.map(() => '');
  let tiles = 0;
  let areNamed = true;
  for (let at = 0; at + SIDES <= edges.length; at++) {
    const own = edges.slice(at, at + SIDES).filter((edge) => edge !== null);
    const values = [0, 1, 2, 3].map((side) => own.find((edge) => edge.side === side)?.value);
    if (values.includes(undefined) || own.some(({ tile }) => tile !== own[0]!.tile)) continue;
    lines[at] = `tile(${values.join(', ')})`;
    areNamed &&= own.every(({ isNamed }) => isNamed);
    tiles++;
    at += SIDES - 1;
  }
  return tiles >= MIN_TILES ? { lines, areNamed } : null;
}
