/** All text formats. To add one, write a file for it and list it in `formats`. */
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

/** Returns the formats that support an operation. */
export const formatsThat = (can: 'readPuzzle' | 'writePuzzle' | 'readBoard' | 'writeBoard'): Format[] =>
  formats.filter(
    (format) => format[can] !== undefined || (can === 'writePuzzle' && format.parts !== undefined),
  );

export type NamedReadOptions = ReadOptions & { readonly format?: string };

/** Maximum length, in characters, of text that is searched for links. */
export const MAX_LINK_SEARCH_LENGTH = 1_000_000;

/** Returns the name of the likeliest format of the text, or null if none recognises it. */
export const formatOf = (text: string): string | null =>
  likeliest(formatsThat('readPuzzle'), sourceOf(text))?.name ?? null;

/** Caches results of `recognises`, because several decisions about the text need them. */
const known = new WeakMap<Source, Map<Format, number>>();

function sureness(format: Format, source: Source): number {
  const own = known.get(source) ?? new Map<Format, number>();
  known.set(source, own);
  const sure = own.get(format) ?? format.recognises(source);
  own.set(format, sure);
  return sure;
}

/** Returns the format that scores highest for the text, or null if none scores at least 0.5. */
export function likeliest(candidates: readonly Format[], source: Source): Format | null {
  let best: Format | null = null;
  let surest = 0.499;
  for (const format of candidates) {
    const sure = sureness(format, source);
    if (sure > surest) [best, surest] = [format, sure];
  }
  return best;
}

/** Throws FormatError if the text is JSON but the user chose a format that isn't based on JSON. */
export function refuseJson(format: Format, source: Source): void {
  if (source.lines.length > 0 || [edgewise, instance, jsonBoard].includes(format)) return;
  throw new FormatError({
    line: 1,
    found: 'JSON',
    expected: `lines of text in the format “${format.title}”`,
    fix: 'Leave the format out, or choose another file.',
  });
}

/** Returns the format with this name. If there is none, throws CannotWrite, which lists the names. */
export function named(name: string, candidates: readonly Format[], does: string): Format {
  const format = candidates.find((candidate) => candidate.name === name);
  if (format) return format;
  const names = candidates.map((candidate) => candidate.name).join(', ');
  throw new CannotWrite(`No format "${name}" ${does}; the formats are ${names}.`);
}
