/**
 * Asks about rules that the words around the tiles mention, but that the reading doesn't have, such as “the board wraps
 * around” or “pieces may be turned over”.
 */
import type { EdgePuzzle, Puzzle } from '../../puzzle/puzzle.ts';
import type { Choice, Question, ReadOptions } from '../format.ts';
import type { Source } from '../text.ts';
import type { Assumption } from './candidate.ts';
import { orderClasses } from './frame.ts';
import { sideNamed } from './side-names.ts';
import { pairsOnLine } from './stated-pairs.ts';

interface AskedReading {
  readonly format: string;
  readonly puzzle: Puzzle;
  readonly assumptions: readonly Assumption[];
  readonly questions: readonly Question[];
  /** numbers of the lines that were skipped */
  readonly skipped: readonly number[];
}

/** Returns the puzzle read with more options, or null if it can't be read with them. */
type Reread = (options: ReadOptions) => Puzzle | null;

/** How many characters at the start of the text are searched for words about rules */
const SEARCH_LENGTH = 20_000;
const MAX_LINE_LENGTH = 300;
/** Formats whose texts don't state the rules */
const FORMATS = new Set(['numeric', 'words']);

const TORUS = /\b(?:torus|toroidal|wraps? ?-?around|wraparound|periodic)\b|^wrap\w*: true$/i;
const FLIP =
  /^(?:flip|mirror|two)\w*: true$|\b(?:turn(?:ed|ing)? (?:\w+ )?over|flipped|flippable|mirrored|reflected|transparent|both sides|umgedreht|gewendet)\b/i;
const DIFFER =
  /\b(?:must|should|have to|need to|may only|always)\b.{0,40}\b(?:differ(?:ent)?|unequal|not (?:match|be equal))\b/i;
const RIM =
  /\b(?:rim|border|frame|all around|(?:outer|outside) (?:edges?|sides?)|edges? of the board|rand|rahmen|bord(?:ure)?|borde)\b/i;
const ORDINARY = /\b(?:ordinary|normal|regular)\b/i;
/** Matches a word that denies the words after it. */
const DENIAL =
  /\b(?:no|not|never|without|cannot|isn['’]?t|don['’]?t|doesn['’]?t|can['’]?t|kein\w*|nicht|sans|sin)\b/i;
/** Matches a key whose value is `true`, as in `"torus": true`. */
const TRUE_KEY =
  /(?<![\w])(torus|toroidal|wrap\w{0,8}|flip\w{0,8}|mirror\w{0,8}|two_?sided)["']? ?[:=] ?true\b/gi;

interface Mention {
  readonly line: number;
  readonly text: string;
}

/**
 * Returns the reading. If the text mentions a rule that the reading doesn't have, adds a question for the user. `reread`
 * reads the text with the options of a choice.
 */
export function askAboutWords<Read extends AskedReading>(
  reading: Read,
  source: Source,
  reread: Reread,
): Read {
  const { puzzle, questions, format } = reading;
  const isAsked = questions.some(({ choices }) => choices.length > 1);
  if (puzzle.kind === 'sliding' || isAsked || !FORMATS.has(format)) return reading;
  const asked =
    askAboutTitles(reading, puzzle, source) ??
    (questions.length > 0 ? null : askAboutRules(reading, puzzle, source));
  const question = asked && questionOf(asked, reread);
  return question && question.choices.length > 0 ? { ...reading, questions: [question] } : reading;
}

function askAboutRules({ skipped }: AskedReading, puzzle: EdgePuzzle, source: Source): Asked | null {
  const lines = proseIn(source.text, puzzle);
  return (
    askIfDiffering(lines) ??
    askAboutPairs(puzzle, source) ??
    askIfWrapped(lines, puzzle) ??
    askIfFlipped(lines, puzzle) ??
    askAboutRim(lines, puzzle) ??
    askIfTileSkipped(skipped, puzzle, source)
  );
}

/** Asks about the order of the edges if the first line has four titles, none of which is the known name of an edge. */
function askAboutTitles(
  { assumptions }: AskedReading,
  { labels }: EdgePuzzle,
  { lines }: Source,
): Asked | null {
  const [head = [], tile = []] = lines
    .slice(0, 2)
    .map(({ text }) => text.split(/[,;\t]/).map((field) => field.trim()));
  const names = new Set(labels.map(({ name }) => name));
  const isTitle = (title: string): boolean =>
    TITLE.test(title) && !LABEL_TITLE.test(title) && sideNamed(title) === -1 && !names.has(title);
  const areTitles = new Set(head).size === 4 && head.length === 4 && head.every(isTitle);
  const isOpen = assumptions.some(({ option }) => option === 'edgeOrder');
  if (!areTitles || !isOpen || tile.length !== 4 || !tile.every((label) => names.has(label))) return null;
  return {
    text: `These rows could be tiles, or some other table. Are they tiles? If so, which titles of line ${lines[0]!.number} name opposite edges?`,
    choices: orderClasses.map(({ order, opposite }) => ({
      title: `${head[0]!} and ${head[opposite[0]]!}`,
      options: { edgeOrder: order },
    })),
  };
}

const TITLE = /^\p{L}[\p{L}\p{M}_ ]+$/u;
/** Matches a title that says nothing about which edge it means. */
const LABEL_TITLE = /^(?:edge|side|colou?r|label)/i;

/** Asks whether a skipped line is a tile with a word before or after it, such as `spare: 1 1 2 2`. */
function askIfTileSkipped(skipped: readonly number[], puzzle: EdgePuzzle, { lines }: Source): Asked | null {
  const { board, mating, labels, tiles } = puzzle;
  if (board.kind !== 'rectangle' || mating === 'opposite') return null;
  const names = new Set(labels.map(({ name }) => name));
  const used = new Set(tiles.flatMap(({ edges }) => edges)).size;
  const notRead = new Set(skipped);
  const line = lines.find(({ text, number }) => {
    if (!notRead.has(number) || text.length > MAX_LINE_LENGTH || NO_TILE.test(text)) return false;
    const words = text.split(/[\s,;:|()"'`=]+/).filter((word) => word !== '');
    const own = words.filter((word) => names.has(word));
    const isTile = own.length === 4 && words.length > 4 && words.length <= 4 + MAX_WORDS_BESIDE_TILE;
    // A line with every label once is a list of the labels.
    return isTile && new Set(own).size < used && isRun(words, own);
  });
  if (!line) return null;
  const { width, height } = board;
  return {
    text: `Line ${line.number} was skipped, but may be a tile. To read it as a tile, remove all its words except the four edges. Are the other lines the whole puzzle?`,
    choices: [{ title: `${width} × ${height}`, options: { size: { width, height } } }],
  };
}

const MAX_WORDS_BESIDE_TILE = 3;
/** Matches a word before labels that are not, or no longer, a tile. */
const NO_TILE = /\b(?:rem|old|was|removed|deleted|no|not|example|order|solution|clue|hint)\b/i;

/** Returns whether the labels are the first or the last words of a line. */
const isRun = (words: readonly string[], labels: readonly string[]): boolean =>
  [words.slice(0, labels.length), words.slice(-labels.length)].some((run) => run.join() === labels.join());

interface Asked {
  readonly text: string;
  readonly choices: readonly { readonly title: string; readonly options: ReadOptions }[];
}

const questionOf = ({ text, choices }: Asked, reread: Reread): Question => ({
  text,
  choices: choices.flatMap((choice): Choice[] => {
    const preview = reread(choice.options);
    return preview === null ? [] : [{ ...choice, preview }];
  }),
});

/** Returns the comments and sentences of the text, and its keys. Lines of code and rows of labels are left out. */
function proseIn(text: string, { labels }: EdgePuzzle): Mention[] {
  const names = new Set(labels.flatMap(({ name }) => name.toLowerCase().split(/\s+/)));
  return text
    .slice(0, SEARCH_LENGTH)
    .split(/\r\n|\n|\r/)
    .flatMap((written, i): Mention[] => {
      const keys = Array.from(written.matchAll(TRUE_KEY), ([, key]) => ({
        line: i + 1,
        text: `${key!}: true`,
      }));
      if (written.length > MAX_LINE_LENGTH) return keys;
      const [, whole, after] = COMMENT.exec(written) ?? [];
      const own = (whole ?? after ?? written).replace(/^[#/%;*\s-]+/, '');
      const isComment = (whole ?? after) !== undefined;
      const words = own.match(/\p{L}{2,}/gu) ?? [];
      const others = words.filter((word) => !names.has(word.toLowerCase())).length;
      const isProse = others >= MIN_PROSE_WORDS && others > 0.5 * words.length;
      return isProse && (isComment || !CODE_SIGN.test(own)) ? [...keys, { line: i + 1, text: own }] : keys;
    });
}

/** Matches a line that is a comment, or that ends with one. */
const COMMENT = /^\s*(?:#|\/\/|%|--|;|\*)(.*)$|\s(?:#|\/\/)\s(.*)$/;
/** Matches a sign of source code. */
const CODE_SIGN = /[{}[\]]|\)\s*[;:]|\w\(|;\s*$|[^=<>!]=[^=>]/;
/** A line with fewer words than this, besides labels, may be code or a title. */
const MIN_PROSE_WORDS = 3;

/** Returns the first line that matches a pattern without a denial before the match, or null. */
function mentionOf(lines: readonly Mention[], pattern: RegExp): Mention | null {
  return (
    lines.find(({ text }) => {
      const match = pattern.exec(text);
      return match !== null && !DENIAL.test(text.slice(0, match.index));
    }) ?? null
  );
}

const MAX_QUOTED_LENGTH = 80;

function says({ line, text }: Mention): string {
  const written = text.trim();
  const shown =
    written.length > MAX_QUOTED_LENGTH
      ? `${written.slice(0, MAX_QUOTED_LENGTH)}…`
      : written.replace(/\.$/, '');
  return `Line ${line} says “${shown}”`;
}

function askIfDiffering(lines: readonly Mention[]): Asked | null {
  const mention = mentionOf(lines, DIFFER);
  if (!mention) return null;
  return {
    text: `${says(mention)}. Edgewise can only solve puzzles in which touching edges match. Should they match?`,
    choices: [{ title: 'equal labels match', options: { mating: 'same' } }],
  };
}

/** Asks about a line that lists matching labels if the list is not complete. */
function askAboutPairs({ mating, labels }: EdgePuzzle, { lines }: Source): Asked | null {
  if (mating === 'opposite') return null;
  const names = new Set(labels.map(({ name }) => name));
  const line = lines.slice(0, MAX_PAIR_LINES).find(({ text }) => {
    const named = pairsOnLine(text).flat();
    return named.length > 2 && named.every((name) => names.has(name));
  });
  if (!line) return null;
  return {
    text: `Line ${line.number} seems to list pairs of labels that match, but labels are missing or occur twice. Correct the list, or let equal labels match.`,
    choices: [{ title: 'equal labels match', options: { mating: 'same' } }],
  };
}

/** Number of lines at the start of the text that may list pairs of labels */
const MAX_PAIR_LINES = 100;

function askIfWrapped(lines: readonly Mention[], { board }: EdgePuzzle): Asked | null {
  if (board.kind !== 'rectangle' || (board.wrap ?? 'none') !== 'none') return null;
  const mention = mentionOf(lines, TORUS);
  if (!mention) return null;
  const { width, height } = board;
  return {
    text: `${says(mention)}. Which board is it?`,
    choices: [
      { title: `${width} × ${height}, torus`, options: { board: { ...board, wrap: 'torus' } } },
      { title: `${width} × ${height}, cylinder`, options: { board: { ...board, wrap: 'cylinder' } } },
      { title: `${width} × ${height}`, options: { size: { width, height } } },
    ],
  };
}

function askIfFlipped(lines: readonly Mention[], { turns }: EdgePuzzle): Asked | null {
  if (turns === 'flip') return null;
  const mention = mentionOf(lines, FLIP);
  if (!mention) return null;
  return {
    text: `${says(mention)}. May tiles be turned over?`,
    choices: [
      { title: 'tiles may be flipped', options: { turns: 'flip' } },
      { title: `tiles may not be flipped`, options: { turns } },
    ],
  };
}

/** Maximum number of labels that are offered as the label of the rim */
const MAX_RIM_LABELS = 3;

function askAboutRim(lines: readonly Mention[], { rim, labels, mating }: EdgePuzzle): Asked | null {
  const mention = lines.find(({ text }) => RIM.test(text)) ?? null;
  if (!mention) return null;
  const isDenied = DENIAL.test(mention.text) || ORDINARY.test(mention.text);
  if (isDenied === (rim.kind === 'free')) return null;
  const words = new Set(mention.text.toLowerCase().match(/[\p{L}\d]+/gu) ?? []);
  const named = labels.filter(({ name }) => words.has(name.toLowerCase()) || name === '0');
  const own = rim.kind === 'colour' ? labels[rim.colour] : undefined;
  const shown = own ? [own] : mating === 'same' ? named.slice(0, MAX_RIM_LABELS) : [];
  if (!isDenied && own) return null;
  return {
    text: `${says(mention)}. Which rule applies to the rim?`,
    choices: [
      { title: 'free rim', options: { rim: 'free' } },
      ...shown.flatMap(({ name }) => [
        { title: `${name} all around, also allowed inside`, options: { rim: `colour:${name}` } },
        { title: `framed by ${name}`, options: { rim: `frame:${name}` } },
      ]),
      { title: 'one colour all around', options: { rim: 'uniform' } },
    ],
  };
}
