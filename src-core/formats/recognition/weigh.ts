/** Chooses between the readings of the text, or asks the user. */
import { roughlyExpectedSolutions } from '../../puzzle/expected-solutions.ts';
import { startBoard } from '../../puzzle/open-board.ts';
import { scoreOf } from '../../puzzle/score.ts';
import { countingRefutes, solvabilityOf } from '../../puzzle/solvability.ts';
import type { Choice, Question, ReadOptions } from '../format.ts';
import {
  MAX_OFFERED_PENALTY_GAP,
  MIN_UNASKED_PENALTY_GAP,
  MAX_TRIED_PENALTY_GAP,
  assumptionsText,
  type Candidate,
} from './candidate.ts';

const MAX_TRIED_READINGS = 12;
const MAX_CHOICES = 6;

export interface Weighed {
  readonly best: Candidate;
  /** other plausible readings, likeliest first; the puzzle is called unsolvable only if none of them has a solution */
  readonly others: readonly Candidate[];
  /** questions for the user; empty if the text shows which reading is right */
  readonly questions: readonly Question[];
}

/** Returns the best reading. A solvable reading beats a more usual unsolvable one. */
export function weigh(candidates: readonly Candidate[]): Weighed {
  const sorted = distinct([...candidates].sort((a, b) => a.penalty - b.penalty));
  const usual = sorted[0]!;
  const plausible = sorted
    .filter(({ penalty }) => penalty <= usual.penalty + MAX_TRIED_PENALTY_GAP)
    .slice(0, MAX_TRIED_READINGS);
  const others = (best: Candidate): Candidate[] => plausible.filter((each) => each !== best);
  // The usual reading needs to be solved only if another reading may have a solution.
  if (others(usual).every(({ puzzle }) => countingRefutes(puzzle)))
    return { best: usual, others: others(usual), questions: [] };
  const close = plausible.filter(({ penalty }) => penalty <= usual.penalty + MAX_OFFERED_PENALTY_GAP);
  const nodes = close.length === 1 ? SINGLE_READING_MAX_NODES : undefined;
  const alive = solvedUnturned(
    inUsualOrder(close.filter((each) => solvabilityOf(each.puzzle, nodes) !== 'unsolvable')),
  );
  if (alive.length === 1) {
    const [best] = alive as [Candidate];
    const rivals = solvabilityOf(best.puzzle) === 'solvable' ? [] : rivalsOf(best, plausible);
    if (rivals.length === 0) return { best, others: others(best), questions: [] };
    const text = 'The most likely reading may have no solution, but another reading has one. Which is right?';
    return { best, others: others(best), questions: [ask(text, [best, ...rivals])] };
  }
  if (alive.length > 1) {
    const question = ask('This text can be read in more than one way. Which is right?', alive);
    return { best: alive[0]!, others: others(alive[0]!), questions: [question] };
  }
  const askable = plausible.filter(({ penalty }) => penalty < usual.penalty + MIN_UNASKED_PENALTY_GAP);
  const solvable = solvableAmong(askable, close);
  if (solvable.length === 0) solvable.push(...undecidedAmong(plausible, close));
  if (solvable.length === 0) return { best: usual, others: others(usual), questions: [] };
  const offered = [usual, ...solvable];
  // The first choice is the default, so put the usual reading first.
  const question = ask(
    `Read as ${distinguishingText(usual, offered)}, this puzzle has no solution. Which reading is right?`,
    offered,
  );
  return { best: usual, others: others(usual), questions: [question] };
}

function rivalsOf(best: Candidate, plausible: readonly Candidate[]): Candidate[] {
  const said = ({ assumptions }: Candidate, option: string): string | undefined =>
    assumptions.find((each) => each.option === option)?.text;
  const isSame = (each: Candidate, option: string): boolean => said(each, option) === said(best, option);
  return plausible.filter(
    (each) =>
      !isSame(each, 'mating') &&
      isSame(each, 'size') &&
      isSame(each, 'board') &&
      said(each, 'edgeOrder') === USUAL_ORDER &&
      each.puzzle.kind === 'edge-matching' &&
      roughlyExpectedSolutions(each.puzzle) <= MAX_RIVAL_CHANCE_SOLUTIONS &&
      solvabilityOf(each.puzzle, MAX_RIVAL_NODES) === 'solvable',
  );
}

const solvableAmong = (plausible: readonly Candidate[], close: readonly Candidate[]): Candidate[] =>
  inUsualOrder(
    plausible.filter((each) => !close.includes(each) && solvabilityOf(each.puzzle) === 'solvable'),
  );

/** Returns the readings for which neither counting nor a short search shows whether they have a solution. */
const undecidedAmong = (plausible: readonly Candidate[], close: readonly Candidate[]): Candidate[] =>
  inUsualOrder(plausible.filter((each) => !close.includes(each) && solvabilityOf(each.puzzle) === 'unknown'));

/**
 * Drops a reading in an unusual edge order if it also exists in the usual order. Such readings often have solutions by
 * chance.
 */
function inUsualOrder(candidates: readonly Candidate[]): Candidate[] {
  const order = ({ assumptions }: Candidate): string | undefined =>
    assumptions.find(({ option }) => option === 'edgeOrder')?.text;
  const rest = ({ assumptions }: Candidate): string =>
    assumptions
      .filter(({ option }) => option !== 'edgeOrder')
      .map(({ text }) => text)
      .join();
  const usual = new Set(candidates.filter((each) => order(each) === USUAL_ORDER).map(rest));
  return candidates.filter((each) => order(each) === USUAL_ORDER || !usual.has(rest(each)));
}

const USUAL_ORDER = 'edges N E S W';

/** Maximum number of search nodes if one reading is clearly the best; takes about 10 ms */
const SINGLE_READING_MAX_NODES = 15_000;

/**
 * Returns only the reading with fixed tiles if it has a solution that is unlikely to exist by chance. Otherwise,
 * returns all readings. Also returns all readings if the tiles are listed in the order of a solution, because such a
 * list could be a solved puzzle whose tiles may be rotated.
 */
function solvedUnturned(candidates: Candidate[]): Candidate[] {
  const fixed = candidates.flatMap(({ puzzle }) =>
    puzzle.kind === 'edge-matching' && puzzle.turns === 'fixed' ? [puzzle] : [],
  );
  const [puzzle] = fixed;
  if (fixed.length !== 1 || !puzzle || roughlyExpectedSolutions(puzzle) > MAX_CHANCE_SOLUTIONS)
    return candidates;
  const isListed = scoreOf(puzzle, startBoard(puzzle)).solved;
  return !isListed && solvabilityOf(puzzle) === 'solvable'
    ? candidates.filter((each) => each.puzzle === puzzle)
    : candidates;
}

/**
 * Maximum number of solutions expected by chance for a puzzle with fixed tiles. If more are expected, the fact that
 * there is a solution doesn't show that the tiles are fixed.
 */
const MAX_CHANCE_SOLUTIONS = 0.001;

/**
 * The user is asked about a solvable reading with a different mating rule only if the number of solutions expected by
 * chance is at most this.
 */
const MAX_RIVAL_CHANCE_SOLUTIONS = 0.1;

const MAX_RIVAL_NODES = 20_000;

function distinct(candidates: readonly Candidate[]): Candidate[] {
  const seen = new Set<string>();
  const least = candidates[0]?.penalty ?? 0;
  return candidates.filter(({ puzzle, penalty }) => {
    if (penalty > least + MAX_TRIED_PENALTY_GAP) return false;
    const key = JSON.stringify({ ...puzzle, name: '' });
    return !seen.has(key) && seen.add(key);
  });
}

/**
 * Returns a phrase for the user that distinguishes a reading from the others: the assumptions that only this reading
 * makes.
 */
export function distinguishingText(candidate: Candidate, among: readonly Candidate[]): string {
  const own = candidate.assumptions.filter(({ option, text }) =>
    among.some(
      ({ assumptions }) => !assumptions.some((other) => other.option === option && other.text === text),
    ),
  );
  const kinds = new Set(among.map(({ puzzle }) => puzzle.kind));
  if (kinds.size > 1)
    return candidate.puzzle.kind === 'sliding' ? 'a sliding puzzle' : 'an edge-matching puzzle';
  return own.length > 0 ? own.map(({ text }) => text).join(', ') : assumptionsText(candidate.assumptions);
}

/**
 * Returns the options that select one of several readings. They specify the assumptions that only this reading makes.
 */
export function distinguishingOptions(
  candidate: Candidate,
  among: readonly Candidate[],
): ReadOptions & { format?: string } {
  const kinds = new Set(among.map(({ puzzle }) => puzzle.kind));
  if (kinds.size > 1) return { format: candidate.format };
  const own = candidate.assumptions.filter(({ option, text }) =>
    among.some(
      ({ assumptions }) => !assumptions.some((other) => other.option === option && other.text === text),
    ),
  );
  return Object.assign({}, ...own.map(({ options }) => options)) as ReadOptions & { format?: string };
}

function ask(text: string, candidates: readonly Candidate[]): Question {
  const offered = candidates.slice(0, MAX_CHOICES);
  return {
    text,
    choices: offered.map((each): Choice => ({
      options: distinguishingOptions(each, offered),
      title: distinguishingText(each, offered),
      preview: each.puzzle,
    })),
  };
}
