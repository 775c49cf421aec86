import * as v from 'valibot';
import { Puzzle } from '../puzzle/puzzle.ts';
import { cleanedTexts } from './cleaned.ts';
import { FormatError } from './format-error.ts';
import type { Format } from './format.ts';
import { checked, parseJson } from './json.ts';

/** Version of the format. Raise it when older versions of Edgewise would misread files written after a change. */
export const EDGEWISE_VERSION = 4;

/** The schema of an `.edgewise` file, from which resources/edgewise.schema.json is generated. */
export const EdgewiseFile = v.strictObject({
  edgewise: v.picklist([1, 2, 3, EDGEWISE_VERSION]),
  puzzle: Puzzle,
});

const Envelope = v.looseObject({ edgewise: v.pipe(v.number(), v.integer(), v.minValue(1)) });

/** Edgewise's own JSON format, which holds everything about a puzzle. */
export const edgewise: Format = {
  name: 'edgewise',
  title: 'Edgewise file (JSON)',
  extension: 'edgewise',

  recognises({ text }) {
    if (!/^\s*\{/.test(text)) return 0;
    if (/"(edgewise|puzzle)"/.test(text)) return 1;
    return /"placements"/.test(text) ? 0 : 0.5;
  },

  readPuzzle({ text }, options) {
    const json = parseJson(text);
    if (!v.is(Envelope, json)) {
      if (!/"(?:edgewise|puzzle|kind)"\s*:/.test(text)) {
        throw new FormatError({
          found: 'JSON without tiles or a position',
          expected: 'a list such as {"tiles":[[0,0,1,2],...]}, the rows of a position, or an .edgewise file',
          fix: 'Call the list of tiles "tiles", and list the labels of each tile clockwise from the top.',
        });
      }
      throw new FormatError({
        found: 'JSON without a version number in the field "edgewise"',
        expected: `{"edgewise":${EDGEWISE_VERSION},"puzzle":{...}}`,
        fix: 'Choose an .edgewise file, or write the tiles as text, one per line.',
      });
    }
    const { edgewise: version } = json;
    if (version > EDGEWISE_VERSION) {
      throw new FormatError({
        found: `file version ${version}`,
        expected: `version ${EDGEWISE_VERSION} or older`,
        fix: 'It was written by a newer version of Edgewise: update Edgewise.',
      });
    }
    const { puzzle } = checked(EdgewiseFile, json, '');
    return {
      puzzle: options.name === undefined ? puzzle : { ...puzzle, name: options.name },
      cleaned: cleanedTexts(json['puzzle'] as Puzzle),
    };
  },

  writePuzzle: (puzzle) => ({ text: layOut({ edgewise: versionFor(puzzle), puzzle }), lost: [] }),
};

/**
 * Returns the lowest version that can hold the puzzle:
 * - 1: plain rectangles, tiles without backs.
 * - 2: any board, and backs.
 * - 3: as 2, plus unpainted edges and photos of tiles.
 * - 4: as 3, plus identical sliding tiles and second colours.
 */
function versionFor(puzzle: Puzzle): number {
  if (puzzle.kind === 'sliding') return puzzle.shown ? EDGEWISE_VERSION : 1;
  const { board, tiles } = puzzle;
  if (puzzle.labels.some(({ secondColour }) => secondColour)) return EDGEWISE_VERSION;
  if (puzzle.labels.some(({ unpainted }) => unpainted)) return 3;
  if (tiles.some(({ photo }) => photo)) return 3;
  const old =
    board.kind === 'rectangle' && board.wrap === undefined && tiles.every(({ back }) => back === undefined);
  return old ? 1 : 2;
}

function layOut(value: unknown, indent = ''): string {
  const flat = JSON.stringify(value);
  if (value === null || typeof value !== 'object' || flat.length + indent.length <= 80) return flat;
  const deeper = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item) => deeper + layOut(item, deeper));
    return `[\n${items.join(',\n')}\n${indent}]`;
  }
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .map(([name, field]) => `${deeper}${JSON.stringify(name)}: ${layOut(field, deeper)}`);
  return `{\n${fields.join(',\n')}\n${indent}}${indent === '' ? '\n' : ''}`;
}
