/** Maps the drawing of a printed face onto the page. */
import { EDGE, wedgesIn, type Matrix, type Point } from '../board-view/geometry.ts';
import { centreOf } from '../../src-core/puzzle/polygons.ts';
import type { TileItem } from './page.ts';

interface FacePlace {
  readonly centre: Point;
  /** millimetres per drawing unit */
  readonly scale: number;
  /**
   * For each side, the map from the wedge's coordinates to the face's, in drawing units. The origin is the centre of
   * the face.
   */
  readonly wedges: readonly Matrix[];
  /** corners in drawing units, relative to the centre */
  readonly corners: readonly Point[];
}

export function facePlace({ corners }: Pick<TileItem, 'corners'>): FacePlace {
  const centre = centreOf(corners);
  const lengths = corners.map(([x, y], i) => {
    const [nextX, nextY] = corners[(i + 1) % corners.length]!;
    return Math.hypot(nextX - x, nextY - y);
  });
  const scale = lengths.reduce((sum, length) => sum + length, 0) / corners.length / EDGE;
  const around = corners.map(([x, y]): Point => [(x - centre[0]) / scale, (y - centre[1]) / scale]);
  return { centre, scale, wedges: wedgesIn(around), corners: around };
}

/** Returns the height of the number on a face, in drawing units. It is larger if the face has no labels. */
export const numberHeight = ({ labels }: Pick<TileItem, 'labels'>): number => (labels.length > 0 ? 11 : 20);
