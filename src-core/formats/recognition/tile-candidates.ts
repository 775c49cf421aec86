/** Lists the ways to read rows as tiles: board, rim, mating rule, edge order and turns. */
import { boardOf } from '../../puzzle/board.ts';
import { MAX_LABEL_LENGTH, MAX_LABELS, MAX_TILES } from '../../puzzle/puzzle.ts';
import { counted, grouped } from '../../text/counted.ts';
import { FormatError } from '../format-error.ts';
import { boardsFor } from './board-choices.ts';
import { MAX_TRIED_PENALTY_GAP, type Candidate } from './candidate.ts';
import { halvesNamings } from './halves-naming.ts';
import { layoutsOf, type Layout } from './layout.ts';
import { matingsFor } from './mating-choices.ts';
import { rimsFor } from './rim-choices.ts';
import { candidatesUnder } from './rules.ts';
import type { StatedFacts, TileText, Words } from './tile-text.ts';

/** Returns the plausible readings of the rows as tiles. */
export function tileCandidates(text: TileText, said: StatedFacts): Candidate[] {
  const sides = said.board ? boardOf(said.board).sides : null;
  return layoutsOf(text.rows, sides, said.size ?? text.size)
    .slice(0, 3)
    .flatMap((layout) => ofLayout(layout, text, said));
}

function ofLayout(layout: Layout, text: TileText, said: StatedFacts): Candidate[] {
  const { tiles } = layout;
  if (tiles.length === 0 || tiles.length > MAX_TILES) return [];
  const words = tiles.map(({ edges, back }) => ({
    edges: edges.map(({ text: word }) => word),
    ...(back ? { back: back.map(({ text: word }) => word) } : {}),
  }));
  const labels = [...new Set(words.flatMap(({ edges, back = [] }) => [...edges, ...back]))];
  if (labels.some((label) => label === '' || label.length > MAX_LABEL_LENGTH)) return [];
  if (!saysTiles(said) && !areLabels(words)) return [];
  refuseManyLabels(labels.length, 2 * MAX_LABELS);
  const boards = boardsFor(layout, said, text, words);
  const mated = matedLabels(labels, text, said);
  const candidates: Candidate[] = [];
  let best = Infinity;
  const isPlausible = (penalty: number): boolean => penalty <= best + MAX_TRIED_PENALTY_GAP;
  for (const board of boards) {
    for (const rim of rimsFor(board.shape, words, layout, said, mated)) {
      const least = layout.penalty + board.penalty + rim.penalty;
      if (!isPlausible(least)) continue;
      const inner = labels.filter((label) => label !== rim.frame);
      for (const mating of matingsFor(inner, text.pairs, said)) {
        if (!isPlausible(least + mating.penalty)) continue;
        const own = candidatesUnder({ layout, words, labels, board, rim, mating, text, said });
        best = own.reduce((sum, { penalty }) => Math.min(sum, penalty), best);
        candidates.push(...own);
      }
    }
  }
  if (candidates.length === 0) refuseManyLabels(labels.length, MAX_LABELS);
  return candidates.filter(({ penalty }) => isPlausible(penalty));
}

function refuseManyLabels(count: number, most: number): void {
  if (count <= most) return;
  throw new FormatError({
    found: counted(count, 'colour'),
    expected: `at most ${grouped(MAX_LABELS)}`,
    fix: 'Use fewer labels, or correct those that differ by mistake.',
  });
}

const saysTiles = ({ board, rim, mating, turns, pairs }: StatedFacts): boolean =>
  [board, rim, mating, turns, pairs].some((each) => each !== undefined);

function matedLabels(labels: readonly string[], text: TileText, said: StatedFacts): ReadonlySet<string> {
  if (said.mating === 'same') return new Set();
  const [naming] = halvesNamings(labels, text.pairs);
  if (!naming || naming.evidence < 1 || naming.isDoubtful) return new Set();
  const halves = labels.map((label) => ({ label, half: naming.halfOf(label) }));
  return new Set(
    halves
      .filter(({ half }) =>
        halves.some((other) => other.half?.symbol === half?.symbol && other.half?.half !== half?.half),
      )
      .map(({ label }) => label),
  );
}

/**
 * Returns whether the labels are probably measurements: decimal numbers with many different fractions. If there are
 * only a few fractions, such as `.0` and `.1`, they may stand for the two halves of a symbol.
 */
function areMeasured(labels: readonly string[]): boolean {
  const fractions = labels.flatMap((label) => /^-?\d+\.(\d+)$/.exec(label)?.[1] ?? []);
  return fractions.length > 0.5 * labels.length && new Set(fractions).size > 4;
}

/** Returns whether a column has only amounts of money, such as `1.99`. */
const isMoney = (words: readonly Words[]): boolean =>
  words[0]!.edges.some((_, side) => words.every(({ edges }) => /^-?\d+\.\d\d$/.test(edges[side] ?? '')));

/** Returns whether each label occurs in only one column, as in a table that isn't about tiles. */
function areColumnsApart(words: readonly Words[]): boolean {
  const edgeOf = new Map<string, number>();
  return words.every(({ edges, back = [] }) =>
    [...edges, ...back].every((label, i) => {
      const edge = edgeOf.get(label) ?? i;
      edgeOf.set(label, edge);
      return edge === i;
    }),
  );
}

/** Returns whether all rows have the same year, as in a table of dates. */
const hasYear = (words: readonly Words[]): boolean =>
  words.length > 3 &&
  words[0]!.edges.some(
    (label, side) => /^(?:19|20)\d\d$/.test(label) && words.every(({ edges }) => edges[side] === label),
  );

/** Returns whether some columns have constant words, as in program output: `icmp_seq=1 ttl=57 time=12 ms`. */
function hasConstantColumns(words: readonly Words[]): boolean {
  if (words.length < 4) return false;
  const constant = words[0]!.edges.filter((label, side) =>
    words.every(({ edges }) => edges.every((other, at) => (other === label) === (at === side))),
  );
  return constant.length > 1 && constant.length < words[0]!.edges.length;
}

/**
 * Returns whether all labels are numbers and more than half of the edges have a label that occurs only once. Such tiles
 * can't fill a rectangle with two or more rows: at most half of their edges are on the rim, and every other edge needs
 * a mate.
 */
export function areMostlySingle(counts: ReadonlyMap<string, number>): boolean {
  if (![...counts.keys()].every((label) => /^\d+$/.test(label))) return false;
  const numbers = [...counts.values()];
  const all = numbers.reduce((sum, count) => sum + count, 0);
  return numbers.filter((count) => count === 1).length > 0.5 * all;
}

const hardlyRepeat = (counts: ReadonlyMap<string, number>, all: number): boolean =>
  all >= 12 && (counts.size > 0.75 * all || areMostlySingle(counts));

/**
 * Returns whether the words may be labels. Most of them must occur more than once, and none may look like a typo among
 * numbers.
 */
function areLabels(words: readonly Words[]): boolean {
  const counts = new Map<string, number>();
  let all = 0;
  for (const { edges, back = [] } of words) {
    for (const label of [...edges, ...back]) {
      counts.set(label, (counts.get(label) ?? 0) + 1);
      all++;
    }
  }
  if (hardlyRepeat(counts, all)) return false;
  if ((words.length > 5 || hasYear(words)) && areColumnsApart(words)) return false;
  if (hasConstantColumns(words)) return false;
  if (areMeasured([...counts.keys()]) || (words.length > 3 && isMoney(words))) return false;
  const others = [...counts].filter(([label]) => !/^\d+$/.test(label));
  const share = others.reduce((sum, [, count]) => sum + count, 0) / all;
  // A word among many numbers is either a typo or the label of the frame, which is on at least eight edges.
  return share > 0.3 || others.every(([, count]) => count >= 8);
}
