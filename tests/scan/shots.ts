/** Chooses the photographs to generate: sample puzzles in every style of drawing, in both layouts, at each grade. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { facesOf, styles, type Style } from './art.ts';
import type { Grade, Shot } from './conditions.ts';
import { photograph, type Photograph } from './photograph.ts';

const samples = path.resolve(import.meta.dirname, '../../resources/samples');
export const samplePuzzle = (name: string): EdgePuzzle =>
  (JSON.parse(readFileSync(path.join(samples, `${name}.edgewise`), 'utf8')) as { puzzle: EdgePuzzle }).puzzle;

const nine = ['nine-halves', 'dolphins', 'penguins', 'nine-figures', 'butterflies', 'turtles', 'framed-03'];
const sixteen = ['crazy-sheep', 'sixteen-halves', 'tetravex-4x4', 'framed-04'];

export interface Case extends Shot {
  readonly puzzle: string;
  readonly style: Style;
}

/** Returns the n-th photograph of a grade, which is the same in every run. */
export function caseOf(grade: Grade, n: number): Case {
  const style = styles[n % 4]!;
  const large = Math.floor(n / 8) % 2 === 1;
  const names = large ? sixteen : nine;
  return {
    grade,
    puzzle: names[(n + Math.floor(n / 4)) % names.length]!,
    style,
    layout: Math.floor(n / 4) % 2 === 0 && grade !== 'touching' ? 'apart' : 'grid',
    columns: large ? 4 : 3,
    // Most pictures have one megapixel, and a few are as large as pictures from a phone.
    megapixels: { 4: 12, 9: 6, 14: 2 }[n % 70] ?? 1,
    seed: 1000 + n,
  };
}

export function take(shot: Case): { puzzle: EdgePuzzle; photo: Photograph } {
  const puzzle = samplePuzzle(shot.puzzle);
  return { puzzle, photo: photograph(facesOf(puzzle, shot.style, shot.seed), shot) };
}

let taken: Uint8Array | null = null;
/** Returns a small JPEG of nine tiles that is read without mistakes, for tests that can use any photograph. */
export const nineTiles = (): Uint8Array =>
  (taken ??= take({ ...caseOf('ordinary', 0), megapixels: 0.4 }).photo.file);
