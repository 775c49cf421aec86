/** How each label of a puzzle is drawn. A label fills a wedge, the triangle between an edge and the tile's centre. */
import { halfOf, labelCount, styleIndex, turned } from '../../src-core/puzzle/labels.ts';
import type { EdgePuzzle, LabelStyle, Tile } from '../../src-core/puzzle/puzzle.ts';
import { pairedMotifNamed, pairedMotifs, type Tone } from './paired-motifs.ts';
import { apothem, EDGE, pathOf, type Point } from './geometry.ts';
import { motifNamed, motifs } from './motifs.ts';
import { FRAME_COLOUR, INK, inks, mix, namedColours, palette, PAPER, readableOn } from './palette.ts';

interface Fill {
  /** SVG path data in the wedge's coordinates, filled with the even-odd rule */
  readonly d: string;
  readonly colour: string;
}

interface Caption {
  readonly text: string;
  /** height of the text in drawing units */
  readonly size: number;
  readonly colour: string;
  /** distance from the edge to the middle of the text */
  readonly y: number;
  /** true for short text, which stays upright on the page; long text follows the edge */
  readonly upright: boolean;
}

/**
 * A square image in a wedge. `size`: its side. `y`: distance of the image's centre from the edge. A label's image is
 * centred on the edge (0), and a photograph on the tile. `turns`: quarter turns clockwise.
 */
interface WedgeImage {
  readonly href: string;
  readonly size: number;
  readonly y: number;
  readonly turns: number;
}

/** The drawing of a label in the wedge's coordinates: origin in the middle of the edge, y towards the centre. */
export interface Wedge {
  readonly name: string;
  readonly ground: Fill;
  readonly fills: readonly Fill[];
  readonly caption: Caption | null;
  readonly image: WedgeImage | null;
}

export type AppearanceSource = Pick<EdgePuzzle, 'mating' | 'rim' | 'labels' | 'tiles'>;

const cache = new WeakMap<object, readonly Wedge[]>();
const byText = new Map<string, readonly Wedge[]>();
const MAX_APPEARANCES = 60;
/**
 * Maximum length, in characters, of the string by which the labels of two puzzles are compared. Longer ones contain
 * large images, and comparing them would be slow.
 */
const MAX_COMPARED_LENGTH = 50_000;

/**
 * Returns a list of wedges: one for each label, followed by the wedges of photographs. Puzzles with identical labels
 * have the same list, so cached pictures remain valid when tiles are edited.
 */
export function appearanceOf(puzzle: AppearanceSource): readonly Wedge[] {
  let wedges = cache.get(puzzle);
  if (wedges) return wedges;
  const { mating, rim, labels } = puzzle;
  const sides = puzzle.tiles[0]?.edges.length ?? 4;
  const count = Math.max(labelCount(puzzle), labels.length * (mating === 'same' ? 1 : 2));
  const text = JSON.stringify([mating, rim, sides, count, labels]);
  wedges = hasPhotos(puzzle) ? undefined : byText.get(text);
  if (!wedges) {
    wedges = Array.from({ length: count }, (_, label) => wedgeOf(puzzle, label, sides));
    if (hasPhotos(puzzle)) wedges = [...wedges, ...puzzle.tiles.flatMap(photoWedges)];
    else if (text.length <= MAX_COMPARED_LENGTH) {
      if (byText.size >= MAX_APPEARANCES) byText.delete(byText.keys().next().value!);
      byText.set(text, wedges);
    }
  }
  cache.set(puzzle, wedges);
  return wedges;
}

const hasPhotos = ({ tiles }: AppearanceSource): boolean => tiles.some(({ photo }) => photo !== undefined);

/**
 * Returns the four wedges of a tile, each showing a quarter of its photograph. They are blank if the tile has no
 * photograph.
 */
function photoWedges({ photo, edges }: Tile, tile: number): Wedge[] {
  if (photo === undefined || edges.length !== 4) return Array<Wedge>(4).fill(blankWedge(4));
  return [0, 1, 2, 3].map((side) => ({
    name: `tile ${tile + 1}`,
    ground: ground(4, PAPER),
    fills: [],
    caption: null,
    image: { href: photo.image, size: EDGE, y: EDGE / 2, turns: ((photo.turn ?? 0) + 4 - side) % 4 },
  }));
}

/**
 * Returns the numbers of the wedges (see `appearanceOf`) that a placed tile shows, clockwise from the top: those of
 * its labels or of its photograph. The back of a photographed tile shows labels.
 */
export function shownOn(
  puzzle: AppearanceSource,
  tile: number,
  rotation: number,
  flipped: boolean,
): readonly number[] {
  const piece = puzzle.tiles[tile]!;
  const labels = turned(piece, rotation, flipped);
  if (piece.photo === undefined || flipped || labels.length !== 4) return labels;
  const first = appearanceOf(puzzle).length - 4 * puzzle.tiles.length + 4 * tile;
  return labels.map((_, side) => first + ((side + 4 - rotation) % 4));
}

/** Returns whether a wedge is part of a photograph. No lines are drawn between such wedges. */
export const isPhoto = (wedge: Wedge | undefined): boolean => wedge?.image != null && wedge.image.y > 0;

function wedgeOf(puzzle: AppearanceSource, label: number, sides: number): Wedge {
  const index = styleIndex(puzzle.mating, label);
  const style = puzzle.labels[index];
  if (style?.unpainted) return blankWedge(sides);
  if (puzzle.mating === 'opposite') return halfWedge(index, halfOf(label), style, sides);
  const frame = puzzle.rim.kind === 'colour' && !puzzle.rim.inside && puzzle.rim.colour === label;
  return frame ? frameWedge(style, sides) : colourWedge(index, style, sides);
}

const triangle = (sides: number): Point[] => [
  [-EDGE / 2, 0],
  [EDGE / 2, 0],
  [0, apothem(sides)],
];
const ground = (sides: number, colour: string): Fill => ({ d: pathOf([triangle(sides)]), colour });

function frameWedge(style: LabelStyle | undefined, sides: number): Wedge {
  return {
    name: style?.name ?? 'frame',
    ground: ground(sides, style?.colour ?? FRAME_COLOUR),
    fills: [],
    caption: null,
    image: null,
  };
}

/** Returns a blank wedge: paper-coloured, with a short line that distinguishes it from a white label. */
function blankWedge(sides: number): Wedge {
  const y = apothem(sides) * 0.3;
  const line: Point[] = [
    [-9, y - 2],
    [9, y - 2],
    [9, y + 2],
    [-9, y + 2],
  ];
  return {
    name: 'not painted yet',
    ground: ground(sides, PAPER),
    fills: [{ d: pathOf([line]), colour: '#c3c9d1' }],
    caption: null,
    image: null,
  };
}

interface LabelDesign {
  readonly colour: string;
  readonly secondColour: string;
  readonly motif: string;
}

/**
 * Returns the colours and the motif of a label. The colour is the one that the user chose, else the one that the label
 * is named after, else the default.
 */
export function designOf(
  mating: EdgePuzzle['mating'],
  index: number,
  style: Partial<LabelStyle> | undefined,
): LabelDesign {
  const same = mating === 'same';
  const pair = palette[index % palette.length]!;
  const chosen = style?.colour ?? namedColours.get(style?.name?.trim().toLowerCase() ?? '');
  const colour = chosen ?? (same ? pair.ground : inks[index % inks.length]!);
  const second = same ? (chosen ? readableOn(colour) : pair.figure) : mix(colour, INK, 0.42);
  const usual = same ? motifs : pairedMotifs;
  return {
    colour,
    secondColour: style?.secondColour ?? second,
    motif: style?.motif ?? usual[index % usual.length]!.name,
  };
}

function colourWedge(index: number, style: LabelStyle | undefined, sides: number): Wedge {
  const { colour, secondColour: onGround, motif: motifName } = designOf('same', index, style);
  const motif = motifNamed(motifName);
  const plain = style?.text !== undefined || style?.image !== undefined || !motif;
  return {
    name: style?.name ?? `colour ${index}`,
    ground: ground(sides, colour),
    fills: plain ? [] : [{ d: scaled(motif.half, sides), colour: onGround }],
    caption: style?.text === undefined ? null : caption(style.text, onGround, sides),
    image: style?.image === undefined ? null : image(style.image, false, sides),
  };
}

function halfWedge(index: number, half: 0 | 1, style: LabelStyle | undefined, sides: number): Wedge {
  const { colour, secondColour, motif } = designOf('opposite', index, style);
  const pale = mix(colour, PAPER, 0.86);
  const named = pairedMotifNamed(motif);
  const plain = style?.text !== undefined || style?.image !== undefined || !named;
  const tones: Record<Tone, string> = {
    body: colour,
    shade: secondColour,
    light: mix(colour, '#ffffff', 0.78),
    ink: INK,
  };
  // A symbol's text can have a part for each half, as in "7 × 8|56". Without the bar, both halves show the whole text.
  // Only the head has the full colour.
  const [tail = '', head = tail] = (style?.text ?? '').split('|');
  return {
    name: `${style?.name ?? `symbol ${index}`} ${half ? 'head' : 'tail'}`,
    ground: ground(sides, plain && half ? colour : pale),
    fills: plain
      ? []
      : named.halves[half].map(({ tone, outlines }) => ({ d: scaled(outlines, sides), colour: tones[tone] })),
    caption:
      style?.text === undefined ? null : caption(half ? head : tail, half ? readableOn(colour) : INK, sides),
    image: style?.image === undefined ? null : image(style.image, half === 0, sides),
  };
}

/**
 * Returns the SVG path of a motif, scaled to fit the wedge of a tile with this number of sides. Motifs are designed for
 * square tiles. The wedges of other tiles, such as triangles, may be flatter.
 */
const scaled = (outlines: readonly (readonly Point[])[], sides: number): string => {
  const scale = Math.min(1, apothem(sides) / 50);
  return pathOf(outlines.map((outline) => outline.map(([x, y]): Point => [x * scale, y * scale])));
};

function caption(text: string, colour: string, sides: number): Caption {
  const height = apothem(sides);
  const upright = text.length <= 2;
  const size = upright ? height * 0.46 : Math.min(height * 0.34, 100 / text.length);
  return { text, colour, size, upright, y: upright ? height * 0.36 : size * 0.75 + 2 };
}

const image = (href: string, beyond: boolean, sides: number): WedgeImage => ({
  href,
  turns: beyond ? 2 : 0,
  y: 0,
  size: apothem(sides) * 1.3,
});
