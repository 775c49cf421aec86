import { decodePDFRawStream, PDFArray, PDFDocument, PDFRawStream, type PDFPage } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { flatGeometry } from '../../../../src-core/puzzle/geometry.ts';
import { boardOf } from '../../../../src-core/puzzle/board.ts';
import { labelAt } from '../../../../src-core/puzzle/labels.ts';
import { rotationOf } from '../../../../src-core/puzzle/partial-board.ts';
import { solids, type BoardShape, type EdgePuzzle } from '../../../../src-core/puzzle/puzzle.ts';
import { labelsOf } from '../../../../src-renderer/board-view/drawing.ts';
import { boardPages, largestEdge } from '../../../../src-renderer/print/board-pages.ts';
import { laserColours, laserSheet } from '../../../../src-renderer/print/laser.ts';
import {
  DoesNotFit,
  type Item,
  type Page,
  type Point,
  type Polygon,
} from '../../../../src-renderer/print/page.ts';
import { pdfOf, POINTS_PER_MM } from '../../../../src-renderer/print/pdf.ts';
import { piecesOf, sheetsOf, usualPrint } from '../../../../src-renderer/print/sheets.ts';
import { svgSheet } from '../../../../src-renderer/print/svg.ts';
import { tabsOf } from '../../../../src-renderer/print/tabs.ts';

const scramble = generate({ family: 'scramble', width: 3, height: 3, seed: 1 });
const framed = generate({ family: 'framed', width: 6, height: 6, seed: 1 });
const on = (board: BoardShape, more: { turns?: 'flip' } = {}) =>
  generate({ family: 'unframed', board, seed: 3, innerLabels: 5, ...more });
/** Tiles with 3, 4, 5 and 6 sides, all with a printed back. */
const forms: Record<string, ReturnType<typeof generate>> = {
  triangles: on({ kind: 'solid', solid: 'icosahedron' }, { turns: 'flip' }),
  squares: on({ kind: 'rectangle', width: 3, height: 3 }, { turns: 'flip' }),
  pentagons: on({ kind: 'solid', solid: 'dodecahedron' }, { turns: 'flip' }),
  hexagons: on({ kind: 'honeycomb', side: 3 }, { turns: 'flip' }),
};
const eachForm = Object.entries(forms);

const itemsOf = <T extends Item['type']>(page: Page, type: T): (Item & { type: T })[] =>
  page.items.filter((item): item is Item & { type: T } => item.type === type);
const linesOf = (page: Page, role: string): [Point, Point][] =>
  itemsOf(page, 'line').flatMap((line) => (line.role === role ? [[line.from, line.to]] : []));
const length = ([x1, y1]: Point, [x2, y2]: Point): number => Math.hypot(x2 - x1, y2 - y1);
const sides = (polygon: Polygon): [Point, Point][] =>
  polygon.map((corner, i) => [corner, polygon[(i + 1) % polygon.length]!]);

/** Returns the drawing operators of a PDF page, as text. */
function contentOf(page: PDFPage): string {
  const contents = page.node.Contents();
  const streams =
    contents instanceof PDFArray
      ? contents.asArray().map((ref) => page.doc.context.lookup(ref))
      : contents
        ? [contents]
        : [];
  return streams
    .map((stream) => Buffer.from(decodePDFRawStream(stream as PDFRawStream).decode()).toString('latin1'))
    .join('\n');
}
/** Returns the lines on a page of a PDF, in mm from its top left corner. */
function drawnLines(page: PDFPage): [Point, Point][] {
  const { height } = page.getMediaBox();
  return [...contentOf(page).matchAll(/^([-\d.]+) ([-\d.]+) m\s+([-\d.]+) ([-\d.]+) l$/gm)].map((match) => {
    const [x1, y1, x2, y2] = match.slice(1).map(Number) as [number, number, number, number];
    return [
      [x1 / POINTS_PER_MM, (height - y1) / POINTS_PER_MM],
      [x2 / POINTS_PER_MM, (height - y2) / POINTS_PER_MM],
    ];
  });
}
/** Returns the two ends of each side of each tile on a page of a PDF, in mm. */
function drawnSides(page: PDFPage): [Point, Point][][] {
  const { height } = page.getMediaBox();
  const numbers = '([-\\d.e]+) ([-\\d.e]+) ([-\\d.e]+) ([-\\d.e]+) ([-\\d.e]+) ([-\\d.e]+) cm';
  const tiles: { at: number[]; wedges: number[][] }[] = [];
  let depth = 0;
  for (const line of contentOf(page).split('\n')) {
    if (line === 'q') depth++;
    if (line === 'Q') depth--;
    const found = new RegExp(`^${numbers}$`).exec(line)?.slice(1).map(Number);
    if (!found) continue;
    if (depth === 1 && found[1] === 0 && found[0] === -found[3]!) tiles.push({ at: found, wedges: [] });
    else if (depth === 2) tiles.at(-1)!.wedges.push(found);
  }
  return tiles.map(({ at, wedges }) =>
    wedges.map(([a, b, , , e, f]) => {
      const end = (x: number): Point => [
        (at[0]! * (a! * x + e!) + at[4]!) / POINTS_PER_MM,
        (height - (at[3]! * (b! * x + f!) + at[5]!)) / POINTS_PER_MM,
      ];
      return [end(-50), end(50)];
    }),
  );
}

describe('a printed page has exact measures', () => {
  it.each(eachForm)('%s: edges in a PDF have the requested millimetres', async (_, { puzzle }) => {
    for (const [paper, width, height] of [
      ['a4', 210, 297],
      ['letter', 215.9, 279.4],
    ] as const) {
      const pages = sheetsOf(puzzle, { ...usualPrint, paper, tile: 31.7, gap: 1.5, key: false });
      const pdf = await PDFDocument.load(await pdfOf(puzzle, pages));
      const drawn = pdf.getPages().flatMap((page) => {
        const box = page.getMediaBox();
        expect(box.width).toBeCloseTo(width * POINTS_PER_MM, 6);
        expect(box.height).toBeCloseTo(height * POINTS_PER_MM, 6);
        // Each page has one ruler: a line of 100 mm.
        const rulers = drawnLines(page).filter(
          ([from, to]) => from[1] === to[1] && Math.abs(length(from, to) - 100) < 1e-3,
        );
        expect(rulers).toHaveLength(1);
        return drawnSides(page);
      });
      expect(drawn).toHaveLength(puzzle.tiles.length);
      for (const tile of drawn) {
        expect(tile).toHaveLength(puzzle.tiles[0]!.edges.length);
        for (const [from, to] of tile) expect(length(from, to)).toBeCloseTo(31.7, 3);
      }
    }
  });

  it('an SVG page states its size in millimetres', () => {
    const [page] = sheetsOf(scramble.puzzle, usualPrint);
    const svg = svgSheet(scramble.puzzle, page!);
    expect(svg).toMatch(/^<svg [^>]*width="210mm" height="297mm" viewBox="0 0 210 297">/);
    const scales = [...svg.matchAll(/scale\(([\d.]+)\)/g)].map(([, scale]) => 100 * Number(scale));
    expect(scales).toHaveLength(9);
    for (const scale of scales) expect(scale).toBeCloseTo(50, 6);
  });
});

/** Returns how far two convex polygons overlap: the smallest overlap along the normals of all their sides. */
function overlapOf(one: Polygon, other: Polygon): number {
  const directions = [...sides(one), ...sides(other)].map(([a, b]): Point => {
    const long = length(a, b);
    return [(b[1] - a[1]) / long, (a[0] - b[0]) / long];
  });
  return Math.min(
    ...directions.map(([dx, dy]) => {
      const [a, b] = [one, other].map((polygon) => polygon.map(([x, y]) => x * dx + y * dy));
      return Math.min(Math.max(...a!) - Math.min(...b!), Math.max(...b!) - Math.min(...a!));
    }),
  );
}

describe('the sheets', () => {
  it('have every tile once, on as many pages as needed, shuffled', () => {
    const pages = sheetsOf(framed.puzzle, { ...usualPrint, key: false });
    const tiles = pages.flatMap((page) => itemsOf(page, 'tile').map(({ tile }) => tile));
    expect([...tiles].sort((a, b) => a - b)).toEqual([...framed.puzzle.tiles.keys()]);
    expect(tiles).not.toEqual([...framed.puzzle.tiles.keys()]);
    expect(piecesOf(framed.puzzle, { shuffled: false, seed: 1 })[1]).toBe(16);
    expect(pages).toHaveLength(3);
  });

  it.each(eachForm)('%s lie on the page, separated by the gap, as close as possible', (_, { puzzle }) => {
    for (const [tile, gap, paper] of [
      [20, 0, 'a4'],
      [23.4, 3, 'letter'],
    ] as const) {
      for (const page of sheetsOf(puzzle, { ...usualPrint, tile, gap, paper, key: false })) {
        const outlines = itemsOf(page, 'tile').map(({ corners }) => corners);
        for (const [x, y] of outlines.flat()) {
          expect(Math.min(x, y)).toBeGreaterThanOrEqual(14 - 1e-6);
          expect(x).toBeLessThanOrEqual(page.width - 14 + 1e-6);
          expect(y).toBeLessThanOrEqual(page.height - 14 - 10);
        }
        let nearest = Infinity;
        outlines.forEach((one, i) => {
          for (const other of outlines.slice(i + 1)) {
            const apart = -overlapOf(one, other);
            expect(apart).toBeGreaterThan(gap - 1e-6);
            nearest = Math.min(nearest, apart);
          }
        });
        expect(nearest).toBeCloseTo(gap, 6);
      }
    }
  });

  it('have a crop mark at both ends of every cut', () => {
    const [page] = sheetsOf(scramble.puzzle, { ...usualPrint, gap: 4 });
    const cuts = new Set(itemsOf(page!, 'tile').flatMap(({ corners }) => corners.map(([x]) => x.toFixed(3))));
    const marks = linesOf(page!, 'mark').filter(([from, to]) => from[0] === to[0] && from[1] < 250);
    expect(cuts.size).toBe(6);
    for (const cut of cuts) expect(marks.filter(([[x]]) => x.toFixed(3) === cut)).toHaveLength(2);
  });

  it('report a tile that is larger than the paper', () => {
    expect(() => sheetsOf(scramble.puzzle, { ...usualPrint, tile: 190 })).toThrow(
      new DoesNotFit('A tile with edges of 190 mm does not fit on A4. Use at most 182 mm.'),
    );
    expect(() => sheetsOf(forms['hexagons']!.puzzle, { ...usualPrint, tile: 110 })).toThrow(
      'A tile with edges of 110 mm does not fit on A4. Use at most 105 mm.',
    );
  });

  it('end with a key: each piece by number, and the solution', () => {
    const pages = sheetsOf(scramble.puzzle, usualPrint, scramble.solution);
    expect(pages.map(({ kind }) => kind)).toEqual(['tiles', 'key', 'key']);
    expect(itemsOf(pages[2]!, 'tile').map(({ tile }) => tile)).toEqual(
      [...scramble.solution].map((code) => code >> 4),
    );
    expect(itemsOf(pages[1]!, 'text').map(({ text }) => text)).toContain('sheet 1, no. 9');
    // A blank board is printed without tiles, because tiles would reveal the solution.
    const blank = sheetsOf(
      scramble.puzzle,
      { ...usualPrint, tiles: false, board: 'blank' },
      scramble.solution,
    );
    expect(blank.map(({ kind }) => kind)).toEqual(['board']);
  });
});

describe('backs', () => {
  const papers = [
    ['portrait, long edge', { turnOver: 'long', landscape: false }, 'x'],
    ['portrait, short edge', { turnOver: 'short', landscape: false }, 'y'],
    ['landscape, long edge', { turnOver: 'long', landscape: true }, 'y'],
    ['landscape, short edge', { turnOver: 'short', landscape: true }, 'x'],
  ] as const;
  const cases = eachForm.flatMap(([name, made]) => papers.map((paper) => [name, ...paper, made] as const));

  it.each(cases)(
    '%s, %s: are exactly behind their fronts in the PDF',
    async (_, __, how, mirrored, { puzzle }) => {
      const pages = sheetsOf(puzzle, { ...usualPrint, ...how, tile: 27.3, backs: true, key: false });
      const pdf = await PDFDocument.load(await pdfOf(puzzle, pages, how.turnOver));
      expect(pages.length % 2).toBe(0);
      for (let sheet = 0; sheet < pages.length; sheet += 2) {
        expect(pages[sheet + 1]!.kind).toBe('back');
        const [front, back] = [drawnSides(pdf.getPage(sheet)), drawnSides(pdf.getPage(sheet + 1))];
        const { width, height } = pages[sheet]!;
        const turned = ([x, y]: Point): Point => (mirrored === 'x' ? [width - x, y] : [x, height - y]);
        expect(back).toHaveLength(front.length);
        front.forEach((tile, i) => {
          for (const [from, to] of tile) {
            const behind = back[i]!.filter(
              (side) => length(turned(from), side[1]) < 0.01 && length(turned(to), side[0]) < 0.01,
            );
            expect(behind).toHaveLength(1);
          }
        });
      }
    },
  );

  it.each(eachForm)('%s: each side shows what is behind it', (_, { puzzle }) => {
    const [front, back] = sheetsOf(puzzle, { ...usualPrint, tile: 25, backs: true, key: false }) as [
      Page,
      Page,
    ];
    const pieces = piecesOf(puzzle, usualPrint);
    const behind = itemsOf(back, 'tile');
    expect(puzzle.tiles.some((tile) => tile.back)).toBe(true);
    itemsOf(front, 'tile').forEach(({ corners, tile, labels }, i) => {
      expect(labels).toEqual(labelsOf(puzzle, pieces[i]!));
      const count = corners.length;
      const other = behind[i]!;
      expect(other.tile).toBe(tile);
      sides(corners).forEach(([from], side) => {
        // `edge` is the tile's edge on this side of the front. `at` is the side of the back that is behind this side.
        const edge = (side - rotationOf(pieces[i]!) + count) % count;
        const at = other.corners.findIndex(
          (_, s) => length(other.corners[(s + 1) % count]!, [front.width - from[0], from[1]]) < 1e-6,
        );
        // A tile turned over from left to right has its first edge on top, and the others in reverse order.
        const shown = labelAt(puzzle.tiles[tile]!, (count - edge) % count, 0, true);
        expect(other.labels[at]).toBe(shown);
      });
    });
  });

  it('tiles that may flip show their mirror image, others their number; nothing is cut there', () => {
    const flip: EdgePuzzle = { ...scramble.puzzle, turns: 'flip' };
    const [front, back] = sheetsOf(flip, { ...usualPrint, backs: true, key: false }) as [Page, Page];
    itemsOf(front, 'tile').forEach(({ labels: [top, right, bottom, left] }, i) => {
      const { labels, corners } = itemsOf(back, 'tile')[i]!;
      const highest = sides(corners).findIndex(([a, b]) => a[1] === b[1] && a[0] < b[0]);
      const fromTop = [...labels.slice(highest), ...labels.slice(0, highest)];
      expect(fromTop).toEqual([top, left, bottom, right]);
    });
    const [, numbers] = sheetsOf(scramble.puzzle, { ...usualPrint, backs: true, key: false });
    expect(new Set(itemsOf(numbers!, 'tile').map(({ number }) => number)).size).toBe(9);
    expect(itemsOf(numbers!, 'tile').every(({ labels }) => labels.length === 0)).toBe(true);
    expect(linesOf(numbers!, 'cut')).toEqual([]);
  });
});

/** Returns the area that two convex polygons share (Sutherland and Hodgman's clipping, then the shoelace formula). */
function sharedArea(one: Polygon, other: Polygon): number {
  let rest = [...one];
  for (const [[ax, ay], [bx, by]] of sides(other)) {
    const inside = ([x, y]: Point): number => (bx - ax) * (y - ay) - (by - ay) * (x - ax);
    const next: Point[] = [];
    rest.forEach((to, i) => {
      const from = rest.at(i - 1)!;
      const [a, b] = [inside(from), inside(to)];
      if (a >= 0 !== b >= 0) {
        const share = a / (a - b);
        next.push([from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]);
      }
      if (b >= 0) next.push(to);
    });
    rest = next;
  }
  return Math.abs(sides(rest).reduce((sum, [[x1, y1], [x2, y2]]) => sum + (x1 * y2 - x2 * y1) / 2, 0));
}

describe.each(solids)('the net of a %s', (solid) => {
  const shape: BoardShape = { kind: 'solid', solid };
  const { puzzle, solution } = on(shape);
  const { polygons, glued, joined } = flatGeometry(shape);
  const tabs = tabsOf({ polygons, glued }, 0.22);
  const count = boardOf(shape).sides;

  it('has a tab on exactly one of each two sides that meet, and no tab overlaps a face or another tab', () => {
    const pairs = Array.from({ length: glued.length / 2 }, (_, i) => [glued[2 * i]!, glued[2 * i + 1]!]);
    expect(tabs).toHaveLength(pairs.length);
    for (const [a, b] of pairs) {
      const of = tabs.filter(({ side, behind }) => (side === a && behind === b) || (side === b && behind === a)); // oxfmt-ignore
      expect(of).toHaveLength(1);
    }
    tabs.forEach(({ corners, side }, i) => {
      const [from, to] = sides(polygons[Math.floor(side / count)]!)[side % count]!;
      expect(length(corners[0]!, to) + length(corners[1]!, from)).toBeLessThan(1e-9);
      // large enough for a fingertip and glue
      expect(sharedArea(corners, corners)).toBeGreaterThan(0.05);
      for (const polygon of polygons) expect(sharedArea(corners, polygon)).toBeLessThan(1e-6);
      for (const other of tabs.slice(i + 1)) {
        expect(sharedArea(corners, other.corners)).toBeLessThan(1e-6);
      }
    });
  });

  it('each tab stays within the face it is glued behind', () => {
    for (const { side, behind, corners } of tabs) {
      const [from, to] = sides(polygons[Math.floor(side / count)]!)[side % count]!;
      const face = polygons[Math.floor(behind / count)]!;
      const [start, end] = sides(face)[behind % count]!;
      // On the folded net, the tab's base runs along that side in the opposite direction, and the tab points into the
      // face.
      const place = (point: Point): Point => {
        const [along, out] = [
          (point[0] - from[0]) * (to[0] - from[0]) + (point[1] - from[1]) * (to[1] - from[1]),
          (point[0] - from[0]) * (to[1] - from[1]) - (point[1] - from[1]) * (to[0] - from[0]),
        ];
        return [
          end[0] + along * (start[0] - end[0]) - out * (end[1] - start[1]),
          end[1] + along * (start[1] - end[1]) + out * (end[0] - start[0]),
        ];
      };
      const placed = corners.map(place).reverse();
      expect(sharedArea(placed, face)).toBeCloseTo(sharedArea(corners, corners), 6);
    }
  });

  it('is printed with the requested edge, faces as in the solution, folds and outline once', async () => {
    const edge = 21.5;
    const pages = boardPages(puzzle, { paper: 'a4', edge, upTo: 50, numbers: false, solution });
    expect(pages).toHaveLength(1);
    const [page] = pages as [Page];
    const faces = itemsOf(page, 'tile');
    expect(faces.map(({ labels }) => labels)).toEqual([...solution].map((code) => labelsOf(puzzle, code)));
    const pdf = await PDFDocument.load(await pdfOf(puzzle, pages));
    for (const face of drawnSides(pdf.getPage(0))) {
      for (const [from, to] of face) expect(length(from, to)).toBeCloseTo(edge, 3);
    }
    const total = (role: string): number =>
      linesOf(page, role).reduce((sum, [from, to]) => sum + length(from, to), 0);
    const tabLines = tabs.reduce(
      (sum, { corners }) =>
        sum +
        sides(corners)
          .slice(1)
          .reduce((l, [a, b]) => l + length(a, b), 0),
      0,
    );
    expect(total('fold')).toBeCloseTo(edge * (joined.length / 2 + tabs.length), 3);
    expect(total('cut')).toBeCloseTo(edge * (glued.length / 2 + tabLines), 3);
    const blank = boardPages(puzzle, { paper: 'a4', edge, upTo: 50, numbers: true, solution: null })[0]!;
    expect(itemsOf(blank, 'tile').map(({ labels, number }) => [labels.length, number])).toEqual(
      faces.map((_, cell) => [0, String(cell + 1)]),
    );
  });

  it('uses the largest edge that fits the paper', () => {
    const largest = largestEdge(puzzle, 'letter');
    const print = { paper: 'letter', upTo: 500, numbers: false, solution: null } as const;
    const [page] = boardPages(puzzle, { ...print, edge: null }) as [Page];
    const [a, b] = sides(itemsOf(page, 'tile')[0]!.corners)[0]!;
    expect(length(a, b)).toBeCloseTo(largest, 6);
    for (const [x, y] of linesOf(page, 'cut').flat()) {
      expect(Math.min(x, y, page.width - x)).toBeGreaterThanOrEqual(14 - 1e-6);
      expect(y).toBeLessThanOrEqual(page.height - 30 + 1e-6);
    }
    expect(() => boardPages(puzzle, { ...print, edge: largest * 1.1 })).toThrow(
      /does not fit on US Letter\. Use at most/,
    );
  });
});

const flatBoards: BoardShape[] = [
  { kind: 'rectangle', width: 3, height: 2 },
  { kind: 'rectangle', width: 3, height: 2, wrap: 'torus' },
  { kind: 'rectangle', width: 4, height: 2, wrap: 'cylinder' },
  { kind: 'triangle', side: 3 },
  { kind: 'parallelogram', width: 3, height: 2 },
  { kind: 'hexagon', side: 2 },
  { kind: 'honeycomb', side: 2 },
  { kind: 'graph', sides: 5, cells: 3, joints: [[0, 0, 1, 0]] },
];

describe('flat boards', () => {
  it.each(flatBoards)('%j: a tray and a solution at true size, cut around once', (board) => {
    const { puzzle, solution } = on(board);
    const count = boardOf(board).sides;
    for (const lies of [null, solution]) {
      const [page] = sheetsOf(
        puzzle,
        { ...usualPrint, tiles: false, tile: 20, board: lies ? 'solution' : 'blank' },
        lies,
      ) as [Page];
      const faces = itemsOf(page, 'tile');
      expect(faces).toHaveLength(boardOf(board).cells);
      for (const { corners } of faces)
        for (const [a, b] of sides(corners)) expect(length(a, b)).toBeCloseTo(20, 6);
      expect(faces.every(({ labels }) => labels.length === (lies ? count : 0))).toBe(true);
      const cut = linesOf(page, 'cut').reduce((sum, [a, b]) => sum + length(a, b), 0);
      const outline = faces.length * count - flatGeometry(board).joined.length;
      if (board.kind !== 'rectangle' || board.wrap !== 'cylinder') expect(cut).toBeCloseTo(20 * outline, 6);
    }
  });

  it('a tray larger than the paper is split over several pages, with its whole outline', () => {
    const { puzzle } = on({ kind: 'hexagon', side: 2 });
    const pages = sheetsOf(puzzle, { ...usualPrint, tiles: false, tile: 90, board: 'blank' });
    expect(pages).toHaveLength(4);
    const cut = pages.flatMap((page) => linesOf(page, 'cut')).reduce((sum, [a, b]) => sum + length(a, b), 0);
    expect(cut).toBeCloseTo(12 * 90, 6);
  });
});

describe('for a laser cutter', () => {
  const pathsIn = (svg: string, group: string): Point[][] =>
    [...new RegExp(`<g id="${group}"[^>]*>(.*?)</g>`).exec(svg)![1]!.matchAll(/ d="([^"]+)"/g)].map(([, d]) =>
      [...d!.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]): Point => [Number(x), Number(y)]),
    );
  const pieces = (paths: readonly Point[][]): [Point, Point][] =>
    paths.flatMap((points) => points.slice(1).map((to, i): [Point, Point] => [points[i]!, to]));
  /** Returns the length that two line segments share. */
  const common = ([a, b]: [Point, Point], [c, d]: [Point, Point]): number => {
    const long = length(a, b);
    const [dx, dy] = [(b[0] - a[0]) / long, (b[1] - a[1]) / long];
    const away = ([x, y]: Point): number => Math.abs((x - a[0]) * dy - (y - a[1]) * dx);
    if (Math.max(away(c), away(d)) > 0.01) return 0;
    const [from, to] = [c, d].map(([x, y]) => (x - a[0]) * dx + (y - a[1]) * dy).sort((p, q) => p - q) as [
      number,
      number,
    ];
    return Math.max(0, Math.min(long, to) - Math.max(0, from));
  };

  const shared = (piece: [Point, Point], others: readonly [Point, Point][]): number =>
    Math.max(0, ...others.map((other) => common(piece, other)));

  const sheets: [string, EdgePuzzle, Page][] = [
    ...eachForm.flatMap(([name, { puzzle }]) =>
      [0, 2].map((gap): [string, EdgePuzzle, Page] => [
        `${name}, gap ${gap}`,
        puzzle,
        sheetsOf(puzzle, { ...usualPrint, tile: 22, gap, key: false })[0]!,
      ]),
    ),
    ...solids.map((solid): [string, EdgePuzzle, Page] => {
      const { puzzle, solution } = on({ kind: 'solid', solid });
      const print = { paper: 'a4', edge: 25, upTo: 50, numbers: false, solution } as const;
      return [`net of a ${solid}`, puzzle, boardPages(puzzle, print)[0]!];
    }),
  ];

  it.each(sheets)(
    '%s: every outline is cut once, and nothing is both cut and folded or engraved',
    (name, puzzle, page) => {
      const svg = laserSheet(puzzle, page);
      expect(svg).toContain(
        `width="${page.width}mm" height="${page.height}mm" viewBox="0 0 ${page.width} ${page.height}"`,
      );
      for (const [group, colour] of Object.entries(laserColours)) {
        expect(svg).toContain(`<g id="${group}" fill="none" stroke="${colour}" stroke-width="0.0254">`);
      }
      expect(new Set(Object.values(laserColours)).size).toBe(3);
      const [cut, fold, engrave] = ['cut', 'fold', 'engrave'].map((group) => pieces(pathsIn(svg, group))) as [
        [Point, Point][],
        [Point, Point][],
        [Point, Point][],
      ];
      cut.forEach((one, i) => {
        expect(shared(one, [...cut.slice(i + 1), ...fold])).toBeLessThan(0.01);
      });
      const lines = [...cut, ...fold];
      for (const { corners } of itemsOf(page, 'tile')) {
        for (const side of sides(corners)) {
          const covered = lines.reduce((sum, line) => sum + common(side, line), 0);
          expect(covered, name).toBeCloseTo(length(...side), 2);
        }
      }
      expect(engrave.length).toBeGreaterThan(20);
      for (const piece of engrave.slice(0, 2000)) expect(shared(piece, lines)).toBeLessThan(0.02);
    },
  );
});

describe('a PDF of labels of every kind', () => {
  it('accepts text with letters missing from PDF fonts, and names an unsupported image', async () => {
    const [first, ...rest] = scramble.puzzle.labels;
    const withText: EdgePuzzle = { ...scramble.puzzle, labels: [{ ...first!, text: '7 × 8|≤ 56' }, ...rest] };
    const pages = sheetsOf(withText, usualPrint);
    expect((await pdfOf(withText, pages)).length).toBeGreaterThan(1000);
    const gif: EdgePuzzle = {
      ...scramble.puzzle,
      labels: [{ ...first!, image: 'data:image/gif;base64,R0lGOD' }, ...rest],
    };
    await expect(pdfOf(gif, pages)).rejects.toThrow(/neither PNG nor JPEG/);
  });

  it('tells the printer to print at true size and how to turn the paper', async () => {
    const pages = sheetsOf(scramble.puzzle, usualPrint);
    const read = async (...two: ['short'?]) =>
      (await PDFDocument.load(await pdfOf(scramble.puzzle, pages, ...two))).catalog.getViewerPreferences();
    expect((await read('short'))?.getDuplex()).toBe('DuplexFlipShortEdge');
    expect((await read())?.getPrintScaling()).toBe('None');
  });
});
