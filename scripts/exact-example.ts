/**
 * Prints the search tree of a small puzzle in three parts: the candidate lists of every depth, the 32-bit words in
 * which the list kernel stores the candidates, and every node of the search. docs/exact.md contains this output, and
 * a test compares the two.
 *
 *     node scripts/exact-example.ts
 */
import { Interpreter } from '../src-core/edge-matching/exact/backtracking/interpreter.ts';
import { labelsInWord } from '../src-core/edge-matching/exact/backtracking/kernel-memory.ts';
import { listProgram } from '../src-core/edge-matching/exact/backtracking/list-kernel.ts';
import { searchTreeOf, type SearchTree } from '../src-core/edge-matching/exact/tree/search-tree.ts';
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

export function exactExample(): string {
  const tree = searchTreeOf(puzzle, {
    order: [0, 1, 2, 3],
    mergeIdentical: true,
    besideHints: true,
    shuffle: null,
  });
  return [...tablesOf(tree), '', ...wordsOf(tree), '', ...traceOf(tree)].join('\n');
}

/** Returns a name such as "B turned 3: 0 0 1 1". */
function name({ kinds, candidateKind, candidateOrientation }: SearchTree, candidate: number): string {
  const kind = candidateKind[candidate]!;
  const { rotation, edges } = kinds[kind]!.orientations[candidateOrientation[candidate]!]!;
  return `${letter(kind)} turned ${rotation}: ${edges.join(' ')}`;
}

const letter = (kind: number): string => String.fromCharCode(65 + kind);

const listFrom = ({ candidateKind }: SearchTree, start: number): number[] => {
  const list: number[] = [];
  for (let candidate = start; candidateKind[candidate] !== -1; candidate++) list.push(candidate);
  return list;
};

/**
 * Returns the candidate lists of a table, each with the labels that select it and its first candidate. Supports up to
 * two labels, which is enough for a board of four cells.
 */
function listsOf({ labels }: SearchTree, { inputs, levels, start }: SearchTree['tables'][number]) {
  if (inputs === 0) return [{ key: [] as number[], start }];
  return [...levels[0]!.entries()]
    .filter(([, first]) => first !== 0)
    .map(([index, first]) => ({
      key: inputs === 1 ? [index] : [Math.floor(index / labels), index % labels],
      start: first,
    }));
}

function tablesOf(tree: SearchTree): string[] {
  return tree.variables.flatMap(({ cell, inputs, table }, depth) => {
    const asked = inputs.map((side) => `${SIDES[side % 4]!} of cell ${Math.floor(side / 4) + 1}`);
    const lines = listsOf(tree, table).map(({ key, start }) => {
      const list = listFrom(tree, start).map((candidate) => `${candidate} ${name(tree, candidate)}`);
      return `  ${key.length === 0 ? 'always' : key.join(' ')} → ${list.join(' | ')}`;
    });
    return [`depth ${depth}: cell ${cell + 1}, by ${asked.join(' and ') || 'nothing'}`, ...lines];
  });
}

/**
 * Returns, for each depth, the 32-bit words in which the compiler stores the candidates. The high bits hold the kind
 * of tile, and the low bits hold the labels that the search needs at later depths.
 */
function wordsOf(tree: SearchTree): string[] {
  const { layout } = listProgram(tree)!;
  const { kindShift, labelBits, cellShift, fields } = layout;
  const lines = tree.variables.map(({ table }, depth) => {
    const number = tree.tables.indexOf(table);
    const asked = fields[number]!.flatMap((bit, side) =>
      bit === -1 ? [] : [`${SIDES[side]!} from bit ${bit}`],
    );
    const words = listsOf(tree, table).flatMap(({ start }) =>
      listFrom(tree, start).map((candidate) => {
        const word =
          ((tree.candidateKind[candidate]! + 1) << kindShift) | labelsInWord(tree, layout, number, candidate);
        return `${candidate}: ${word.toString(2).padStart(kindShift + 3, '0')}`;
      }),
    );
    return `  depth ${depth} (${asked.join(', ') || 'no label asked for'}): ${words.join('  ')}`;
  });
  return [
    `words of the list kernel: kind + 1 from bit ${kindShift}, labels of ${labelBits} bits, lists ${1 << cellShift} bytes apart`,
    ...lines,
  ];
}

/** Returns a line for each search node, indented by depth. Runs the interpreter one node at a time. */
function traceOf(tree: SearchTree): string[] {
  const interpreter = new Interpreter(tree, 0, Int32Array.of(-1));
  const lines: string[] = [];
  let nodes = 0;
  for (;;) {
    const before = [...interpreter.nodesByDepth];
    const dead = [...interpreter.deadEnds];
    let solution: Int32Array | null = null as Int32Array | null;
    interpreter.run(1, (assignment) => Boolean((solution = assignment.slice())));
    const ended = [...interpreter.deadEnds.keys()].filter(
      (depth) => interpreter.deadEnds[depth]! > dead[depth]!,
    );
    for (const depth of ended)
      lines.push(`${'  '.repeat(depth + 1)}no tile left for cell ${tree.variables[depth]!.cell + 1}`);
    const depth = before.findIndex((count, at) => interpreter.nodesByDepth[at]! > count);
    if (depth === -1) break;
    nodes++;
    const candidate = solution ? solution[depth]! : interpreter.path()[depth]!;
    lines.push(
      `${'  '.repeat(depth + 1)}cell ${tree.variables[depth]!.cell + 1}: ${name(tree, candidate)}${solution ? '   solution' : ''}`,
    );
  }
  return [`the search: ${nodes} nodes, by depth ${[...interpreter.nodesByDepth].join(' ')}`, ...lines];
}

if (import.meta.main) console.log(exactExample());
