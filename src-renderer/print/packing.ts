/**
 * Arranges tiles on a sheet. Squares and hexagons tile the plane, and triangles and pentagons alternate between
 * upright and inverted.
 */
import { bounded, startingAt, topSide } from '../../src-core/puzzle/polygons.ts';
import { MARGIN_MM, roomOn, type Point, type Polygon, type Sheet } from './page.ts';

/** Returns the circumradius of a regular polygon with unit sides. */
const radius = (sides: number): number => 1 / (2 * Math.sin(Math.PI / sides));

/**
 * Returns a regular polygon around (0, 0) with a corner at the top, except that a square has a side there. `down`
 * turns the polygon upside down.
 */
function upright(sides: number, down: boolean): Polygon {
  const first = -Math.PI / 2 + (sides === 4 ? Math.PI / 4 : 0) + (down ? Math.PI : 0);
  const polygon = Array.from({ length: sides }, (_, corner): Point => {
    const angle = first + (2 * Math.PI * corner) / sides;
    return [radius(sides) * Math.cos(angle), radius(sides) * Math.sin(angle)];
  });
  return startingAt(polygon, topSide(polygon));
}

/** Returns the width and height of one tile, in edge lengths. */
export function sizeOf(sides: number): Sheet {
  const { width, height } = bounded([upright(sides, false)]);
  return { width, height };
}

/**
 * Returns the corners of as many tiles as fit on a sheet, row by row and centred. Returns none if not even one fits.
 */
export function packed(sides: number, edge: number, gap: number, sheet: Sheet): Polygon[] {
  const room = roomOn(sheet);
  const { width, height } = sizeOf(sides);
  const cellWidth = width * edge;
  const cellHeight = height * edge;
  // Triangles and pentagons alternate between upright and inverted, so neighbours touch along slanting sides. The gap
  // is measured at right angles to those sides.
  const headToFoot = sides % 2 === 1;
  const slant = Math.cos(Math.PI / (sides === 3 ? 6 : 10));
  const pitch = headToFoot ? (sides === 3 ? 0.5 : 1.5) * edge + gap / slant : cellWidth + gap;
  const rowPitch = sides === 6 ? (pitch * Math.sqrt(3)) / 2 : cellHeight + gap;
  const fit = (space: number, one: number, step: number): number =>
    space + 1e-9 < one ? 0 : Math.floor((space - one + 1e-9) / step) + 1;
  const rows = fit(room.height, cellHeight, rowPitch);
  const slots: Polygon[] = [];
  for (let row = 0; row < rows; row++) {
    const shift = sides === 6 && row % 2 === 1 ? pitch / 2 : 0;
    const columns = fit(room.width - shift, cellWidth, pitch);
    for (let column = 0; column < columns; column++) {
      const down = headToFoot && (column + row) % 2 === 1;
      const [x, y] = [shift + column * pitch, row * rowPitch];
      slots.push(
        bounded([upright(sides, down)]).polygons[0]!.map(([cx, cy]) => [x + cx * edge, y + cy * edge]),
      );
    }
  }
  if (slots.length === 0) return [];
  const all = bounded(slots);
  const left = (sheet.width - all.width) / 2;
  const top = (room.height + 2 * MARGIN_MM - all.height) / 2;
  return all.polygons.map((polygon) => polygon.map(([x, y]): Point => [x + left, y + top]));
}
