/** What was read of a photograph against what was photographed. */
import { exposed, faceOf } from '../../src-core/scan/face.ts';
import { centreOf, distance, sideOf, type Quad } from '../../src-core/scan/homography.ts';
import { sureness } from '../../src-core/scan/groups.ts';
import { readEdges } from '../../src-core/scan/reading.ts';
import { findTiles } from '../../src-core/scan/tiles.ts';
import { mateOf } from '../../src-core/puzzle/labels.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import type { Photograph } from './photograph.ts';

export interface Measured {
  readonly tiles: number;
  readonly tilesFound: number;
  /** found where there is none */
  readonly tilesElse: number;
  /** of the tiles found, the farthest that a corner is off, in sides of a tile */
  readonly cornerOff: number;
  /** all edges of the puzzle, and those in the one group that stands for their label, also of tiles whose outline is off */
  readonly edges: number;
  readonly edgesRight: number;
  /** whether every wrong edge stands among the first ten that are shown as unsure */
  readonly mistakesShown: boolean;
  /** single edges to move, groups to join, and mates to exchange before every label is right */
  readonly corrections: number;
  /** processor seconds from pixels to groups */
  readonly seconds: number;
}

/** A tile is found when no corner is farther off than this, in sides. */
const NEAR = 0.06;
/** Outlined worse than this, its edges cannot be told. */
const ASTRAY = 0.2;
const SHOWN = 10;

export function measure(puzzle: EdgePuzzle, { picture, corners }: Photograph): Measured {
  const begun = process.cpuUsage().user;
  const { tiles, light } = findTiles(picture);
  const faces = exposed(tiles.map((tile) => faceOf(picture, tile.corners, light)!));
  const reading = faces.length > 0 ? readEdges(faces) : null;
  const seconds = (process.cpuUsage().user - begun) / 1e6;

  /** of each found tile, the true one, by how many sides it is turned, and how far its corners are off */
  const hits = tiles.map(({ corners: found }) => {
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
  const labels = hits.flatMap((hit) =>
    [0, 1, 2, 3].map((side) => (hit ? puzzle.tiles[hit.tile]!.edges[(side + hit.turn) % 4]! : -1)),
  );
  const near = hits.filter((hit) => hit !== null && hit.off < NEAR);
  const found = new Set(near.map((hit) => hit!.tile)).size;
  const base = {
    tiles: corners.length,
    tilesFound: found,
    tilesElse: hits.length - near.length,
    cornerOff: Math.max(0, ...near.map((hit) => hit!.off)),
    edges: 4 * corners.length,
    seconds,
  };
  const missing = base.tiles - found + base.tilesElse;
  if (!reading) return { ...base, edgesRight: 0, mistakesShown: false, corrections: missing };

  const { far, groups, mates, mating } = reading;
  const count = Math.max(...groups) + 1;
  const members = Array.from({ length: count }, (_, g) => labels.filter((_, edge) => groups[edge] === g));
  const label = members.map(mostOften);
  /** by label, the group with most of its edges */
  const home = new Map<number, number>();
  const share = (g: number): number => members[g]!.filter((each) => each === label[g]).length;
  for (let g = 0; g < count; g++) {
    const other = home.get(label[g]!);
    if (label[g]! >= 0 && (other === undefined || share(g) > share(other))) home.set(label[g]!, g);
  }
  const right = groups.map((g, edge) => labels[edge]! >= 0 && home.get(labels[edge]!) === g);
  const sure = sureness(
    far,
    groups,
    tiles.map(({ certainty }) => certainty),
  );
  const unsure = groups.map((_, edge) => edge).sort((a, b) => sure[a]! - sure[b]!);
  const shown = new Set(unsure.slice(0, SHOWN));
  const strayed = groups.filter((g, edge) => labels[edge] !== label[g]).length;
  const parted = label.filter((each, g) => each >= 0 && home.get(each) !== g).length;
  let wrongMates = 0;
  if (mating !== puzzle.mating) wrongMates = 1;
  const settled = mating === puzzle.mating ? mates : readEdges(faces, puzzle.mating).mates;
  for (const [each, g] of home) {
    const mate = home.get(mateOf(puzzle.mating, each));
    if (mate !== undefined && label[settled[g]!] !== label[mate]) wrongMates += 0.5;
  }
  return {
    ...base,
    edgesRight: right.filter(Boolean).length,
    mistakesShown: right.every((is, edge) => is || shown.has(edge)),
    corrections: missing + strayed + parted + Math.ceil(wrongMates),
  };
}

function mostOften(labels: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]![0];
}
