/**
 * Our own motifs for the mating rule `same`. A motif straddles the edge, and each of the two matching tiles shows one
 * half. So every motif is symmetric under a half turn and stays within the two wedges that meet at the edge, |x| + |y|
 * < 50. The origin is the middle of the edge.
 */
import { lowerHalf, type Point } from './geometry.ts';
import { at, band, box, disc, ellipse, mirrored, move, regular, rotate, smooth, star, wavy } from './pens.ts';

export interface Motif {
  readonly name: string;
  /** outlines of the half that one tile shows, at y ≥ 0; filled with the even-odd rule */
  readonly half: readonly (readonly Point[])[];
}

const PLUS_OUTLINE: Point[] = [
  [-7, -36],
  [7, -36],
  [7, -7],
  [36, -7],
  [36, 7],
  [7, 7],
  [7, 36],
  [-7, 36],
  [-7, 7],
  [-36, 7],
  [-36, -7],
  [-7, -7],
];
const both = (half: readonly Point[]): Point[][] => [[...half], rotate(half, 0.5)];
const around = (n: number, shape: readonly Point[]): Point[][] =>
  Array.from({ length: n }, (_, i) => rotate(shape, i / n));
const wave = (turns: number, n: number): number => Math.cos(2 * Math.PI * n * turns);
const almond = (width: number, height: number): Point[] =>
  Array.from({ length: 48 }, (_, i) => {
    const turn = (i / 48) * 2 * Math.PI;
    return [(width / 2) * Math.cos(turn), (height / 2) * Math.sin(turn) * Math.abs(Math.sin(turn))];
  });

const whole: Record<string, Point[][]> = {
  disc: [disc(27)],
  'star of four': [star(4, 44, 13)],
  ring: [disc(30), disc(17)],
  plus: [PLUS_OUTLINE],
  hourglass: [
    [
      [0, 3],
      [19, 27],
      [-19, 27],
    ],
    [
      [0, -3],
      [-19, -27],
      [19, -27],
    ],
  ],
  flower: [wavy((t) => 24 + 10 * wave(t, 4)), disc(8)],
  bars: [box(70, 9), box(42, 9, 0, 17), box(42, 9, 0, -17), box(14, 7, 0, 32), box(14, 7, 0, -32)],
  diamond: [regular(4, 40), regular(4, 21)],
  bolt: [
    [
      [16, -30],
      [-16, 4],
      [-1, 4],
      [-16, 30],
      [16, -4],
      [1, -4],
    ],
  ],
  gear: [wavy((t) => ((((t * 8 + 0.25) % 1) + 1) % 1 < 0.5 ? 34 : 25), 192), disc(12)],
  square: [box(44, 44)],
  sun: [disc(14), ...around(8, [at(35, 0), at(19, 0.05), at(19, -0.05)])],
  saltire: [rotate(PLUS_OUTLINE, 1 / 8).map(([x, y]): Point => [0.95 * x, 0.95 * y])],
  moons: [0, 0.5].map((turn) =>
    rotate(
      [
        ...Array.from({ length: 33 }, (_, i) => at(20, (i / 32) * 0.5, 10, 0)),
        ...Array.from({ length: 33 }, (_, i) => at(20, 0.5 - (i / 32) * 0.5, 0.5, 0)),
      ],
      turn,
    ),
  ),
  eye: [almond(72, 44), disc(12), disc(5)],
  checker: [
    box(14, 14),
    ...[
      [14, 14],
      [-14, 14],
      [14, -14],
      [-14, -14],
    ].map(([x, y]) => box(14, 14, x, y)),
    box(14, 14, 28, 0),
    box(14, 14, -28, 0),
    box(14, 14, 0, 28),
    box(14, 14, 0, -28),
  ],
  pinwheel: around(4, [
    [0, 0],
    [4, -40],
    [22, -18],
  ]),
  dots: [disc(8), ...Array.from({ length: 6 }, (_, i) => disc(8, ...at(25, i / 6 + 1 / 12)))],
  hexagon: [regular(6, 33, 1 / 12), regular(6, 22, 1 / 12)],
  swirl: [
    band(
      Array.from({ length: 49 }, (_, i) => {
        const t = (i - 24) / 24;
        const [x, y] = at(29 * Math.abs(t), 0.62 * Math.abs(t));
        return t < 0 ? [-x, -y] : [x, y];
      }),
      11,
    ),
  ],
  chevrons: both([
    [-24, 12],
    [0, 36],
    [24, 12],
    [24, 1],
    [0, 22],
    [-24, 1],
  ]),
  frame: [box(46, 46), box(28, 28), box(12, 12)],
  hearts: both(
    mirrored(
      smooth([
        [0, 2],
        [12, 13],
        [19, 22],
        [15, 30],
        [6, 31],
        [0, 26],
      ]).filter(([x]) => x >= 0),
    ),
  ),
  leaf: [rotate(almond(84, 34), 0.25), box(3, 58)],
  star: [star(6, 36, 18)],
  target: [disc(33), disc(25), disc(16), disc(8)],
  bow: [
    [
      [0, 0],
      [32, -15],
      [32, 15],
    ],
    [
      [0, 0],
      [-32, 15],
      [-32, -15],
    ],
    box(7, 44),
  ],
  drops: both(
    smooth([
      [0, 3],
      [8, 15],
      [11, 25],
      [0, 36],
      [-11, 25],
      [-8, 15],
    ]),
  ),
  columns: [box(9, 70), box(9, 44, 16, 0), box(9, 44, -16, 0), box(7, 14, 31, 0), box(7, 14, -31, 0)],
  spark: [star(8, 35, 14)],
  clover: [0, 1, 2, 3].map((i) => ellipse(12, 12, ...at(19, i / 4 + 1 / 8))),
  wheel: [disc(33), disc(26), ...around(6, move(box(6, 20), 0, -16)), disc(4)],
};

export const motifs: readonly Motif[] = Object.entries(whole).map(([name, outlines]) => ({
  name,
  half: outlines.map(lowerHalf).filter((outline) => outline.length > 2),
}));

const byName = new Map(motifs.map((motif) => [motif.name, motif]));
export const motifNamed = (name: string): Motif | undefined => byName.get(name);
