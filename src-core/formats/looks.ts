/** For error messages: says what kind of text it is that no format can read. */
import { isProse, type Source } from './text.ts';

/** What a text looks like, and what the user can do with it; both as phrases for users. */
export interface Look {
  readonly what: string;
  readonly fix: string;
  /** true if some lines may be meant as tiles */
  readonly mayHoldTiles?: true;
}

const WEB_PAGE = /^\s*<(?:!doctype|html|head|body)\b/i;
const MARKUP = /^\s*<[?\w!]/;
const CODE =
  /^\s*(?:import|from|#include|using|package|public|private|protected|static|class|struct|enum|def|function|fn|func|const|let|var|int|char|return|for|while|if|else|elif|print\w*|template|typedef|\(def\w+)\b|[{};]\s*$|\);/;
const STEP =
  /\b(?:step|mov(?:e|ed|ing)|plac(?:e|ed|ing)|put|try|trying|backtrack\w*|remov(?:e|ed|ing))\b.*\d/i;
/** `UDLR`, `up down left right`, each move as a letter or a word */
const MOVES = /^[\s,;]*(?:(?:up|down|left|right|[udlr]+)(?:[\s,;]+|$))+$/i;

/** Maximum number of lines that are examined. */
const MAX_LINES = 200;

/** Returns what a text looks like, or null if it looks like none of the known kinds. */
export function lookOf({ text, lines }: Source): Look | null {
  const copy = 'Copy only the tiles, or the rows of the position, and paste them.';
  if (WEB_PAGE.test(text.slice(0, 1_000))) return { what: 'a web page', fix: copy };
  if (MARKUP.test(text.slice(0, 1_000))) return { what: 'XML', fix: copy };
  const some = lines.slice(0, MAX_LINES).map((line) => line.text);
  const share = (test: (line: string) => boolean): number =>
    some.filter(test).length / Math.max(1, some.length);
  if (share((line) => MOVES.test(line)) === 1 && text.replace(/[\s,;]/g, '').length > 3)
    return { what: 'moves of a sliding puzzle', fix: 'Give the position that they start from.' };
  if (share((line) => CODE.test(line)) > 0.3) return { what: 'a program', fix: copy };
  if (share((line) => STEP.test(line)) > 0.6 && some.length > 1)
    return {
      what: 'a log of steps',
      fix: 'Keep the final tiles: one line each, with row, column, tile and turns.',
    };
  if (share(isProse) > 0.6 && some.length > 1) return { what: 'prose', fix: copy, mayHoldTiles: true };
  return isTable(some)
    ? {
        what: 'a table',
        fix: 'Name its columns north, east, south and west, or keep only the columns of labels.',
      }
    : null;
}

/** Returns whether all lines have equally many fields, at least three. */
function isTable(lines: readonly string[]): boolean {
  return [',', ';', '\t'].some((separator) => {
    const counts = new Set(lines.map((line) => line.split(separator).length));
    return lines.length > 2 && counts.size === 1 && !counts.has(1) && !counts.has(2);
  });
}
