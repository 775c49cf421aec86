/** From pictures to groups of edges: the one way that the window and the command line share. */
import { exposed, faceOf, type Face } from './face.ts';
import { counted } from '../text/counted.ts';
import { sureness, type Mating } from './groups.ts';
import type { Quad } from './homography.ts';
import type { Picture, Plane } from './picture.ts';
import type { Sorted } from './puzzle.ts';
import { questionsOf, type Question } from './questions.ts';
import { readEdges, type Reading } from './reading.ts';
import { namesFor } from './sorting.ts';
import { findTiles } from './tiles.ts';

/** A decoded picture with the light on its table (`findTiles`). */
export interface LitPicture {
  readonly picture: Picture;
  readonly light: Plane;
}

/** A tile's corners in the pixels of the picture with that number. */
export interface PlacedTile {
  readonly picture: number;
  readonly corners: Quad;
}

export interface ReadTiles {
  /** by tile, as seen from straight above */
  readonly faces: readonly Face[];
  readonly reading: Reading;
}

/** Cuts tiles out of their pictures and reads their edges. Returns null if a tile has three corners on one line. */
export function readTiles(
  pictures: ReadonlyMap<number, LitPicture>,
  tiles: readonly PlacedTile[],
  mating: Mating | null = null,
): ReadTiles | null {
  const faces: Face[] = [];
  for (const { picture: id, corners } of tiles) {
    const { picture, light } = pictures.get(id)!;
    const face = faceOf(picture, corners, light);
    if (!face) return null;
    faces.push(face);
  }
  // tiles of one photograph are brightened alike
  for (const id of new Set(tiles.map(({ picture }) => picture))) {
    const own = tiles.flatMap(({ picture }, i) => (picture === id ? [i] : []));
    exposed(own.map((i) => faces[i]!)).forEach((face, k) => (faces[own[k]!] = face));
  }
  return { faces, reading: readEdges(faces, mating) };
}

/** What is found in the pictures of one puzzle, and what is open. */
export interface Scan {
  readonly mating: Mating | 'unknown';
  /** picture by picture, each in reading order */
  readonly tiles: readonly ScannedTile[];
  readonly faces: readonly Face[];
  /** null where there are fewer than two tiles */
  readonly sorted: Sorted | null;
  readonly questions: readonly OpenQuestion[];
}

export interface ScannedTile extends PlacedTile {
  readonly sure: boolean;
  /** clockwise from the side that is on top in the picture: “A”, or “A+” and “A-” for the halves of one picture */
  readonly edges: readonly string[];
}

export interface OpenQuestion {
  readonly about: 'mating' | 'tile' | 'edge';
  readonly text: string;
}

/** Reads the puzzle in some pictures without a person. `expected`: how many tiles there are, if that is known. */
export function scan(pictures: readonly Picture[], expected: number | null = null): Scan {
  const found = pictures.map((picture) => ({ picture, ...findTiles(picture) }));
  const placed = found.flatMap(({ tiles }, picture) => tiles.map((tile) => ({ picture, ...tile })));
  const aboutTiles = tileQuestions(placed, expected);
  const read = placed.length < 2 ? null : readTiles(new Map(found.entries()), placed);
  if (!read)
    return {
      mating: 'unknown',
      tiles: placed.map((tile) => ({ ...tile, sure: tile.certainty >= SURE, edges: [] })),
      faces: [],
      sorted: null,
      questions: aboutTiles,
    };
  const { groups, mates, mating, far } = read.reading;
  const sorted: Sorted = { mating, groups, mates, names: namesFor(mating, mates) };
  const titles = groups.map((group) => titleOf(sorted, group));
  const sure = sureness(
    far,
    groups,
    placed.map(({ certainty }) => certainty),
  );
  return {
    mating,
    tiles: placed.map((tile, i) => ({
      ...tile,
      sure: tile.certainty >= SURE,
      edges: titles.slice(4 * i, 4 * i + 4),
    })),
    faces: read.faces,
    sorted,
    questions: [
      ...aboutTiles,
      ...questionsOf(far, groups, sure)
        .filter(({ edges }) => edges.some((edge) => sure[edge]! < DOUBTFUL))
        .map((question) => edgeQuestion(question, sorted)),
    ],
  };
}

/** An outline is sure from this certainty on; an edge is doubtful below that sureness. */
export const SURE = 0.6;
export const DOUBTFUL = 0.35;

/** “A”, or “A+” and “A-” for the halves of one picture. */
function titleOf({ mating, mates, names }: Sorted, group: number): string {
  const name = names[group]!;
  if (mating === 'same') return name;
  return `${name}${group <= mates[group]! ? '+' : '-'}`;
}

function tileQuestions(tiles: readonly { certainty: number }[], expected: number | null): OpenQuestion[] {
  const questions: OpenQuestion[] = [];
  const ask = (text: string): void => void questions.push({ about: 'tile', text });
  if (tiles.length === 0)
    ask('No tiles were found. Lay them on a table of another colour, with space between them.');
  else if (expected !== null && expected !== tiles.length)
    ask(`${counted(tiles.length, 'tile')} found, ${expected} expected. Are all tiles in the picture?`);
  else if (tiles.length === 1) ask('Only one tile was found. A puzzle has at least two.');
  tiles.forEach(({ certainty }, i) => {
    if (certainty < SURE) ask(`Is the outline of tile ${i + 1} right?`);
  });
  return questions;
}

const sides = ['top', 'right', 'bottom', 'left'];
/** “the right edge of tile 3” */
const edgeName = (edge: number): string => `the ${sides[edge & 3]} edge of tile ${(edge >> 2) + 1}`;

function edgeQuestion({ edges, like }: Question, sorted: Sorted): OpenQuestion {
  const own = titleOf(sorted, sorted.groups[edges[0]!]!);
  const which = edges.map(edgeName).join(', ');
  return {
    about: 'edge',
    text:
      like === null
        ? `${edges.length > 1 ? 'Do' : 'Does'} ${which} show ${own}?`
        : `Do ${own} (${which}) and ${titleOf(sorted, like)} show the same?`,
  };
}
