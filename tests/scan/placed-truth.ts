/**
 * Compares the tiles and labels read from a photograph with the true tiles, whose positions in the photograph are
 * known.
 */
import type { Scan } from '../../src-core/scan/scan.ts';
import { centreOf, distance, sideOf, type Quad } from '../../src-core/scan/homography.ts';
import type { Point } from '../../src-core/scan/picture.ts';

/** The true corners of a tile, and the label of each side, clockwise in the order of the corners. */
export interface PlacedTruth {
  readonly corners: readonly Point[];
  readonly labels: readonly string[];
}

interface PlacedScore {
  readonly tilesFound: number;
  /** outlines that match no tile, or have a corner more than `NEAR` away from the true one */
  readonly tilesElse: number;
  /** the true label of each edge that was read, or null if no tile is there */
  readonly labels: readonly (string | null)[];
  /** edges in a group in which most edges have a different label */
  readonly strayed: number;
  /** edges in the correct group; see `compared` in truth.ts */
  readonly edgesRight: number;
}

/** Maximum distance between a corner of an outline and the true corner, as a fraction of a tile's side */
const NEAR = 0.1;

export function scoreAt({ tiles }: Pick<Scan, 'tiles'>, truth: readonly PlacedTruth[]): PlacedScore {
  const found = new Set<number>();
  const labels = tiles.flatMap(({ corners }): (string | null)[] => {
    const at = truth.findIndex((tile, i) => !found.has(i) && isNear(corners, tile.corners));
    if (at === -1) return [null, null, null, null];
    found.add(at);
    return corners.map((corner, i) => {
      const middle = centreOf([corner, corners[(i + 1) % 4]!]);
      const away = truth[at]!.corners.map((from, k, all) =>
        distance(middle, centreOf([from, all[(k + 1) % 4]!])),
      );
      return truth[at]!.labels[away.indexOf(Math.min(...away))]!;
    });
  });
  const groups = tiles.flatMap(({ edges }) => edges);
  const counts = new Map<string, Map<string, number>>();
  groups.forEach((group, edge) => {
    const own = counts.get(group) ?? new Map<string, number>();
    const label = labels[edge] ?? null;
    if (label !== null) counts.set(group, own.set(label, (own.get(label) ?? 0) + 1));
  });
  const pairs = [...counts].flatMap(([group, own]) =>
    [...own].map(([label, size]) => ({ group, label, size })),
  );
  let strayed = 0;
  for (const own of counts.values()) {
    const sizes = [...own.values()];
    strayed += sizes.reduce((a, b) => a + b) - Math.max(...sizes);
  }
  const [homes, named] = [new Set<string>(), new Set<string>()];
  let edgesRight = 0;
  for (const { group, label, size } of pairs.sort((a, b) => b.size - a.size)) {
    if (homes.has(group) || named.has(label)) continue;
    homes.add(group);
    named.add(label);
    edgesRight += size;
  }
  return { tilesFound: found.size, tilesElse: tiles.length - found.size, labels, strayed, edgesRight };
}

const isNear = (quad: Quad, truth: readonly Point[]): boolean =>
  quad.every((corner) =>
    truth.some((other) => distance(corner, other) < NEAR * sideOf(truth as unknown as Quad)),
  );
