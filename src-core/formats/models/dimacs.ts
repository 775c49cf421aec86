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

function clausesOf(model: Model, breakSymmetry: boolean): string {
  const { options, optionsOfCell, puzzle, cells, tiles, allTilesUsed } = model;
  let variables = options.length;
  const names = new Map<string, number>();
  const variable = (name: string): number => {
    let number = names.get(name);
    if (number === undefined) names.set(name, (number = ++variables));
    return number;
  };
  const clauses: string[] = [];
  const clause = (...literals: Literal[]): void => void clauses.push(`${literals.join(' ')} 0`);
  const pairwise = (literals: readonly Literal[]): void =>
    literals.forEach((a, i) => literals.slice(i + 1).forEach((b) => clause(-a, -b)));
  const atMostOne = (literals: readonly Literal[]): void => {
    if (literals.length <= 5) return pairwise(literals);
    let before: Literal = 0;
    literals.forEach((literal, i) => {
      if (before !== 0) clause(-before, -literal);
      if (i === literals.length - 1) return;
      const sum = ++variables; // some literal up to here is true
      clause(-literal, sum);
      if (before !== 0) clause(-before, sum);
      before = sum;
    });
  };

  const cellsOfTile = Array.from({ length: tiles }, () => [] as Literal[]);
  const labelsOfEdge = new Map<number, Set<number>>();
  const rimLabels = new Set<number>();
  optionsOfCell.forEach((mine, at) => {
    const cell = cells[at]!;
    clause(...mine.map(({ id }) => id + 1));
    const byTile = Map.groupBy(mine, ({ tile }) => tile);
    const tileHere = [...byTile].map(([tile, ways]) => {
      const lies = variable(`tile ${tile} in ${cell}`);
      for (const { id } of ways) clause(-(id + 1), lies);
      clause(-lies, ...ways.map(({ id }) => id + 1));
      pairwise(ways.map(({ id }) => id + 1));
      cellsOfTile[tile]!.push(lies);
      return lies;
    });
    atMostOne(tileHere);
    for (const { id, shown, rim } of mine) {
      for (const [edge, label] of shown) {
        clause(-(id + 1), variable(`edge ${edge} shows ${label}`));
        const labels = labelsOfEdge.get(edge);
        if (labels) labels.add(label);
        else labelsOfEdge.set(edge, new Set([label]));
      }
      if (rim === null) continue;
      rimLabels.add(rim);
      clause(-(id + 1), variable(`rim shows ${rim}`));
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
        clause(-variable(shows), ...(showing.get(shows) ?? []));
      }
    }
  }
  for (const lies of cellsOfTile) {
    if (allTilesUsed) clause(...lies);
    atMostOne(lies);
  }
  for (const [edge, labels] of labelsOfEdge) {
    atMostOne([...labels].map((label) => variable(`edge ${edge} shows ${label}`)));
  }
  atMostOne([...rimLabels].map((label) => variable(`rim shows ${label}`)));
  if (breakSymmetry) for (const id of leftOutBySymmetry(model)) clause(-(id + 1));

  const comments = [
    `c ${puzzle.name.replaceAll(/\s+/g, ' ')}: written by Edgewise${breakSymmetry ? ', one solution of each class under symmetry' : ''}.`,
    'c Bring the answer back with: edgewise read-model PUZZLE ANSWER',
    'c variable: cell tile rotation (counted from 1, 1 and 0), f when flipped',
    ...options.map(
      ({ id, cell, tile, code }) =>
        `c ${id + 1}: ${cell + 1} ${tile + 1} ${rotationOf(code)}${flippedOf(code) ? ' f' : ''}`,
    ),
  ];
  return [...comments, `p cnf ${variables} ${clauses.length}`, ...clauses, ''].join('\n');
}
