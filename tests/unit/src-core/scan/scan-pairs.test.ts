import { expect, test } from 'vitest';
import { random } from '../../../../src-core/random.ts';
import { readStrips } from '../../../../src-core/scan/reading.ts';
import { weights, type Strip } from '../../../../src-core/scan/strips.ts';

const ALONG = 48;
type Colour = readonly [l: number, a: number, b: number];
/**
 * A patch of colour on an edge of light paper. It covers the edge from `from` to `to` and reaches `deep` inwards. All
 * three are measured in samples.
 */
interface Drawing {
  readonly colour: Colour;
  readonly from?: number;
  readonly to?: number;
  readonly deep?: number;
}
const paper: Colour = [88, -2, 4];
const [red, orange, blue, green]: Colour[] = [
  [50, 65, 45],
  [65, 40, 65],
  [40, 10, -55],
  [55, -50, 40],
];

/** Drawings in every puzzle of this test, in addition to the two that the scan must tell apart */
const others: readonly Drawing[] = [
  { colour: [30, 0, 0], from: 4, to: 20, deep: 14 },
  { colour: [75, 5, 80], from: 20, to: 44, deep: 12 },
  { colour: [45, 60, -50], from: 8, to: 40, deep: 5 },
  { colour: [60, -20, -40], from: 4, to: 12, deep: 10 },
];

const pairs: readonly (readonly [name: string, one: Drawing, other: Drawing])[] = [
  ['red and orange', { colour: red! }, { colour: orange! }],
  ['blue and green', { colour: blue! }, { colour: green! }],
  ['light and dark blue', { colour: blue! }, { colour: [60, 0, -45] }],
  ['pale yellow and pale pink', { colour: [86, 0, 22] }, { colour: [82, 16, 6] }],
  ['pale colours of the same lightness', { colour: [82, 16, 4] }, { colour: [82, -8, 14] }],
  ['a wide and a narrow patch', { colour: red!, from: 10, to: 38 }, { colour: red!, from: 18, to: 30 }],
  ['a long and a short patch', { colour: green!, deep: 16 }, { colour: green!, deep: 7 }],
  [
    'a patch on the left and on the right',
    { colour: blue!, from: 6, to: 24 },
    { colour: blue!, from: 24, to: 42 },
  ],
];

function stripOf({ colour, from = 14, to = 34, deep = 10 }: Drawing, noise: () => number): Strip {
  const isDrawn = (along: number, row: number): boolean => along >= from && along < to && row < deep;
  const channel = (c: number): Float32Array =>
    Float32Array.from(
      weights,
      (_, i) => (isDrawn(i % ALONG, Math.floor(i / ALONG)) ? colour : paper)[c]! + noise(),
    );
  const border = Array.from({ length: ALONG }, (_, i) => (isDrawn(i, 0) ? colour : paper)).flat();
  return { l: channel(0), a: channel(1), b: channel(2), border: Float32Array.from(border) };
}

test.each(pairs)('%s are told apart', (_, one, other) => {
  const chance = random(5);
  const drawings = [...others, one, other];
  const labels = Array.from({ length: 36 }, (_, edge) => edge % drawings.length);
  // Light and print differ from edge to edge, and every sample has noise.
  const strips = labels.map((label) => {
    const shade = 6 * (chance.fraction() - 0.5);
    return stripOf(drawings[label]!, () => shade + 4 * (chance.fraction() - 0.5));
  });
  const { groups } = readStrips(strips);
  expect(groups[labels.indexOf(4)]).not.toBe(groups[labels.indexOf(5)]);
});
