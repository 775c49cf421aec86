/**
 * Our own motifs for the mating rule `opposite`: a creature or object that straddles the edge. Its tail lies on one
 * tile (y < 0 here) and its head on the other (y > 0). Everything lies within |x| + |y| < 50.
 */
import { lowerHalf, type Point } from './geometry.ts';
import { band, box, disc, ellipse, mirrored, rotate, smooth, star, wavy } from './pens.ts';

/** Colour of a part: the symbol's colour, a darker or lighter shade of it, or ink. */
export type Tone = 'body' | 'shade' | 'light' | 'ink';

interface MotifPart {
  readonly tone: Tone;
  readonly outlines: readonly (readonly Point[])[];
}

export interface PairedMotif {
  readonly name: string;
  /** outlines of the tail and the head; each is turned so that the edge is at y = 0 and its tile's centre at y > 0 */
  readonly halves: readonly [tail: readonly MotifPart[], head: readonly MotifPart[]];
}

type Part = [tone: Tone, ...outlines: Point[][]];
/** Returns a smooth mirror-symmetric outline. Takes its right side, from top to bottom. */
const round = (...right: Point[]): Point[] => smooth(mirrored(right));
const pair = (shape: readonly Point[]): Point[][] => [
  [...shape],
  shape.map(([x, y]): Point => [-x, y]).reverse(),
];
const leg = (...line: Point[]): Point[][] => pair(band(line, 4.5));

const whole: Record<string, Part[]> = {
  fish: [
    ['shade', round([0, -34], [11, -37], [7, -26], [3, -18])],
    [
      'shade',
      ...pair(
        smooth([
          [10, 10],
          [27, 6],
          [30, -4],
          [14, -4],
        ]),
      ),
    ],
    ['body', round([0, -28], [5, -20], [15, -4], [18, 10], [14, 26], [5, 38], [0, 39])],
    ['light', ...[-14, -7, 0].flatMap((y) => [ellipse(6 + y / 4, 1.6, 0, y)])],
    ['light', ...pair(disc(4.5, 8, 24))],
    ['ink', ...pair(disc(2.2, 8.5, 25))],
  ],
  beetle: [
    ['ink', ...leg([8, 12], [24, 18], [27, 21]), ...leg([8, -2], [30, -4], [38, -8])],
    ['ink', ...leg([8, -14], [22, -20], [24, -24]), ...leg([3, 36], [9, 40])],
    ['ink', disc(11, 0, 27)],
    ['body', ellipse(20, 27, 0, -5)],
    ['shade', ...pair(disc(4.5, 10, -14)), ...pair(disc(5, 10, 4)), box(2.4, 54, 0, -5)],
    ['light', ...pair(disc(3, 5, 30))],
  ],
  bird: [
    [
      'shade',
      smooth(
        [
          [0, -20],
          [9, -40],
          [3, -33],
          [0, -31],
          [-3, -33],
          [-9, -40],
        ],
        4,
      ),
    ],
    [
      'shade',
      ...pair(
        smooth([
          [5, 18],
          [22, 16],
          [42, -2],
          [24, -4],
          [8, -12],
        ]),
      ),
    ],
    ['body', round([0, -30], [7, -18], [10, 0], [9, 18], [9, 28], [5, 35], [0, 36])],
    ['light', round([0, -14], [5, -6], [5, 8], [0, 14])],
    [
      'ink',
      [
        [-3.5, 34],
        [3.5, 34],
        [0, 46],
      ],
      ...pair(disc(2.2, 5, 28)),
    ],
  ],
  rocket: [
    ['light', round([0, -46], [5, -36], [7, -26], [0, -22])],
    [
      'shade',
      ...pair([
        [8, 4],
        [22, -12],
        [22, -26],
        [8, -18],
      ]),
    ],
    ['body', round([0, -26], [10, -26], [14, -10], [14, 10], [9, 30], [2, 44], [0, 45])],
    ['shade', round([0, 29], [9.4, 29], [6, 38], [0, 46])],
    ['light', disc(7.5, 0, 13), box(3, 18, 0, -14)],
    ['ink', disc(4.5, 0, 13)],
  ],
  turtle: [
    ['shade', ...pair(ellipse(7, 11, 19, 17)), ...pair(ellipse(6, 9, 18, -18)), round([0, -38], [3, -28])],
    ['shade', ellipse(8, 10, 0, 33)],
    ['body', ellipse(23, 25, 0, 0)],
    [
      'light',
      ...[0, 1, 2, 3, 4, 5].map((i) =>
        rotate(
          smooth(
            [
              [-6, 20],
              [6, 20],
              [8, 12],
              [0, 10],
              [-8, 12],
            ],
            3,
          ),
          i / 6,
        ),
      ),
    ],
    ['light', rotate(ellipse(6.5, 6.5), 0)],
    ['ink', ...pair(disc(1.9, 4, 36))],
  ],
  pencil: [
    ['shade', round([0, -37], [8, -36], [12, -33], [12, -25], [0, -25])],
    [
      'light',
      [
        [-13, -27],
        [13, -27],
        [13, -20],
        [-13, -20],
      ],
    ],
    [
      'body',
      [
        [-13, -20],
        [13, -20],
        [13, 8],
        [-13, 8],
      ],
    ],
    [
      'shade',
      [
        [-4.5, -20],
        [4.5, -20],
        [4.5, 8],
        [-4.5, 8],
      ],
    ],
    [
      'light',
      [
        [-13, 8],
        [13, 8],
        [5, 31],
        [-5, 31],
      ],
    ],
    [
      'ink',
      [
        [-5, 31],
        [5, 31],
        [0, 45],
      ],
    ],
  ],
  butterfly: [
    [
      'shade',
      ...pair(
        smooth([
          [2, -2],
          [16, -6],
          [25, -16],
          [16, -28],
          [6, -22],
        ]),
      ),
    ],
    [
      'body',
      ...pair(
        smooth([
          [2, 0],
          [14, -4],
          [34, 4],
          [32, 14],
          [20, 24],
          [6, 16],
        ]),
      ),
    ],
    ['light', ...pair(disc(5.5, 20, 9)), ...pair(disc(4, 14, -16))],
    ['ink', round([0, -30], [3, -20], [3.5, 8], [3, 20], [4, 26], [0, 30])],
    [
      'ink',
      ...pair(
        band(
          [
            [1, 26],
            [5, 36],
            [9, 38],
          ],
          2,
        ),
      ),
    ],
  ],
  gecko: [
    ['body', ...leg([6, 10], [20, 14], [24, 22]), ...leg([6, -12], [20, -14], [25, -20])],
    [
      'body',
      smooth([
        [0, 42],
        [9, 36],
        [8, 24],
        [11, 6],
        [9, -14],
        [4, -24],
        [10, -33],
        [8, -40],
        [2, -36],
        [-3, -26],
        [-9, -14],
        [-11, 6],
        [-8, 24],
        [-9, 36],
      ]),
    ],
    [
      'shade',
      ...[16, 4, -8].map((y) =>
        smooth(
          [
            [-6, y],
            [0, y + 5],
            [6, y],
            [0, y + 1],
          ],
          4,
        ),
      ),
    ],
    ['light', ...pair(disc(3.4, 5.5, 33))],
    ['ink', ...pair(disc(1.8, 6, 33.5))],
  ],
  key: [
    ['body', disc(19, 0, -17), disc(9, 0, -19)],
    [
      'body',
      [
        [-5, 1],
        [5, 1],
        [5, 42],
        [-5, 42],
      ],
    ],
    [
      'body',
      [
        [5, 22],
        [18, 22],
        [18, 29],
        [5, 29],
      ],
      [
        [5, 34],
        [9, 34],
        [9, 41],
        [5, 41],
      ],
    ],
    ['shade', box(14, 5, 0, 5)],
  ],
  carrot: [
    ['shade', ...[-0.035, 0, 0.035].map((turn) => rotate(ellipse(4.5, 9.5, 0, 31.5), turn))],
    ['body', round([0, -46], [4, -36], [12, -8], [16, 12], [12, 24], [0, 25])],
    ['light', box(9, 1.8, -6, 12), box(8, 1.8, 6, 4), box(7, 1.8, -5, -6), box(5, 1.8, 3, -18)],
  ],
  bee: [
    ['light', ...pair(ellipse(9, 16, 22, 2).map(([x, y]): Point => [x + y * 0.35, y * 0.8]))],
    ['body', round([0, -40], [6, -34], [14, -18], [16, 0], [13, 16], [0, 20])],
    ['ink', box(29, 6, 0, -8), box(21, 6, 0, -22), box(29, 5, 0, 5)],
    [
      'ink',
      disc(11, 0, 25),
      ...pair(
        band(
          [
            [3, 34],
            [7, 41],
          ],
          2,
        ),
      ),
    ],
    ['light', ...pair(disc(3, 5, 28))],
  ],
  mouse: [
    [
      'shade',
      band(
        [
          [0, -28],
          [6, -34],
          [-2, -40],
          [2, -46],
        ],
        3,
      ),
    ],
    ['shade', ...pair(disc(8, 13, 22))],
    ['body', round([0, -30], [12, -26], [19, -10], [17, 6], [12, 22], [5, 36], [0, 40])],
    ['light', ...pair(disc(4.5, 13, 22)), disc(2.6, 0, 39)],
    ['ink', ...pair(disc(2.2, 5, 29))],
  ],
  dolphin: [
    [
      'shade',
      ...pair(
        smooth([
          [0, -28],
          [12, -36],
          [15, -33],
          [5, -22],
        ]),
      ),
    ],
    [
      'shade',
      ...pair(
        smooth([
          [11, 8],
          [27, -2],
          [31, -12],
          [13, -6],
        ]),
      ),
    ],
    ['body', round([0, -34], [4, -26], [12, -8], [15, 8], [11, 24], [4, 33], [4, 44], [0, 46])],
    ['light', round([0, -18], [5, -8], [6, 8], [0, 18])],
    ['ink', ...pair(disc(2, 8, 24))],
  ],
  penguin: [
    ['body', ...pair(ellipse(5, 3.5, 6, -37))],
    [
      'ink',
      ...pair(
        smooth([
          [18, 6],
          [32, -8],
          [30, -16],
          [19, -10],
        ]),
      ),
    ],
    ['ink', round([0, -36], [13, -32], [21, -14], [19, 6], [12, 20], [12, 31], [6, 39], [0, 41])],
    ['light', round([0, -31], [10, -27], [14, -12], [12, 6], [6, 14], [0, 15])],
    ['body', box(26, 6, 0, 18)],
    ['light', ...pair(disc(4, 5.5, 29))],
    ['ink', ...pair(disc(2, 5.5, 29))],
    [
      'body',
      [
        [-4, 34],
        [4, 34],
        [0, 45],
      ],
    ],
  ],
  sheep: [
    ['ink', ...pair(box(5, 14, 11, -26))],
    ['body', wavy((turns) => 23 + 2.5 * Math.cos(2 * Math.PI * 9 * turns))],
    ['shade', disc(5, 0, -25)],
    ['ink', ellipse(9, 12, 0, 27), ...pair(ellipse(6, 3, 12, 27))],
    ['light', ...pair(disc(2.4, 4, 30)), ...[-10, 0, 10].map((x) => disc(3, x, -6))],
  ],
  flower: [
    [
      'shade',
      box(5, 32, 0, -31),
      ...pair(
        smooth([
          [2, -28],
          [12, -24],
          [20, -27],
          [10, -34],
        ]),
      ),
    ],
    ['body', ...[0, 1, 2, 4, 5].map((i) => rotate(ellipse(9, 13, 0, 21), i / 6))],
    ['light', disc(11)],
    ['ink', disc(3), ...[0, 1, 2, 3, 4].map((i) => rotate(disc(1.6, 0, 7), i / 5))],
  ],
  starfish: [
    ['body', star(5, 35, 16, 0.5)],
    ['shade', star(5, 25, 10, 0.5)],
    ['light', ...pair(disc(4, 7, 8))],
    ['ink', ...pair(disc(2, 7, 9))],
  ],
  heart: [
    ['body', round([0, -43], [10, -26], [26, -4], [30, 10], [22, 24], [10, 26], [0, 17])],
    ['light', rotate(ellipse(4, 8, -14, 12), 0.06)],
  ],
  spade: [
    [
      'shade',
      [
        [-3, -6],
        [3, -6],
        [10, -37],
        [-10, -37],
      ],
    ],
    ['body', round([0, 43], [9, 28], [25, 8], [28, -8], [18, -18], [6, -12], [0, -8])],
    ['light', rotate(ellipse(3, 8, -13, 6), -0.08)],
  ],
  diamond: [
    [
      'body',
      [
        [0, -30],
        [27, 0],
        [0, 46],
        [-27, 0],
      ],
    ],
    [
      'light',
      [
        [-13, 7],
        [13, 7],
        [0, 31],
      ],
    ],
    ['shade', box(22, 4, 0, -9), box(8, 3, 0, -17)],
  ],
  club: [
    [
      'shade',
      [
        [-3, 4],
        [3, 4],
        [10, -37],
        [-10, -37],
      ],
    ],
    ['body', disc(12.5, 0, 24), ...pair(disc(12.5, 15, -1))],
    ['light', disc(4, 0, 28)],
  ],
};

const halfOf = (parts: readonly Part[], turn: 0 | 0.5): MotifPart[] =>
  parts
    .map(([tone, ...outlines]) => ({
      tone,
      outlines: outlines
        .map((outline) => lowerHalf(turn ? rotate(outline, turn) : outline))
        .filter((outline) => outline.length > 2),
    }))
    .filter(({ outlines }) => outlines.length > 0);

export const pairedMotifs: readonly PairedMotif[] = Object.entries(whole).map(([name, parts]) => ({
  name,
  halves: [halfOf(parts, 0.5), halfOf(parts, 0)],
}));

const byName = new Map(pairedMotifs.map((motif) => [motif.name, motif]));
export const pairedMotifNamed = (name: string): PairedMotif | undefined => byName.get(name);
