// The drawing of a board, without a browser: motifs, marks on the correct sides, hit tests that agree with the
// geometry, and complete SVG.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { startBoard } from '../../../../src-core/puzzle/open-board.ts';
import { emptyBoard, placementCode } from '../../../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../../../src-core/puzzle/puzzle.ts';
import { writePuzzle } from '../../../../src-core/formats/write.ts';
import { recolourAll } from '../../../../src-renderer/editor/operations.ts';
import { drawBoard, describeCell, type Drawing } from '../../../../src-renderer/board-view/drawing.ts';
import { pairedMotifs } from '../../../../src-renderer/board-view/paired-motifs.ts';
import {
  apply,
  hit,
  placesOf,
  wedgePlace,
  type Point,
} from '../../../../src-renderer/board-view/geometry.ts';
import { appearanceOf, designOf } from '../../../../src-renderer/board-view/appearance.ts';
import { motifs } from '../../../../src-renderer/board-view/motifs.ts';
import {
  contrast,
  luminance,
  namedColours,
  palette,
  readableOn,
} from '../../../../src-renderer/board-view/palette.ts';
import { marksIn } from '../../../../src-renderer/board-view/marks.ts';
import { svgOf } from '../../../../src-renderer/board-view/svg.ts';

/** Tests a point by the even-odd rule. */
function inside(outlines: readonly (readonly Point[])[], x: number, y: number): boolean {
  let crossings = 0;
  for (const outline of outlines) {
    outline.forEach(([x1, y1], i) => {
      const [x0, y0] = outline.at(i - 1)!;
      if (y0 > y !== y1 > y && x < x0 + ((y - y0) / (y1 - y0)) * (x1 - x0)) crossings++;
    });
  }
  return crossings % 2 === 1;
}

/** Samples half of a motif at 40 × 20 points, which is about the size of a thumbnail. */
const raster = (outlines: readonly (readonly Point[])[]): boolean[] =>
  Array.from({ length: 800 }, (_, i) =>
    inside(outlines, (i % 40) * 2.5 - 48.7, Math.floor(i / 40) * 2.5 + 0.6),
  );

const different = (a: readonly boolean[], b: readonly boolean[]): number =>
  a.reduce((sum, value, i) => sum + (value === b[i] ? 0 : 1), 0);

describe('motifs', () => {
  test('there are at least 24, each within its wedge and large enough to see', () => {
    expect(motifs.length).toBeGreaterThanOrEqual(24);
    for (const { name, half } of motifs) {
      for (const [x, y] of half.flat()) {
        expect(y, name).toBeGreaterThanOrEqual(0);
        expect(Math.abs(x) + y, `${name} at ${x}, ${y}`).toBeLessThanOrEqual(50);
      }
      expect(raster(half).filter(Boolean).length, name).toBeGreaterThan(35);
    }
  });

  test('no two have the same shape', () => {
    const shapes = motifs.map(({ half }) => raster(half));
    shapes.forEach((a, i) => {
      shapes.slice(i + 1).forEach((b, j) => {
        expect(different(a, b), `${motifs[i]!.name} and ${motifs[i + 1 + j]!.name}`).toBeGreaterThan(24);
      });
    });
  });

  test('two matching halves join: the filled part of the edge is the same from both sides', () => {
    for (const { name, half } of motifs) {
      for (let x = -48; x <= 48; x++) {
        if (inside(half, x + 0.31, 0.01) === inside(half, -x - 0.31, 0.01)) continue;
        // Where a curve crosses the edge at an angle, the two halves can differ by about the width of a line.
        const near = [-2, 2].some(
          (step) => inside(half, x + 0.31 + step, 0.01) === inside(half, -x - 0.31, 0.01),
        );
        expect(near, `${name} at ${x}`).toBe(true);
      }
    }
  });
});

describe('paired motifs', () => {
  test('there are at least 8, each half within its wedge, tail and head different in shape', () => {
    expect(pairedMotifs.length).toBeGreaterThanOrEqual(8);
    for (const { name, halves } of pairedMotifs) {
      const [tail, head] = halves.map((parts) => {
        for (const [x, y] of parts.flatMap(({ outlines }) => outlines.flat())) {
          expect(y, name).toBeGreaterThanOrEqual(-1e-9);
          expect(Math.abs(x) + y, `${name} at ${x}, ${y}`).toBeLessThanOrEqual(51.5);
        }
        return raster(parts.flatMap(({ outlines }) => outlines));
      });
      expect(different(tail!, head!), name).toBeGreaterThan(30);
    }
  });
});

describe('colours', () => {
  test('a motif contrasts with its ground, also for custom colours', () => {
    for (const { ground, figure } of palette) expect(contrast(ground, figure)).toBeGreaterThan(3);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
        const ground = `#${value.toString(16).padStart(6, '0')}`;
        expect(contrast(ground, readableOn(ground))).toBeGreaterThan(3);
      }),
    );
  });
  test('a label named after a colour has that colour, unless another one is chosen', () => {
    const labels = [
      { name: 'Red' },
      { name: 'grey' },
      { name: 'red', colour: '#00ff00' },
      { name: 'reddish' },
    ];
    for (const mating of ['same', 'opposite'] as const) {
      const designs = labels.map((style) => designOf(mating, 0, style));
      expect(designs[0]!.colour).toBe(namedColours.get('red'));
      expect(contrast(designs[0]!.colour, designs[0]!.secondColour)).toBeGreaterThan(1.5);
      expect(designs[1]!.colour).toBe(namedColours.get('grey'));
      expect(designs[2]!.colour).toBe('#00ff00');
      expect(designs[3]).toEqual(designOf(mating, 0, undefined));
    }
  });

  test('colours with different names differ', () => {
    const { size } = new Set(namedColours.values());
    // “grey” and “gray” are two spellings of one name.
    expect(size).toBe(namedColours.size - 1);
  });

  test('neighbouring colours differ in lightness, so they differ in greyscale', () => {
    for (let i = 0; i + 1 < 8; i++) {
      const [a, b] = [luminance(palette[i]!.ground), luminance(palette[i + 1]!.ground)];
      expect((Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), `${i} and ${i + 1}`).toBeGreaterThan(1.5);
    }
  });
});

const square: EdgePuzzle = {
  kind: 'edge-matching',
  name: 'Two & "three"',
  board: { kind: 'rectangle', width: 2, height: 2 },
  mating: 'same',
  rim: { kind: 'colour', colour: 0, inside: false },
  turns: 'rotate',
  tiles: [{ edges: [0, 1, 2, 0] }, { edges: [0, 0, 2, 1] }, { edges: [2, 1, 0, 0] }, { edges: [1, 0, 0, 1] }],
  labels: [{ name: 'grey' }, { name: 'a<b', text: '<1>' }, { name: 'blue' }],
  hints: [{ cell: 3, tile: 3 }],
  forbidden: [],
};

/** Tests a point by the even-odd rule. */
function isInside(polygon: readonly (readonly [number, number])[], x: number, y: number): boolean {
  let inside = false;
  polygon.forEach(([toX, toY], i) => {
    const [fromX, fromY] = polygon.at(i - 1)!;
    if (fromY > y !== toY > y && x < fromX + ((y - fromY) * (toX - fromX)) / (toY - fromY)) inside = !inside;
  });
  return inside;
}

describe('drawing', () => {
  test('marks mismatches on both sides of the edge, including the rim, and hints', () => {
    const board = Int32Array.of(
      placementCode(0, 0),
      placementCode(1, 0),
      placementCode(2, 0),
      placementCode(3, 0),
    );
    const { cells } = drawBoard(square, board, { mismatches: true, numbers: true });
    expect(cells.map(({ wrong }) => wrong)).toEqual([0, 0b0100, 0, 0b0001]);
    expect(cells.map(({ hint }) => hint)).toEqual([false, false, false, true]);
    expect(cells.map(({ number }) => number)).toEqual(['1', '2', '3', '4']);
    const turnedOut = drawBoard(square, Int32Array.of(placementCode(0, 2), -1, -1, -1), { mismatches: true });
    // Labels 2 and 1 are on the upper and left rim, which breaks the rim rule.
    expect(turnedOut.cells[0]!.wrong).toBe(0b1001);
  });

  test('a mismatch is a thin line with a notch, and strong only on request', () => {
    const deepest = ({ d }: { readonly d: string }): number =>
      Math.max(
        ...d
          .split(/[MLZ ]+/)
          .filter(Boolean)
          .map((n, at) => (at % 2 === 1 ? Number(n) : 0)),
      );
    const { wrong, wrongStrong } = marksIn(placesOf(square.board).cells[0]!);
    // The cell's centre is 50 units from an edge, so a mark 10 units deep leaves the motif visible.
    expect(deepest(wrong)).toBeLessThan(0.5 * deepest(wrongStrong));
    expect(deepest({ d: wrong.halo })).toBeLessThanOrEqual(10);
    const board = [0, 1, 2, 3].map((tile) => placementCode(tile, tile === 0 ? 1 : 0));
    const strong = drawBoard(square, board, { mismatches: true, strong: (cell) => cell === 0 }).cells;
    expect(strong.map((cell) => cell.strong)).toEqual([strong[0]!.wrong !== 0, false, false, false]);
    expect(strong[0]!.wrong).not.toBe(0);
    const thin = drawBoard(square, board, { mismatches: true });
    expect(svgOf(thin)).toContain(wrong.d);
    expect(svgOf(thin)).not.toContain(wrongStrong.d);
  });

  test('a highlighted cell has brackets in its corners, and the middle of its edges is free', () => {
    const { halo, d } = marksIn(placesOf(square.board).cells[0]!).marked;
    for (const path of [halo, d]) {
      const polygons = path
        .split('Z')
        .filter(Boolean)
        .map((part) =>
          part
            .slice(1)
            .split('L')
            .map((point) => point.split(' ').map(Number) as [number, number]),
        );
      const covers = (x: number, y: number): boolean => polygons.some((polygon) => isInside(polygon, x, y));
      for (let at = -50; at <= 50; at++) expect(covers(0, at) || covers(at, 0)).toBe(false);
      expect(covers(-40, -44.5)).toBe(true);
    }
  });

  test('draws empty and forbidden cells, unknown tiles and texts', () => {
    const puzzle = { ...square, forbidden: [1] };
    const { cells } = drawBoard(puzzle, Int32Array.of(placementCode(99, 0), -1, -1, -1));
    expect(cells.map(({ state }) => state)).toEqual(['empty', 'forbidden', 'empty', 'empty']);
    expect(describeCell(puzzle, emptyBoard(4), 1)).toBe('Row 1, column 2: closed');
    const hinted = { ...square, hints: [{ cell: 2, tile: 3 }] };
    expect(describeCell(hinted, emptyBoard(4), 2)).toBe('Row 2, column 1, hint: empty');
    expect(describeCell(square, Int32Array.of(-1, -1, placementCode(3, 1), -1), 2)).toBe(
      'Row 2, column 1: tile 4, rotated 90°; clockwise from the top: a<b, a<b, grey, grey',
    );
  });

  test('unchanged cells are reused from the previous drawing, and no others', () => {
    const board = startBoard(square);
    const before = drawBoard(square, board, { mismatches: true });
    const [, second, third] = square.tiles;
    const edited = { ...square, tiles: square.tiles.with(1, { edges: [1, 0, 2, 1] }) };
    const kept = (after: Drawing): boolean[] => after.cells.map((cell, i) => cell === before.cells[i]);
    expect(kept(drawBoard(square, board, { mismatches: true }, before))).toEqual([true, true, true, true]);
    expect(kept(drawBoard(square, board.with(2, -1), {}, before))).toEqual([true, false, false, false]);
    expect(kept(drawBoard(edited, board, { mismatches: true, marked: new Set([3]) }, before))).toEqual([
      ...[true, false, true, false],
    ]);
    const swapped = { ...square, tiles: square.tiles.with(1, third!).with(2, second!) };
    expect(drawBoard(swapped, board, {}, before).cells).toEqual(drawBoard(swapped, board).cells);
    const white = { ...square, labels: square.labels.with(1, { name: 'white', colour: '#ffffff' }) };
    expect(kept(drawBoard(white, board, { mismatches: true }, before))).not.toContain(true);
  });

  test('the appearance is computed once for a puzzle', () => {
    expect(appearanceOf(square)).toBe(appearanceOf(square));
    // The label of the frame has no motif.
    expect(appearanceOf(square)[0]!.fills).toEqual([]);
    expect(appearanceOf(square)[2]!.fills).toHaveLength(1);
  });

  test('the second colour of a label is that of its motif, and of the darker parts of a symbol', () => {
    const labels = square.labels.with(2, { name: 'two', colour: '#ffffff', secondColour: '#123456' });
    const coloursOf = (mating: EdgePuzzle['mating'], label: number): string[] =>
      appearanceOf({ ...square, mating, labels })[label]!.fills.map(({ colour }) => colour);
    expect(coloursOf('same', 2)).toEqual(['#123456']);
    expect(coloursOf('opposite', 5)).toContain('#123456');
    expect(recolourAll(() => '#ffffff')({ ...square, labels }).labels[2]).toEqual({
      name: 'two',
      colour: '#ffffff',
    });
    expect(recolourAll(null)({ ...square, labels }).labels[2]).toEqual({ name: 'two' });
    expect(JSON.parse(writePuzzle({ ...square, labels }, 'edgewise').text)).toMatchObject({ edgewise: 4 });
    expect(JSON.parse(writePuzzle(square, 'edgewise').text)).toMatchObject({ edgewise: 1 });
  });

  test('SVG: each label once, texts escaped, tags closed', () => {
    const board = Int32Array.of(placementCode(0, 0), placementCode(1, 1), -1, placementCode(3, 3));
    const svg = svgOf(drawBoard(square, board, { mismatches: true, numbers: true, heat: [0.5, 0, 0, 1] }), {
      title: square.name,
      ids: 'x',
    });
    expect(svg.match(/<g id="x\d+">/g)).toHaveLength(3);
    expect(svg).toContain('<title>Two &#38; &#34;three&#34;</title>');
    expect(svg).toContain('&#60;1&#62;');
    const open: string[] = [];
    for (const [, close, name, self] of svg.matchAll(/<(\/?)([a-zA-Z]+)[^>]*?(\/?)>/g)) {
      if (close) expect(open.pop()).toBe(name);
      else if (!self) open.push(name!);
    }
    expect(open).toEqual([]);
    expect(svg).not.toMatch(/NaN|undefined| style=/);
  });

  test('the hit test finds the cell and wedge of a point', () => {
    const places = placesOf({ kind: 'rectangle', width: 7, height: 5 });
    fc.assert(
      fc.property(
        fc.nat({ max: 34 }),
        fc.nat({ max: 3 }),
        fc.double({ min: -0.9, max: 0.9, noNaN: true }),
        fc.double({ min: 1, max: 48, noNaN: true }),
        (cell, side, along, deep) => {
          const [x, y] = apply(wedgePlace(4, side), [along * (50 - deep), deep]);
          const [cx, cy] = places.centres[cell]!;
          expect(hit(places, cx + x, cy + y)).toEqual({ cell, side });
        },
      ),
    );
    expect(hit(places, -1, 20)).toBeNull();
    expect(hit(places, 701, 20)).toBeNull();
  });
});
