import { isEternity2, officialHints } from '../puzzle/eternity2.ts';
import type { Hint, Puzzle } from '../puzzle/puzzle.ts';
import { publishedScores, type PublishedScore } from './published-scores.ts';

export type { PublishedScore } from './published-scores.ts';

/** Returns the best published score of Eternity II with exactly this puzzle's hints; null if there is none. */
export function publishedScore(puzzle: Puzzle): PublishedScore | null {
  if (!isEternity2(puzzle)) return null;
  const { hints } = puzzle;
  return (
    publishedScores.find(
      (score) => score.hints.length === hints.length && score.hints.every((cell) => isOfficial(cell, hints)),
    ) ?? null
  );
}

function isOfficial(cell: number, hints: readonly Hint[]): boolean {
  const official = officialHints.find((hint) => hint.cell === cell);
  const own = hints.find((hint) => hint.cell === cell);
  return official !== undefined && own?.tile === official.tile && own?.rotation === official.rotation;
}

const day = (date: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date));

/** Returns a phrase for users about who published a score, when and where. */
export function sourceOf({ by, date, equalled, source }: PublishedScore): string {
  const later = equalled.map((each) => `; equalled by ${each.by}, ${day(each.date)}`).join('');
  return `by ${by}, ${day(date)}${later} (${source})`;
}
