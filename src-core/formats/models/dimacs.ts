import { flippedOf, rotationOf } from '../../puzzle/partial-board.ts';
import type { Format } from '../format.ts';
import { leftOutBySymmetry, modelOf, type Model } from './model.ts';

/**
 * Conjunctive normal form in DIMACS text, for SAT solvers. The variables are those of M. Heule, Solving
 * edge-matching problems with satisfiability solvers, 2008 (a tile in a cell, a colour on an edge), with one
 * more for each orientation of a tile in a cell, which makes the link between the two binary clauses.
 * "At most one" over many variables is the sequential counter of C. Sinz, Towards an optimal CNF encoding of
 * Boolean cardinality constraints, 2005.
 *
 * Variable i + 1 is option i of the model: what `read-model` reads. The others follow from them.
 */
export const dimacs: Format = {
  name: 'dimacs',
  title: 'Clauses for SAT solvers (DIMACS)',
  extension: 'cnf',
  recognises: () => 0,
  writePuzzle: (puzzle, { breakSymmetry = false } = {}) => {
    const model = modelOf(puzzle);
    return { text: clausesOf(model, breakSymmetry), lost: [] };
  },
};

/** A variable, or its opposite when negative; 0 is none. */
type Literal = number;

/** Clauses over variables 1, 2, ...; the first have no names. */
class Clauses {
  readonly lines: string[] = [];
  #variables: number;
  readonly #names = new Map<string, Literal>();

  constructor(unnamed: number) {
    this.#variables = unnamed;
  }

  get variables(): number {
    return this.#variables;
  }

  /** The same for the same name. */
  variable(name: string): Literal {
    let number = this.#names.get(name);
    if (number === undefined) this.#names.set(name, (number = ++this.#variables));
    return number;
  }

  add(...literals: Literal[]): void {
    this.lines.push(`${literals.join(' ')} 0`);
  }

  pairwise(literals: readonly Literal[]): void {
    literals.forEach((a, i) => literals.slice(i + 1).forEach((b) => this.add(-a, -b)));
  }

  /** By a sequential counter (C. Sinz 2005), which takes fewer clauses than pairs from six literals on. */
  atMostOne(literals: readonly Literal[]): void {
    if (literals.length <= 5) return this.pairwise(literals);
    let before: Literal = 0;
    literals.forEach((literal, i) => {
      if (before !== 0) this.add(-before, -literal);
      if (i === literals.length - 1) return;
      const sum = ++this.#variables; // some literal up to here is true
      this.add(-literal, sum);
      if (before !== 0) this.add(-before, sum);
      before = sum;
    });
  }
}

function clausesOf(model: Model, breakSymmetry: boolean): string {
  const { options, optionsOfCell, puzzle, cells, tiles, allTilesUsed } = model;
  const clauses = new Clauses(options.length);

  const cellsOfTile = Array.from({ length: tiles }, () => [] as Literal[]);
  const labelsOfEdge = new Map<number, Set<number>>();
  const rimLabels = new Set<number>();
  optionsOfCell.forEach((mine, at) => {
    const cell = cells[at]!;
    clauses.add(...mine.map(({ id }) => id + 1));
    const byTile = Map.groupBy(mine, ({ tile }) => tile);
    const tileHere = [...byTile].map(([tile, ways]) => {
      const lies = clauses.variable(`tile ${tile} in ${cell}`);
      for (const { id } of ways) clauses.add(-(id + 1), lies);
      clauses.add(-lies, ...ways.map(({ id }) => id + 1));
      clauses.pairwise(ways.map(({ id }) => id + 1));
      cellsOfTile[tile]!.push(lies);
      return lies;
    });
    clauses.atMostOne(tileHere);
    for (const { id, shown, rim } of mine) {
      for (const [edge, label] of shown) {
        clauses.add(-(id + 1), clauses.variable(`edge ${edge} shows ${label}`));
        const labels = labelsOfEdge.get(edge);
        if (labels) labels.add(label);
        else labelsOfEdge.set(edge, new Set([label]));
      }
      if (rim === null) continue;
      rimLabels.add(rim);
      clauses.add(-(id + 1), clauses.variable(`rim shows ${rim}`));
    }
  });
  // What an edge shows, both its cells show: a label that one of them cannot show is ruled out at once.
  for (const mine of optionsOfCell) {
    const showing = new Map<string, Literal[]>();
    for (const { id, shown } of mine) {
      for (const [edge, label] of shown) {
        const ways = showing.get(`edge ${edge} shows ${label}`);
        if (ways) ways.push(id + 1);
        else showing.set(`edge ${edge} shows ${label}`, [id + 1]);
      }
    }
    for (const edge of new Set(mine.flatMap(({ shown }) => shown.map(([number]) => number)))) {
      for (const label of labelsOfEdge.get(edge)!) {
        const shows = `edge ${edge} shows ${label}`;
        clauses.add(-clauses.variable(shows), ...(showing.get(shows) ?? []));
      }
    }
  }
  for (const lies of cellsOfTile) {
    if (allTilesUsed) clauses.add(...lies);
    clauses.atMostOne(lies);
  }
  for (const [edge, labels] of labelsOfEdge) {
    clauses.atMostOne([...labels].map((label) => clauses.variable(`edge ${edge} shows ${label}`)));
  }
  clauses.atMostOne([...rimLabels].map((label) => clauses.variable(`rim shows ${label}`)));
  if (breakSymmetry) for (const id of leftOutBySymmetry(model)) clauses.add(-(id + 1));

  const comments = [
    `c ${puzzle.name.replaceAll(/\s+/g, ' ')}: written by Edgewise${breakSymmetry ? ', one solution of each class under symmetry' : ''}.`,
    'c Bring the answer back with: edgewise read-model PUZZLE ANSWER',
    'c variable: cell tile rotation (counted from 1, 1 and 0), f when flipped',
    ...options.map(
      ({ id, cell, tile, code }) =>
        `c ${id + 1}: ${cell + 1} ${tile + 1} ${rotationOf(code)}${flippedOf(code) ? ' f' : ''}`,
    ),
  ];
  return [...comments, `p cnf ${clauses.variables} ${clauses.lines.length}`, ...clauses.lines, ''].join('\n');
}
