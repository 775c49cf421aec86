/** Finds tiles in pictures and sorts their edges into groups, for the window and the command line. */
import { closeUpOf, factsOf, pictureProblems, pictureProblemText, MIN_TRUSTED_CERTAINTY } from './advice.ts';
import { balanced, exposed, faceOf, type Face } from './face.ts';
import { counted } from '../text/counted.ts';
import { differences } from './clusters.ts';
import { agreementOf } from './groups.ts';
import { doubtsOf, type Doubt } from './doubts.ts';
import type { Mating } from './halves.ts';
import { sureness } from './sureness.ts';
import type { Quad } from './homography.ts';
import type { Picture, Plane, Point } from './picture.ts';
import { boardFor, isUsualCount, type Sorted } from './puzzle.ts';
import { mergeQuestion } from './merges.ts';
import { questionsOf, type Question } from './questions.ts';
import { readStrips, type Reading } from './reading.ts';
import { namesFor } from './sorting.ts';
import { withEvenLight, stripsOf, type Strip } from './strips.ts';
import { findTiles, type FoundTile } from './tiles.ts';

/** A decoded picture, and the brightness of its table (see `findTiles`). */
export interface LitPicture {
  readonly picture: Picture;
  readonly light: Plane;
}

/** A tile in one of the pictures. `picture` is the picture's index, and `corners` are in pixels of that picture. */
export interface PlacedTile {
  readonly picture: number;
  readonly corners: Quad;
}

export interface ReadTiles {
  /** the picture of each tile, as seen from straight above */
  readonly faces: readonly Face[];
  readonly reading: Reading;
}

/** Cuts tiles out of their pictures and reads their edges. Returns null if a tile has three corners on one line. */
export function readTiles(
  pictures: ReadonlyMap<number, LitPicture>,
  tiles: readonly PlacedTile[],
  mating: Mating | null = null,
): ReadTiles | null {
  const plain = cutOut(pictures, tiles, false);
  const even = cutOut(pictures, tiles, true);
  if (!plain || !even) return null;
  const balancedFaces = balanced(plain);
  const plainStrips = stripsIn(plain);
  // Grain, glare or a second table can look like uneven light, and a drawing can look like a shadow. So correct for
  // uneven light only if the tiles match clearly better after the correction.
  const candidates = [
    { faces: plain, strips: plainStrips, share: 1 },
    { faces: balancedFaces, strips: stripsIn(balancedFaces), share: 1 },
    { faces: even, strips: stripsIn(even), share: MAX_AGREEMENT_RATIO },
    { faces: plain, strips: withEvenLight(plainStrips), share: MAX_AGREEMENT_RATIO },
  ].map(({ faces, strips, share }) => {
    const far = differences(strips);
    return { faces, strips, far, agreement: agreementOf(far) / share };
  });
  const { faces, strips, far } = candidates.reduce((one, other) =>
    other.agreement < one.agreement ? other : one,
  );
  return { faces, reading: readStrips(strips, mating, far) };
}
/**
 * Uneven light is corrected only if this makes the groups of edges clearer: it must reduce `agreementOf` (lower is
 * better) to at most this fraction.
 */
const MAX_AGREEMENT_RATIO = 0.95;

const stripsIn = (faces: readonly Face[]): Strip[] => faces.flatMap(stripsOf);

/**
 * Cuts tiles out of pictures. All tiles of a picture are brightened by the same factor, so that they stay comparable.
 */
function cutOut(
  pictures: ReadonlyMap<number, LitPicture>,
  tiles: readonly PlacedTile[],
  isLit: boolean,
): Face[] | null {
  const faces: Face[] = [];
  for (const { picture: id, corners } of tiles) {
    const { picture, light } = pictures.get(id)!;
    const face = faceOf(picture, corners, isLit ? light : null);
    if (!face) return null;
    faces.push(face);
  }
  for (const id of new Set(tiles.map(({ picture }) => picture))) {
    const own = tiles.flatMap(({ picture }, i) => (picture === id ? [i] : []));
    exposed(own.map((i) => faces[i]!)).forEach((face, k) => (faces[own[k]!] = face));
  }
  return faces;
}

/** The tiles and edges of one puzzle, and the open questions. */
export interface Scan {
  readonly mating: Mating | 'unknown';
  /** the tiles in reading order, picture by picture */
  readonly tiles: readonly ScannedTile[];
  readonly faces: readonly Face[];
  /** the edges as read; null if there are fewer than two tiles, or if a tile can't be rectified */
  readonly reading: Reading | null;
  readonly sorted: Sorted | null;
  readonly questions: readonly OpenQuestion[];
}

interface ScannedTile extends PlacedTile {
  /** how clearly the four sides of the tile are visible, 0 to 1 */
  readonly certainty: number;
  readonly sure: boolean;
  /** labels clockwise from the side at the top of the photo: “A”, or “A+” and “A-” for the two halves of a symbol */
  readonly edges: readonly string[];
}

interface OpenQuestion {
  readonly about: 'mating' | 'tile' | 'edge';
  readonly text: string;
}

interface ScanOptions {
  readonly expected?: number | undefined;
  readonly oneEach?: boolean | undefined;
}

/** Reads a puzzle without asking the user. */
export function scan(pictures: readonly Picture[], { expected, oneEach = false }: ScanOptions = {}): Scan {
  const found = pictures.map((picture) => {
    const all = findTiles(picture);
    if (!oneEach) return { picture, ...all };
    return {
      picture,
      ...all,
      overlooked: [],
      tiles: [{ corners: closeUpOf(picture, all.tiles), certainty: 1 }],
    };
  });
  const placed = found.flatMap(({ tiles }, picture) => tiles.map((tile) => ({ picture, ...tile })));
  const aboutTiles = [
    ...(oneEach ? [] : lackQuestions(found)),
    ...tileQuestions(
      placed,
      expected,
      found.flatMap(({ overlooked }, i) =>
        overlooked.map((at) => `${placeText(at)}${found.length > 1 ? ` in picture ${i + 1}` : ''}`),
      ),
    ),
  ];
  const read = placed.length < 2 ? null : readTiles(new Map(found.entries()), placed);
  if (!read)
    return {
      mating: 'unknown',
      tiles: placed.map((tile) => ({ ...tile, sure: tile.certainty >= MIN_TRUSTED_CERTAINTY, edges: [] })),
      faces: [],
      reading: null,
      sorted: null,
      questions: aboutTiles,
    };
  const { groups, mates, mating, matingSure, far } = read.reading;
  const sorted: Sorted = { mating, groups, mates, names: namesFor(mating, mates) };
  const titles = groups.map((group) => titleOf(sorted, group));
  const sure = sureness(
    far,
    groups,
    placed.map(({ certainty }) => certainty),
  );
  return {
    mating: matingSure ? mating : 'unknown',
    tiles: placed.map((tile, i) => ({
      ...tile,
      sure: tile.certainty >= MIN_TRUSTED_CERTAINTY,
      edges: titles.slice(4 * i, 4 * i + 4),
    })),
    faces: read.faces,
    reading: read.reading,
    sorted,
    questions: [
      ...aboutTiles,
      ...(matingSure ? [] : [MATING_QUESTION]),
      ...mergeQuestions(far, groups),
      ...edgeQuestions(far, sorted, sure),
    ],
  };
}

const MATING_QUESTION: OpenQuestion = {
  about: 'mating',
  text: 'Do two different halves of a picture meet at each edge, or do equal edges meet?',
};

/**
 * Certainty below which the user is asked about an edge. Edges that don't fit into ten questions share one more
 * question.
 */
const ASKED_BELOW_CERTAINTY = 0.3;

function titleOf({ mating, mates, names }: Sorted, group: number): string {
  const name = names[group]!;
  if (mating === 'same') return name;
  return `${name}${group <= mates[group]! ? '+' : '-'}`;
}

const CLOSE_UP_FIX =
  ' Add --one-tile-each to read each picture as one tile, or take a picture with space between the tiles.';

function lackQuestions(
  found: readonly { readonly picture: Picture; readonly tiles: readonly FoundTile[] }[],
): OpenQuestion[] {
  const problems = pictureProblems(found.map(({ picture, tiles }) => factsOf(picture, tiles)));
  return [...new Set(problems)].flatMap((problem): OpenQuestion[] => {
    if (problem === null) return [];
    const pictures = problems.flatMap((own, i) => (own === problem ? [i + 1] : []));
    const names = `Picture${pictures.length === 1 ? '' : 's'} ${pictures.join(', ')}: `;
    const text = pictureProblemText(problem, pictures.length);
    const fix = problem === 'close-up' ? CLOSE_UP_FIX : '';
    return [{ about: 'tile', text: `${found.length > 1 ? names : ''}${text}${fix}` }];
  });
}

const placeText = ([x, y]: Point): string => `${Math.round(x)}, ${Math.round(y)}`;

/** Asks about missing tiles, doubtful outlines, and places that may show a tile. */
export function tileQuestions(
  tiles: readonly { certainty: number }[],
  expected: number | undefined,
  overlooked: readonly string[],
): OpenQuestion[] {
  const questions: OpenQuestion[] = [];
  const ask = (text: string): void => void questions.push({ about: 'tile', text });
  if (tiles.length > 0 && expected !== undefined && expected !== tiles.length)
    ask(`${counted(tiles.length, 'tile')} found, ${expected} expected. Are all tiles in the picture?`);
  if (tiles.length > 1 && expected === undefined && !isUsualCount(tiles.length)) {
    const { columns, rows } = boardFor(tiles.length);
    ask(
      `${tiles.length} tiles found, which would make a board of ${columns} × ${rows}. Is a tile missing? If not, add --tiles ${tiles.length}.`,
    );
  }
  const unsure = tiles.flatMap(({ certainty }, i) => (certainty < MIN_TRUSTED_CERTAINTY ? [i + 1] : []));
  if (unsure.length === 1) ask(`Is the outline of tile ${unsure[0]} right?`);
  if (unsure.length > 1) ask(`Are the outlines of tiles ${unsure.join(', ')} right?`);
  for (const place of overlooked)
    ask(
      `Is there a tile around pixel ${place}? Something there is as large as a tile, but has no clear outline.`,
    );
  return questions;
}

const sides = ['top', 'right', 'bottom', 'left'];
const edgeName = (edge: number): string => `the ${sides[edge & 3]} edge of tile ${(edge >> 2) + 1}`;

function mergeQuestions(far: Float32Array, groups: readonly number[]): OpenQuestion[] {
  const question = mergeQuestion(far, groups, []);
  if (!question) return [];
  const [some, others] = question.parts.map((edges) => edges.map(edgeName).join(', '));
  return [
    { about: 'edge', text: `Do these two groups of edges show the same picture: (${some}) and (${others})?` },
  ];
}

function edgeQuestion({ edges, like }: Question, sorted: Sorted): OpenQuestion {
  const own = titleOf(sorted, sorted.groups[edges[0]!]!);
  const which = edges.map(edgeName).join(', ');
  return {
    about: 'edge',
    text:
      like === null
        ? `${edges.length > 1 ? 'Do' : 'Does'} ${which} show ${own}?`
        : `Do ${own} (${which}) and ${titleOf(sorted, like)} show the same picture?`,
  };
}

/** Returns questions about all edges that are doubtful or have a certainty below `ASKED_BELOW_CERTAINTY`. */
export function edgeQuestions(far: Float32Array, sorted: Sorted, sure: readonly number[]): OpenQuestion[] {
  const questions = questionsOf(far, sorted.groups, sure).filter(({ edges }) =>
    edges.some((edge) => sure[edge]! < ASKED_BELOW_CERTAINTY),
  );
  const asked = new Set(questions.flatMap(({ edges }) => edges));
  return [
    ...questions.map((question) => edgeQuestion(question, sorted)),
    ...doubtQuestions(doubtsOf(far, sorted.groups, sure, [], ASKED_BELOW_CERTAINTY), asked, sorted),
  ];
}

/** Returns one question about all doubtful edges that are not in `asked`, or none if there are no such edges. */
export function doubtQuestions(
  doubts: ReadonlyMap<number, Doubt>,
  asked: ReadonlySet<number>,
  sorted: Sorted,
): OpenQuestion[] {
  const left = [...doubts].filter(([edge]) => !asked.has(edge));
  if (left.length === 0) return [];
  const names = left.map(([edge, { like }]) => {
    const own = titleOf(sorted, sorted.groups[edge]!);
    return `${edgeName(edge)} (${own}${like === null ? '' : `, perhaps ${titleOf(sorted, like)}`})`;
  });
  return [
    {
      about: 'edge',
      text: `${counted(left.length, 'more edge')} ${left.length === 1 ? 'is' : 'are'} less certain: ${names.join(', ')}. ${left.length === 1 ? 'Was it' : 'Were they'} read correctly?`,
    },
  ];
}
