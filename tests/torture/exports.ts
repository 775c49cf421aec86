// Exports puzzles on random boards of up to 64 × 64 cells. Edgewise must say whether a format can hold a puzzle, and
// how large the file would be, without writing a model for a solver. Models must be written in short parts that
// together make up the whole text.
import { generate } from '../../src-core/edge-matching/generate/generate.ts';
import { formats, formatsThat } from '../../src-core/formats/formats.ts';
import { aboutBytes, cannotHold, writeInParts, writePuzzle } from '../../src-core/formats/write.ts';
import type { BoardShape, EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { random, type Random } from '../../src-core/random.ts';
import { cpuMsOf } from '../unit/support/growth.ts';
import type { Part } from './part.ts';

/**
 * Maximum CPU time, in milliseconds, for the answers about one puzzle in all formats. It is too short for writing large
 * models, which would take minutes.
 */
const ANSWER_MS = 1000;
/** Maximum estimated size, in bytes, of models that are actually written */
const WRITTEN_BYTES = 3e6;
/** Maximum length of a part, in characters */
const LONGEST_PART = 2 ** 20;

function shapeFrom(chance: Random): BoardShape {
  const most = [8, 8, 8, 64][chance.below(4)]!;
  const side = (): number => 2 + chance.below(most - 1);
  switch (chance.below(4)) {
    case 0:
      return { kind: 'triangle', side: side() };
    case 1:
      return { kind: 'honeycomb', side: Math.min(37, side()) };
    case 2:
      return { kind: 'rectangle', width: side(), height: side(), wrap: 'torus' };
    default:
      return { kind: 'rectangle', width: side(), height: side() };
  }
}

/** Returns what is wrong with the parts of a model, or null. */
function partsFault(puzzle: EdgePuzzle, name: string): string | null {
  const about = aboutBytes(puzzle, name)!;
  if (about > WRITTEN_BYTES) return null;
  const parts = [...writeInParts(puzzle, name).parts];
  const longest = Math.max(...parts.map(({ length }) => length));
  // A MiniZinc model consists of a few long tables.
  if (longest > LONGEST_PART && name !== 'minizinc') return `a part of ${longest} characters`;
  const { text } = writePuzzle(puzzle, name);
  if (parts.join('') !== text) return 'the parts are not the text';
  const { length } = text;
  if (length > 50_000 && (about > 2 * length || about < length / 2))
    return `estimated at ${about} bytes, but it has ${length}`;
  return null;
}

export const exports: Part = (seed, going) => {
  const chance = random(seed, 10);
  const failures: string[] = [];
  const models = formats.filter((format) => format.parts !== undefined);
  let written = 0;
  for (const model of models) {
    const parts = model.parts!.bind(model);
    const counted: typeof parts = (...given) => {
      written++;
      return parts(...given);
    };
    Object.assign(model, { parts: counted });
  }
  let tried = 0;
  let slowest = 0;
  do {
    const board = shapeFrom(chance);
    const { puzzle } = generate({ family: 'unframed', board, seed: chance.below(1000) });
    const what = JSON.stringify(board);
    written = 0;
    const ms = cpuMsOf(() => {
      for (const { name } of formatsThat('writePuzzle')) {
        cannotHold(puzzle, name);
        aboutBytes(puzzle, name);
      }
    }, 2);
    slowest = Math.max(slowest, ms);
    if (written > 0) failures.push(`${what}: ${written} models were written to answer a question`);
    if (ms > ANSWER_MS) failures.push(`${what}: the list of formats took ${ms.toFixed(0)} ms`);
    const { name } = models[tried % models.length]!;
    const fault = cannotHold(puzzle, name) === null ? partsFault(puzzle, name) : null;
    if (fault !== null) failures.push(`${what} as ${name}: ${fault}`);
    tried++;
  } while (going(tried) && failures.length < 200);
  return Promise.resolve({
    count: tried,
    tried: `${tried} boards of up to 64 × 64; all formats were listed within ${slowest.toFixed(0)} ms`,
    failures,
  });
};
