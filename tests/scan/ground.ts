import type { Random } from '../../src-core/random.ts';
import type { Ground } from './conditions.ts';

/** Widths of a plank and of a seam, as fractions of a tile's side */
const [PLANK, SEAM] = [1.7, 0.02];

/**
 * Returns a function that gives the colour of the table at a point, in linear light. The unit of `x` and `y` is the
 * side of a tile.
 */
export function groundOf(
  kind: Ground,
  chance: Random,
): (x: number, y: number) => readonly [number, number, number] {
  const SIZE = 512;
  const noise = Float32Array.from({ length: SIZE * SIZE }, () => chance.fraction());
  const turn = Math.PI * chance.fraction();
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const at = (x: number, y: number): number => {
    const [fx, fy] = [Math.floor(x), Math.floor(y)];
    const [sx, sy] = [x - fx, y - fy];
    const value = (i: number, j: number): number =>
      noise[((fy + j) & (SIZE - 1)) * SIZE + ((fx + i) & (SIZE - 1))]!;
    const upper = value(0, 0) + sx * (value(1, 0) - value(0, 0));
    const lower = value(0, 1) + sx * (value(1, 1) - value(0, 1));
    return upper + sy * (lower - upper);
  };
  const colours: Record<Ground, readonly [number, number, number]> = {
    paper: [0.72, 0.71, 0.68],
    cloth: (
      [
        [0.05, 0.09, 0.2],
        [0.06, 0.16, 0.09],
        [0.22, 0.05, 0.06],
        [0.12, 0.12, 0.13],
      ] as const
    )[chance.below(4)]!,
    wood: [0.36, 0.2, 0.09],
    'dark wood': [0.13, 0.06, 0.025],
    marble: [0.23, 0.24, 0.26],
    planks: [0.4, 0.26, 0.14],
  };
  const [r, g, b] = colours[kind];
  return (x, y) => {
    const [along, across] = [x * cos + y * sin, y * cos - x * sin];
    let much: number;
    if (kind === 'wood' || kind === 'dark wood') {
      const wavy = across + 0.25 * at(along * 0.4, across * 0.7);
      const rings = Math.sin(wavy * 22 + 3 * at(along * 0.3 + 9, across * 2));
      much = 0.82 + 0.1 * rings + 0.18 * at(along * 1.5, across * 40) + 0.14 * at(along * 0.3, across * 1.1);
    } else if (kind === 'planks') {
      const plank = Math.floor(across / PLANK);
      const shade = at(plank, 7);
      const [fromSeam, fromEnd] = [across - plank * PLANK, (along + 99 * PLANK * (1 + shade)) % (4 * PLANK)];
      const grain = 0.75 + 0.16 * at(along * 1.5, across * 40) + 0.14 * at(along * 0.3, across * 1.1);
      much = Math.min(fromSeam, fromEnd) < SEAM ? 0.15 : grain + 0.2 * shade;
    } else if (kind === 'cloth') {
      much = 0.85 + 0.12 * Math.sin(x * 190) * Math.sin(y * 190) + 0.25 * at(x * 30, y * 30);
    } else if (kind === 'marble') {
      const vein = Math.abs(Math.sin(along * 2 + 5 * at(x * 0.8, y * 0.8)));
      much = 0.9 + 0.25 * at(x * 3, y * 3) - 0.25 * (1 - vein) ** 6;
    } else {
      much = 0.95 + 0.08 * at(x * 20, y * 20);
    }
    return [r * much, g * much, b * much];
  };
}
