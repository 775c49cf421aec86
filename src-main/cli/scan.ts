import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import { writePuzzle } from '../../src-core/formats/write.ts';
import { boardFor, puzzleOf } from '../../src-core/scan/puzzle.ts';
import { scan, type Scan } from '../../src-core/scan/scan.ts';
import { counted } from '../../src-core/text/counted.ts';
import { PictureError, readPictureFile } from '../picture-file.ts';
import { positiveWhole } from './arguments.ts';
import { CliFailure, exit } from './failure.ts';
import { whyNotRead, whyNotWritten } from './input.ts';
import { photosOf } from './tile-photos.ts';

interface ScanOptions {
  tiles?: number;
  oneTileEach?: boolean;
  output?: string;
  json?: boolean;
}

export const command = new Command('scan')
  .description('read a puzzle from photographs of its square tiles')
  .argument('<picture...>', 'JPEG or PNG files; several are read as one puzzle')
  .option('--tiles <n>', 'number of tiles', positiveWhole)
  .option('--one-tile-each', 'each picture is a close-up of one tile')
  .option('-o, --output <file>', 'write the puzzle to a file (.edgewise)')
  .option('--json', 'print one JSON object')
  .action((files: readonly string[], options: ScanOptions) => {
    const result = scan(files.map(pictureOf), { expected: options.tiles, oneEach: options.oneTileEach });
    if (options.json) process.stdout.write(`${JSON.stringify(jsonOf(result))}\n`);
    else process.stdout.write(textOf(result, files));
    if (options.output !== undefined) write(options.output, files[0]!, result);
    if (result.questions.length > 0) process.exitCode = exit.badInput;
  });

function pictureOf(file: string) {
  try {
    return readPictureFile(file);
  } catch (error) {
    const why = error instanceof PictureError ? error.message : whyNotRead(error);
    throw new CliFailure(`${file}: ${why}`);
  }
}

/** Rounds to hundredths of a pixel. More digits would be noise. */
const rounded = (value: number): number => Math.round(100 * value) / 100;

function jsonOf({ mating, tiles, questions }: Scan): object {
  return {
    type: 'scan',
    mating,
    tiles: tiles.map(({ corners, sure, edges }) => ({
      corners: corners.map((corner) => corner.map(rounded)),
      sure,
      edges,
    })),
    questions: questions.map(({ about, text }) => ({ about, text })),
  };
}

const matingTexts = {
  same: 'Touching edges are equal.',
  opposite: 'Touching edges are two halves of a picture.',
  unknown: 'The matching rule is unclear: touching edges are either equal or two halves of a picture.',
} as const;

function textOf({ mating, tiles, questions }: Scan, files: readonly string[]): string {
  const lines = [`${counted(tiles.length, 'tile')}. ${tiles.length > 0 ? matingTexts[mating] : ''}`.trim()];
  if (tiles.length > 0) {
    const hasHalves = tiles.some(({ edges }) => edges.some((edge) => edge.endsWith('+')));
    lines.push(
      `Edges clockwise, from the side that is at the top in the picture${hasHalves ? '; A+ and A- are the halves of one picture' : ''}:`,
    );
  }
  files.forEach((file, picture) => {
    const own = tiles.flatMap((tile, i) => (tile.picture === picture ? [{ ...tile, number: i + 1 }] : []));
    if (files.length > 1) lines.push(`Picture ${picture + 1}, ${file}: ${counted(own.length, 'tile')}`);
    for (const { number, edges, sure } of own)
      lines.push(`Tile ${number}${sure ? '' : ' (its outline may be wrong)'}: ${edges.join(' ')}`);
  });
  if (questions.length > 0)
    lines.push(
      '',
      'Check the following. To make corrections, scan the picture in the Edgewise window.',
      ...questions.map(({ text }) => `- ${text}`),
    );
  return `${lines.join('\n')}\n`;
}

function write(output: string, picture: string, { sorted, faces, tiles }: Scan): void {
  if (!sorted)
    throw new CliFailure(
      `--output ${output}: a puzzle needs at least two tiles; found ${counted(tiles.length, 'tile')}`,
    );
  const puzzle = puzzleOf(sorted, {
    name:
      path
        .basename(picture)
        .replace(/\.[^.]*$/, '')
        .slice(0, 100) || 'Scanned puzzle',
    ...boardFor(tiles.length),
    photos: photosOf(faces),
    looks: [],
  });
  const { text } = writePuzzle(puzzle, 'edgewise');
  try {
    writeFileSync(output, text);
  } catch (error) {
    throw new CliFailure(`--output ${output}: ${whyNotWritten(error)}`);
  }
}
