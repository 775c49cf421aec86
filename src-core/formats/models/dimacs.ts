import { flippedOf, rotationOf } from '../../puzzle/partial-board.ts';
import type { Format } from '../format.ts';
import { CannotWrite } from '../format-error.ts';
import { leftOutBySymmetry, modelOf, noModelOf, type Model, type Option } from './model.ts';
import { grouped } from '../../text/counted.ts';

/**
 * Clauses for SAT solvers in DIMACS text, after M. Heule, Solving edge-matching problems with satisfiability solvers,
 * 2008. Variable i + 1 is option i of the model. `read-model` reads only these variables, because the others follow
 * from them.
 */
export const dimacs: Format = {
  name: 'dimacs',
  title: 'Clauses for SAT solvers (DIMACS)',
  extension: 'cnf',
  recognises: () => 0,
  cannotHold: noModelOf,
  about: (puzzle) => modelOf(puzzle).size * BYTES_PER_PLACEMENT,
  parts: (puzzle, { breakSymmetry = false } = {}) => clausesOf(modelOf(puzzle), breakSymmetry),
};

/** Approximate bytes of text per placement of a tile in a cell. Measured: 162 on 8 × 8 cells, 212 on 24 × 24 cells. */
const BYTES_PER_PLACEMENT = 210;
/** Maximum number of variables. Solvers store the index of a variable in 32 bits. */
const MAX_VARIABLES = 2 ** 30;

/** A variable's number, negative for its negation. 0 stands for no literal. */
type Literal = number;

class Clauses {
  #variables: number;
  readonly #numbers = new Map<number, Literal>();
  #lines: string[] = [];
  count = 0;

  constructor(unnamed: number) {
    this.#variables = unnamed;
  }

  get variables(): number {
    return this.#variables;
  }

  variable(key: number): Literal {
    let number = this.#numbers.get(key);
    if (number === undefined) this.#numbers.set(key, (number = ++this.#variables));
    return number;
  }

  unnamed(): Literal {
    return ++this.#variables;
  }

  add(...literals: Literal[]): void {
    this.count++;
    this.#lines.push(`${literals.join(' ')} 0\n`);
  }

  taken(): string {
    const text = this.#lines.join('');
    this.#lines = [];
    return text;
  }

  pairwise(literals: readonly Literal[]): void {
    literals.forEach((a, i) => literals.slice(i + 1).forEach((b) => this.add(-a, -b)));
  }

  /**
   * Adds clauses for "at most one". For a few literals, this is a clause for each pair. From six literals on, the
   * sequential counter of C. Sinz (Towards an optimal CNF encoding of Boolean cardinality constraints, 2005) takes
   * fewer clauses.
   */
  atMostOne(literals: readonly Literal[]): void {
    if (literals.length <= 5) return this.pairwise(literals);
    let before: Literal = 0;
    literals.forEach((literal, i) => {
      if (before !== 0) this.add(-before, -literal);
      if (i === literals.length - 1) return;
      const sum = ++this.#variables; // new variable: true if any of the literals up to this one is true
      this.add(-literal, sum);
      if (before !== 0) this.add(-before, sum);
      before = sum;
    });
  }
}

/** Writes clauses one cell at a time, because all clauses of a board of 1,600 cells would take gigabytes. */
class ClauseWriter {
  readonly #model: Model;
  readonly #clauses: Clauses;
  /** for each tile: a variable for each cell where the tile is allowed */
  readonly #cellsOfTile: Literal[][];
  readonly #labelsOfEdge = new Map<number, Set<number>>();
  readonly #rimLabels = new Set<number>();

  constructor(model: Model, clauses: Clauses) {
    this.#model = model;
    this.#clauses = clauses;
    this.#cellsOfTile = Array.from({ length: model.tiles }, () => []);
  }

  *texts(breakSymmetry: boolean): Generator<string, void> {
    const { cells, allTilesUsed } = this.#model;
    const clauses = this.#clauses;
    for (const at of cells.keys()) {
      this.#addCell(this.#model.optionsOf(at));
      yield clauses.taken();
    }
    for (const at of cells.keys()) {
      this.#addEdges(this.#model.optionsOf(at));
      yield clauses.taken();
    }
    for (const lies of this.#cellsOfTile) {
      if (allTilesUsed) clauses.add(...lies);
      clauses.atMostOne(lies);
      yield clauses.taken();
    }
    for (const [edge, labels] of this.#labelsOfEdge) {
      clauses.atMostOne([...labels].map((label) => this.#shows(edge, label)));
    }
    clauses.atMostOne([...this.#rimLabels].map((label) => this.#rimShows(label)));
    if (breakSymmetry) for (const id of leftOutBySymmetry(this.#model)) clauses.add(-(id + 1));
    yield clauses.taken();
  }

  /**
   * Adds clauses that require exactly one tile in the cell, in one orientation, and make the cell's edges show its
   * labels.
   */
  #addCell(mine: readonly Option[]): void {
    const clauses = this.#clauses;
    clauses.add(...mine.map(({ id }) => id + 1));
    const tileHere = [...Map.groupBy(mine, ({ tile }) => tile)].map(([tile, ways]) => {
      const lies = clauses.unnamed();
      for (const { id } of ways) clauses.add(-(id + 1), lies);
      clauses.add(-lies, ...ways.map(({ id }) => id + 1));
      clauses.pairwise(ways.map(({ id }) => id + 1));
      this.#cellsOfTile[tile]!.push(lies);
      return lies;
    });
    clauses.atMostOne(tileHere);
    for (const { id, shown, rim } of mine) {
      for (const [edge, label] of shown) {
        clauses.add(-(id + 1), this.#shows(edge, label));
        const labels = this.#labelsOfEdge.get(edge);
        if (labels) labels.add(label);
        else this.#labelsOfEdge.set(edge, new Set([label]));
      }
      if (rim === null) continue;
      this.#rimLabels.add(rim);
      clauses.add(-(id + 1), this.#rimShows(rim));
    }
  }

  /** Adds clauses that let an edge show a label only if the tile in this cell shows it there. */
  #addEdges(mine: readonly Option[]): void {
    const showing = new Map<number, Map<number, Literal[]>>();
    for (const { id, shown } of mine) {
      for (const [edge, label] of shown) {
        const byLabel = showing.get(edge) ?? new Map<number, Literal[]>();
        showing.set(edge, byLabel);
        const ways = byLabel.get(label);
        if (ways) ways.push(id + 1);
        else byLabel.set(label, [id + 1]);
      }
    }
    for (const [edge, byLabel] of showing) {
      for (const label of this.#labelsOfEdge.get(edge)!) {
        this.#clauses.add(-this.#shows(edge, label), ...(byLabel.get(label) ?? []));
      }
    }
  }

  #shows(edge: number, label: number): Literal {
    return this.#clauses.variable(edge * LABEL_RADIX + label);
  }

  #rimShows(label: number): Literal {
    return this.#clauses.variable(-1 - label);
  }
}

/** Any number greater than all labels, so that `edge * LABEL_RADIX + label` is a unique key. */
const LABEL_RADIX = 2 ** 16;

/** Generates all clauses twice: first to count them for the header, then to write them. */
function* clausesOf(model: Model, breakSymmetry: boolean): Generator<string, void> {
  const { puzzle, cells } = model;
  const counted = new Clauses(model.size);
  const counting = new ClauseWriter(model, counted).texts(breakSymmetry);
  while (!counting.next().done);
  if (counted.variables > MAX_VARIABLES) {
    throw new CannotWrite(
      `The clauses have ${grouped(counted.variables)} variables; SAT solvers read at most ${grouped(MAX_VARIABLES)}. Use the minizinc or xcc format.`,
    );
  }
  yield [
    `c ${puzzle.name.replaceAll(/\s+/g, ' ')}: written by Edgewise${breakSymmetry ? ', one solution per symmetry class' : ''}.`,
    'c Read the answer with: edgewise read-model PUZZLE ANSWER',
    'c variable: cell tile rotation (cells and tiles count from 1, rotations from 0), then f if flipped',
    '',
  ].join('\n');
  for (const at of cells.keys()) {
    yield model
      .optionsOf(at)
      .map(
        ({ id, cell, tile, code }) =>
          `c ${id + 1}: ${cell + 1} ${tile + 1} ${rotationOf(code)}${flippedOf(code) ? ' f' : ''}\n`,
      )
      .join('');
  }
  yield `p cnf ${counted.variables} ${counted.count}\n`;
  yield* new ClauseWriter(model, new Clauses(model.size)).texts(breakSymmetry);
}
