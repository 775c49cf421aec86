/** Every text form in and out. A new format is a file of its own and a line in `formats`. */
import { pictures } from './pictures.ts';
import { words } from './words.ts';
import { ascii } from './ascii.ts';
import { bucas } from './bucas.ts';
import { csv } from './csv.ts';
import { edgewise } from './edgewise.ts';
import { figures } from './figures.ts';
import { instance } from './instance.ts';
import { jsonBoard } from './json-board.ts';
import { legespiel } from './legespiel.ts';
import { link } from './link.ts';
import { dimacs } from './models/dimacs.ts';
import { minizinc } from './models/minizinc.ts';
import { xcc } from './models/xcc.ts';
import { numeric } from './numeric.ts';
import { positions } from './positions.ts';
import { scramble } from './scramble.ts';
import { sliding } from './sliding-text.ts';
import { squares } from './squares.ts';
import { tileRows } from './tile-rows.ts';
import { CannotWrite, FormatError } from './format-error.ts';
import type { Format, ReadOptions } from './format.ts';
import { sourceOf, type Source } from './text.ts';

export const formats: readonly Format[] = [
  edgewise,
  scramble,
  figures,
  numeric,
  bucas,
  link,
  csv,
  instance,
  legespiel,
  sliding,
  words,
  pictures,
  tileRows,
  positions,
  jsonBoard,
  ascii,
  squares,
  dimacs,
  minizinc,
  xcc,
];

/** Names of the formats that can do it: for messages, menus and `--to`. */
export const formatsThat = (can: 'readPuzzle' | 'writePuzzle' | 'readBoard' | 'writeBoard'): Format[] =>
  formats.filter(
    (format) => format[can] !== undefined || (can === 'writePuzzle' && format.parts !== undefined),
  );

/** What a reader may be told of a text, and the format that it is in. */
export type NamedReadOptions = ReadOptions & { readonly format?: string };

/** Characters of the longest text that is searched for links to puzzles or boards. */
export const LONGEST_LINKS = 1_000_000;

/** Name of the format that a text is surest to be in; null when it looks like none. */
export const formatOf = (text: string): string | null =>
  likeliest(formatsThat('readPuzzle'), sourceOf(text))?.name ?? null;

/** The format that is surest of the text, if one takes at least half of it for its own. */
export function likeliest(candidates: readonly Format[], source: Source): Format | null {
  let best: Format | null = null;
  let surest = 0.499;
  for (const format of candidates) {
    const sure = format.recognises(source);
    if (sure > surest) [best, surest] = [format, sure];
  }
  return best;
}

/** Throws FormatError if a text is JSON and the format has lines: it may have been named. */
export function refuseJson(format: Format, source: Source): void {
  if (source.lines.length > 0 || [edgewise, instance, jsonBoard].includes(format)) return;
  throw new FormatError({
    line: 1,
    found: 'JSON',
    expected: `lines of text: ${format.title}`,
    fix: 'Leave the format out, or choose another file.',
  });
}

/** Returns the format of a name. Throws CannotWrite, with the names there are. */
export function named(name: string, candidates: readonly Format[], does: string): Format {
  const format = candidates.find((candidate) => candidate.name === name);
  if (format) return format;
  const names = candidates.map((candidate) => candidate.name).join(', ');
  throw new CannotWrite(`No format "${name}" ${does}; there are ${names}.`);
}
