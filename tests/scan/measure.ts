/** Compares the tiles and groups read from a photograph with the true ones. */
import { factsOf, pictureProblems, MIN_TRUSTED_CERTAINTY } from '../../src-core/scan/advice.ts';
import type { Face } from '../../src-core/scan/face.ts';
import { centreOf, distance, sideOf, type Quad } from '../../src-core/scan/homography.ts';
import { doubtsOf } from '../../src-core/scan/doubts.ts';
import { questionsOf } from '../../src-core/scan/questions.ts';
import { sureness } from '../../src-core/scan/sureness.ts';
import { readEdges, type Reading } from '../../src-core/scan/reading.ts';
import { readTiles } from '../../src-core/scan/scan.ts';
import { findTiles, type Found, type FoundTile } from '../../src-core/scan/tiles.ts';
import { mateOf } from '../../src-core/puzzle/labels.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import type { Photograph } from './photograph.ts';

export interface Measured {
  readonly tiles: number;
  readonly tilesFound: number;
  /** number of outlines that match no tile */
  readonly tilesElse: number;
  /** true if tiles are missing or outlines are wrong, and no question or message says so */
  readonly areTilesSilent: boolean;
  /** true if the guessed mating rule is wrong and no question asks about it */
  readonly isMatingSilent: boolean;
  /** largest error of a corner among the tiles found, as a fraction of a tile's side */
  readonly cornerOff: number;
  /** number of edges in the puzzle */
  readonly edges: number;
  readonly edgesRight: number;
  /** number of edges in a wrong group after every missing tile was outlined */
  readonly mistakes: number;
  /** number of edges in a wrong group that don't appear in the first ten questions */
  readonly mistakesUnseen: number;
  /** number of edges whose picture differs from that of most edges in their group */
  readonly mixed: number;
  /** number of the edges counted in `mixed` that are marked as doubtful (see `doubtsOf`) */
  readonly mixedMarked: number;
  /** number of edges in the correct group that are nevertheless marked as doubtful */
  readonly rightMarked: number;
  /** number of edges that appear in the first ten questions */
  readonly edgesShown: number;
  /**
   * number of corrections until every label is correct: tiles to remove or place, edges to move, groups to merge,
   * mates to swap
   */
  readonly corrections: number;
  /** CPU time from pixels to groups, in seconds */
  readonly seconds: number;
}

/** Maximum error of each corner for a tile to count as found, as a fraction of its side */
const NEAR = 0.06;
/**
 * Maximum distance between the centres of an outline and its tile, as a fraction of the tile's side. Beyond it, the
 * outline's edges can't be identified.
 */
const ASTRAY = 0.2;

/**
 * Reads a photograph. With `isOutlined`, the tiles' true outlines are given, so that only the grouping is measured.
 */
export function measure(puzzle: EdgePuzzle, { picture, corners }: Photograph, isOutlined = false): Measured {
  const begun = process.cpuUsage().user;
  const { tiles, light, overlooked } = isOutlined ? outlinedBy(corners) : findTiles(picture);
  const read = (all: readonly FoundTile[]): Grouped => {
    const tiles = all.map(({ corners }) => ({ picture: 0, corners }));
    const { faces, reading } = readTiles(new Map([[0, { picture, light }]]), tiles)!;
    return { faces: [...faces], reading: all.length > 0 ? reading : null };
  };
  const first = read(tiles);
  const seconds = (process.cpuUsage().user - begun) / 1e6;

  const hits = hitsOf(corners, tiles);
  const near = nearOf(hits);
  const found = new Set(near.map(({ tile }) => tile));
  const tilesElse = hits.length - near.length;
  const misplaced = corners.length - found.size + tilesElse;

  // Like a user in the second step of a scan, remove outlines that are not tiles, and outline missing tiles.
  const kept = tiles.filter((_, i) => hits[i] && hits[i].off < NEAR);
  const placed = corners.flatMap((truth, tile) => (found.has(tile) ? [] : [{ tile, truth }]));
  const outlined = [
    ...kept,
    ...placed.map(({ truth }) => ({ corners: truth as unknown as Quad, certainty: 1 })),
  ];
  const settled = misplaced === 0 ? first : read(outlined);
  const settledHits = [...near, ...placed.map(({ tile }) => ({ tile, turn: 0, off: 0 }))];
  const left = mistakesOf(puzzle, settled, settledHits);
  const { far, groups } = settled.reading!;
  const sure = sureness(
    far,
    groups,
    outlined.map(({ certainty }) => certainty),
  );
  const shown = new Set(questionsOf(far, groups, sure).flatMap(({ edges }) => edges));
  const mistakes = left.right.flatMap((is, edge) => (is ? [] : [edge]));
  const doubts = doubtsOf(far, groups, sure);
  return {
    tiles: corners.length,
    tilesFound: found.size,
    tilesElse,
    areTilesSilent:
      misplaced > 0 &&
      overlooked.length === 0 &&
      tiles.every(({ certainty }) => certainty >= MIN_TRUSTED_CERTAINTY) &&
      pictureProblems([factsOf(picture, tiles)])[0] === null,
    isMatingSilent: settled.reading!.matingSure && settled.reading!.mating !== puzzle.mating,
    cornerOff: Math.max(0, ...near.map(({ off }) => off)),
    edges: 4 * corners.length,
    edgesRight: first.reading ? mistakesOf(puzzle, first, hits).right.filter(Boolean).length : 0,
    mistakes: mistakes.length,
    mistakesUnseen: mistakes.filter((edge) => !shown.has(edge)).length,
    mixed: left.strayed.filter(Boolean).length,
    mixedMarked: left.strayed.filter((is, edge) => is && doubts.has(edge)).length,
    rightMarked: left.right.filter((is, edge) => is && doubts.has(edge)).length,
    edgesShown: shown.size,
    corrections: misplaced + left.corrections,
    seconds,
  };
}

/** Returns the true tile that each outline shows, or null if there is none. */
export function hitsOf(corners: Photograph['corners'], tiles: readonly FoundTile[]): (Hit | null)[] {
  return tiles.map(({ corners: found }) => {
    const tile = corners.findIndex(
      (true_) => distance(centreOf(true_), centreOf(found)) < ASTRAY * sideOf(true_ as unknown as Quad),
    );
    if (tile < 0) return null;
    const truth = corners[tile]!;
    const aways = truth.map((corner) => distance(corner, found[0]));
    const turn = aways.indexOf(Math.min(...aways));
    const off =
      Math.max(...found.map((corner, i) => distance(corner, truth[(i + turn) % 4]!))) /
      sideOf(truth as unknown as Quad);
    return off < ASTRAY ? { tile, turn, off } : null;
  });
}

const nearOf = (hits: readonly (Hit | null)[]): Hit[] =>
  hits.filter((hit) => hit !== null && hit.off < NEAR) as Hit[];

/** Returns the number of true tiles that have a nearly correct outline. */
export const tilesFound = (hits: readonly (Hit | null)[]): number =>
  new Set(nearOf(hits).map(({ tile }) => tile)).size;

const outlinedBy = (corners: Photograph['corners']): Found => ({
  overlooked: [],
  tiles: corners.map((each) => ({ corners: each as unknown as Quad, certainty: 1 })),
  light: { width: 1, height: 1, data: Float32Array.of(1) },
});

interface Hit {
  readonly tile: number;
  /** rotation in quarter turns */
  readonly turn: number;
  /** largest error of a corner, as a fraction of the tile's side */
  readonly off: number;
}
interface Grouped {
  readonly faces: Face[];
  readonly reading: Reading | null;
}

/**
 * Compares groups with the true labels. For each edge, `right` says whether it is in the group of its label, and
 * `strayed` whether most edges of its group have a different label. Also returns the number of corrections that would
 * put every edge into the correct group. `hits` has the true tile of each tile that was read.
 */
function mistakesOf(
  puzzle: EdgePuzzle,
  { faces, reading }: Grouped,
  hits: readonly (Hit | null)[],
): { right: boolean[]; strayed: boolean[]; corrections: number } {
  const { groups, mates, mating } = reading!;
  const labels = hits.flatMap((hit) =>
    [0, 1, 2, 3].map((side) => (hit ? puzzle.tiles[hit.tile]!.edges[(side + hit.turn) % 4]! : -1)),
  );
  const count = Math.max(...groups) + 1;
  const members = Array.from({ length: count }, (_, g) => labels.filter((_, edge) => groups[edge] === g));
  const label = members.map(mostOften);
  /** for each label, the group with the most edges of that label */
  const home = new Map<number, number>();
  const share = (g: number): number => members[g]!.filter((each) => each === label[g]).length;
  for (let g = 0; g < count; g++) {
    const other = home.get(label[g]!);
    if (label[g]! >= 0 && (other === undefined || share(g) > share(other))) home.set(label[g]!, g);
  }
  const strayed = groups.map((g, edge) => labels[edge] !== label[g]);
  const parted = label.filter((each, g) => each >= 0 && home.get(each) !== g).length;
  let wrongMates = 0;
  if (mating !== puzzle.mating) wrongMates = 1;
  const settled = mating === puzzle.mating ? mates : readEdges(faces, puzzle.mating).mates;
  for (const [each, g] of home) {
    const mate = home.get(mateOf(puzzle.mating, each));
    if (mate !== undefined && label[settled[g]!] !== label[mate]) wrongMates += 0.5;
  }
  return {
    right: groups.map((g, edge) => labels[edge]! >= 0 && home.get(labels[edge]!) === g),
    strayed,
    corrections: strayed.filter(Boolean).length + parted + Math.ceil(wrongMates),
  };
}

function mostOften(labels: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]![0];
}
