/**
 * Prints what propagation concludes on a small puzzle, decision by decision. docs/propagate.md contains this
 * output, and a test compares the two.
 *
 *     node scripts/propagate-example.ts
 */
import { pathToFileURL } from 'node:url';
import { modelOf, type Model } from '../src-core/edge-matching/propagate/model.ts';
import { SOLVED } from '../src-core/edge-matching/propagate/propagator.ts';
import {
  ReferencePropagator,
  type PropagationWitness,
} from '../src-core/edge-matching/propagate/reference.ts';
import { numberedLabels } from '../src-core/puzzle/labels.ts';
import type { EdgePuzzle } from '../src-core/puzzle/puzzle.ts';

/** Four corner tiles. 0 is the frame label, and 1 and 2 are the inner colours. */
const puzzle: EdgePuzzle = {
  kind: 'edge-matching',
  name: '2 × 2',
  board: { kind: 'rectangle', width: 2, height: 2 },
  mating: 'same',
  rim: { kind: 'colour', colour: 0, inside: false },
  turns: 'rotate',
  tiles: [{ edges: [0, 1, 2, 0] }, { edges: [0, 0, 1, 1] }, { edges: [1, 0, 0, 2] }, { edges: [2, 2, 0, 0] }],
  labels: numberedLabels(3),
  hints: [],
  forbidden: [],
};

const SIDES = ['top', 'right', 'bottom', 'left'];
const tile = (kind: number): string => String.fromCharCode(65 + kind);

function candidatesOf(model: Model, bits: readonly number[]): string {
  return bits
    .map((bit) => {
      const candidate = model.candidateAt[bit]!;
      const labels = model.candidateLabels.subarray(candidate * model.sides, (candidate + 1) * model.sides);
      return `${tile(model.candidateKind[candidate]!)} ${labels.join(' ')}`;
    })
    .join(' | ');
}

const bitsOf = (word: number, from = 0): number[] =>
  [...Array(32).keys()].filter((bit) => (word >>> bit) & 1).map((bit) => from + bit);

export function propagateExample(): string {
  const lines: string[] = [];
  const model = modelOf(puzzle, null);
  const say = (depth: number, text: string): void => void lines.push(`${'  '.repeat(depth)}${text}`);
  let indent = 1;
  const witness: PropagationWitness = {
    filled: (variable, bit) => say(indent, `cell ${variable + 1} is filled: ${candidatesOf(model, [bit])}`),
    used: (variable, _kind, bits) =>
      say(indent, `cell ${variable + 1} loses ${candidatesOf(model, bitsOf(bits))}: the tile is used`),
    struck: (variable, word, bits, side, because) =>
      say(
        indent,
        `cell ${variable + 1} loses ${candidatesOf(model, bitsOf(bits, 32 * word))}: cell ${because + 1} can't match its ${SIDES[side]}`,
      ),
    hiddenSingle: (variable, kind) => say(indent, `tile ${tile(kind)} has only cell ${variable + 1} left`),
    dead: (variable) => say(indent, `cell ${variable + 1} has no candidate left: dead end`),
    stuck: (kind) => say(indent, `tile ${tile(kind)} has no cell left: dead end`),
  };
  const propagator = new ReferencePropagator(model, 6, witness);
  say(0, 'the start');
  propagator.begin();
  const { memory, layout } = propagator;
  for (let cell = 0; cell < 4; cell++)
    say(1, `cell ${cell + 1}: ${candidatesOf(model, bitsOf(memory[cell * model.words]!))}`);
  const descend = (depth: number): void => {
    indent = depth + 1;
    const variable = propagator.choose(depth);
    if (variable === SOLVED) say(depth, 'solution');
    if (variable < 0) return;
    for (const bit of bitsOf(memory[depth * layout.size + variable * model.words]!)) {
      say(depth, `decision: cell ${variable + 1} takes ${candidatesOf(model, [bit])}`);
      indent = depth + 1;
      if (propagator.place(depth, variable, bit)) descend(depth + 1);
    }
  };
  descend(0);
  return lines.join('\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(propagateExample());
