/**
 * Makes puzzles from tiles, a board, a rim rule and a mating rule. There is one puzzle for each combination of edge
 * order and rotation rule.
 */
import { boardOf } from '../../puzzle/board.ts';
import type { BoardShape, EdgeLabel, EdgePuzzle, RimRule, Tile, Turns } from '../../puzzle/puzzle.ts';
import { solvabilityOf } from '../../puzzle/solvability.ts';
import { unsolvable } from '../../puzzle/unsolvable.ts';
import { clockwise, type EdgeOrder } from '../edge-order.ts';
import { boardTitle, type BoardChoice } from './board-choices.ts';
import type { Assumption, Candidate } from './candidate.ts';
import { isSameClass, orderClasses } from './frame.ts';
import type { Layout } from './layout.ts';
import type { MatingChoice } from './mating-choices.ts';
import { numberLabels } from './numbering.ts';
import { DOUBTED_FRAME_PENALTY, fixedOrder, type RimChoice } from './rim-choices.ts';
import type { StatedFacts, TileText, Words } from './tile-text.ts';

export interface Rules {
  readonly layout: Layout;
  readonly words: readonly Words[];
  readonly labels: readonly string[];
  readonly board: BoardChoice;
  readonly rim: RimChoice;
  readonly mating: MatingChoice;
  readonly text: TileText;
  readonly said: StatedFacts;
}

/** Maximum number of tiles for which labels are counted to prove a puzzle unsolvable */
const MAX_TILES_FOR_PROOF = 1_200;

/** Penalty for readings with rotatable tiles when the text says that tiles may not be rotated */
const IGNORED_STATEMENT_PENALTY = 2;

interface Order {
  readonly order: EdgeOrder;
  readonly penalty: number;
}

/** Returns the readings under the given rules, or none if the labels don't fit the rules. */
export function candidatesUnder(rules: Rules): Candidate[] {
  const { layout, words, labels, board, rim, mating, said } = rules;
  const signs = tetravex(rules);
  const { areFixed } = rules.text;
  if (board.turnsFixed && signs === 0 && said.turns !== 'fixed' && !areFixed) return [];
  const numbering = numberLabels(labels, mating, rim.frame);
  if (!numbering) return [];
  const backs = words.some(({ back }) => back);
  const turnsList = turnsFor(rules, signs, backs);
  const made = ordersUnder(rules, backs).flatMap(({ order, penalty }) => {
    const tiles = words.map(({ edges, back }): Tile => {
      const codes = edges.map(numbering.codeOf);
      const front = layout.sides === 4 && order !== 'NESW' ? clockwise(codes, order) : codes;
      return back ? { edges: front, back: back.map(numbering.codeOf) } : { edges: front };
    });
    return turnsList.flatMap((turns) => {
      const puzzle: EdgePuzzle = {
        kind: 'edge-matching',
        name: rules.text.name ?? nameOf(board.shape, rim, mating),
        board: board.shape,
        mating: mating.rule,
        rim: ruleOf(rim, numbering.codeOf),
        turns,
        tiles,
        labels: numbering.styles,
        hints: [],
        forbidden: [],
      };
      const own = layout.penalty + board.penalty + rim.penalty + mating.penalty + penalty;
      // Zeros that may be a frame are no evidence that tiles can't be turned, so rotatable tiles get no penalty.
      const open =
        said.turns === undefined &&
        signs > 0 &&
        !areFixed &&
        (turns === 'fixed' || rim.penalty !== DOUBTED_FRAME_PENALTY);
      const denied =
        areFixed && turns !== 'fixed' && said.turns === undefined ? IGNORED_STATEMENT_PENALTY : 0;
      if (
        !areFixed &&
        signs === WEAK_TETRAVEX_EVIDENCE &&
        turns === 'fixed' &&
        solvabilityOf(puzzle) !== 'solvable'
      )
        return [];
      return [
        candidateOf(rules, puzzle, order, own + denied + (open ? turnsPenalty(puzzle, signs, penalty) : 0)),
      ];
    });
  });
  return said.turns === undefined && signs >= 2 ? withoutTurning(made, layout.penalty) : made;
}

const candidateOf = (rules: Rules, puzzle: EdgePuzzle, order: EdgeOrder, penalty: number): Candidate => ({
  format: formatFor(rules),
  puzzle,
  penalty,
  assumptions: assumptionsOf(rules, order, puzzle.turns),
  skipped: rules.text.skipped,
  remarks: rules.text.remarks,
});

function turnsFor({ board, said, text }: Rules, signs: number, backs: boolean): readonly Turns[] {
  if (said.turns) return [said.turns];
  if (board.turnsFixed) return ['fixed'];
  if (backs) return ['flip'];
  return signs > 0 || text.areFixed ? ['fixed', 'rotate'] : ['rotate'];
}

/**
 * Returns the penalty for reading the tiles as fixed or as rotatable, whichever they are in `puzzle`. If tiles were
 * turned at random, their labels would rarely pair up along rows and columns. If the labels do pair up, the tiles are
 * probably fixed.
 */
function turnsPenalty(puzzle: EdgePuzzle, signs: number, orderPenalty: number): number {
  if (puzzle.turns !== 'fixed') return Math.max(0, signs - 1.5);
  if (puzzle.tiles.length <= MAX_TILES_FOR_PROOF && unsolvable(puzzle).length > 0) return 5;
  const doubt = areAllDifferent(puzzle) ? 1 : 0;
  return Math.max(0, 1.5 - signs) - Math.min(orderPenalty, 1.2) + doubt;
}

/**
 * Returns whether no tile has the same label twice, although this would be unlikely in a random TetraVex puzzle. Such
 * tiles are typical of a set with one tile of each kind up to rotation.
 */
function areAllDifferent({ tiles }: EdgePuzzle): boolean {
  const kinds = new Set(tiles.flatMap(({ edges }) => edges)).size;
  const share = ((kinds - 1) * (kinds - 2) * (kinds - 3)) / kinds ** 3;
  return (
    share ** tiles.length < MAX_CHANCE_PROBABILITY &&
    tiles.every(({ edges }) => new Set(edges).size === edges.length)
  );
}

const MAX_CHANCE_PROBABILITY = 0.001;

function withoutTurning(made: readonly Candidate[], least: number): Candidate[] {
  const isFixed = ({ puzzle }: Candidate): boolean =>
    puzzle.kind === 'edge-matching' && puzzle.turns === 'fixed';
  const still = made.some((each) => isFixed(each) && each.penalty < 1 + least);
  return made.map((each) => (still && !isFixed(each) ? { ...each, penalty: each.penalty + 1 } : each));
}

function ordersUnder({ layout, rim, said, text }: Rules, backs: boolean): Order[] {
  const fixed = fixedOrder(layout, said) ?? (layout.sides === 4 && !backs ? null : 'NESW');
  if (fixed !== null) return [{ order: fixed, penalty: 0 }];
  return text.order === null ? ordersFor(rim) : ordersBeside(text.order, rim);
}

/**
 * Returns the edge orders to try if the text specifies one: that order and, if a frame fits only in other orders,
 * those as well.
 */
function ordersBeside(stated: EdgeOrder, rim: RimChoice): Order[] {
  const own = { order: stated, penalty: 0 };
  if (!rim.orders || rim.frame === null) return [own];
  const fits = rim.orders.some(({ order }) => isSameClass(orderClasses[order]!.order, stated));
  return fits ? [own] : [{ ...own, penalty: 0.5 }, ...ordersFor(rim)];
}

function ordersFor({ orders, frame }: RimChoice): Order[] {
  const all = orderClasses.map(({ order }, i) => ({ order, penalty: i === 0 ? 0 : 1.5 }));
  if (!orders || frame === null) return all;
  const apart = orders.filter((fit) => fit.apart);
  const possible = (apart.length > 0 ? apart : orders).map((fit) => fit.order);
  return possible
    .toSorted((a, b) => a - b)
    .map((index, i) => ({
      order: orderClasses[index]!.order,
      penalty: index === 0 || i === 0 ? 0 : possible.includes(0) ? 1.5 : 0.5 * i,
    }));
}

/** Value of `tetravex` for weak evidence. A reading with fixed tiles is then kept only if a search finds a solution. */
const WEAK_TETRAVEX_EVIDENCE = 0.75;

/** Returns how strongly the rows look like TetraVex, whose tiles can't be turned. 0 means not at all. */
function tetravex(rules: Rules): number {
  const { layout, labels } = rules;
  if (!mayBeTetravex(rules) || !areDigits(rules) || labels.length < 3) return 0;
  if (labels.length < 5) return labels.includes('0') && layout.size ? WEAK_TETRAVEX_EVIDENCE : 0;
  const signs = (labels.includes('0') ? 1 : 0) + (layout.size ? 0.7 : 0) + (layout.joined ? 0.8 : 0);
  const areMany = labels.length > 6;
  if (signs === 0) return areMany ? WEAK_TETRAVEX_EVIDENCE : 0;
  return signs + (areMany ? 0.6 : 0) + 0.4;
}

const mayBeTetravex = ({ layout, rim, mating, said, board }: Rules): boolean =>
  layout.sides === 4 &&
  rim.frame === null &&
  mating.rule === 'same' &&
  said.turns === undefined &&
  board.shape.kind === 'rectangle' &&
  said.rim?.kind !== 'uniform';

const areDigits = ({ labels }: Rules): boolean => labels.every((label) => /^\d$/.test(label));

const ruleOf = ({ frame, rule }: RimChoice, codeOf: (label: string) => EdgeLabel): RimRule =>
  frame === null || rule === 'free' || rule === 'uniform'
    ? { kind: rule === 'uniform' ? 'uniform' : 'free' }
    : { kind: 'colour', colour: codeOf(frame), inside: rule === 'colour' };

function nameOf(shape: BoardShape, rim: RimChoice, mating: MatingChoice): string {
  const title = boardTitle(shape);
  if (shape.kind !== 'rectangle') return title.slice(0, 1).toUpperCase() + title.slice(1);
  return `${mating.rule === 'opposite' ? 'Scramble' : rim.frame === null ? 'Colours' : 'Framed'} ${title}`;
}

function formatFor({ labels, mating }: Rules): string {
  return mating.rule === 'same' && labels.every((label) => /^(0|[1-9]\d{0,3})$/.test(label))
    ? 'numeric'
    : 'words';
}

function assumptionsOf(rules: Rules, order: EdgeOrder, turns: Turns): Assumption[] {
  const { layout, said } = rules;
  const isOpen = layout.sides === 4 && fixedOrder(layout, said) === null;
  return [
    ...boardAssumption(rules),
    ...matingAssumption(rules),
    ...rimAssumption(rules),
    ...(isOpen
      ? [
          {
            option: 'edgeOrder' as const,
            text: `edges ${Array.from(order).join(' ')}`,
            options: { edgeOrder: order },
          },
        ]
      : []),
    ...(said.turns
      ? []
      : [
          {
            option: 'turns' as const,
            text: TURNS_TEXT[turns],
            options: { turns },
            // Rows of digits after a size may be TetraVex, so tell the user if the tiles are read as rotatable.
            usual: turns !== 'fixed' && !(layout.size && mayBeTetravex(rules) && areDigits(rules)),
          },
        ]),
    ...layout.notes.map((text): Assumption => ({ option: 'format', text, options: {} })),
  ];
}

const TURNS_TEXT: Readonly<Record<Turns, string>> = {
  rotate: 'tiles may be rotated',
  flip: 'tiles may be flipped',
  fixed: 'tiles may not be rotated',
};

function boardAssumption({ board, layout }: Rules): Assumption[] {
  if (board.said) return [];
  const { shape } = board;
  const text = boardTitle(shape);
  if (shape.kind !== 'rectangle' || layout.sides !== 4)
    return [{ option: 'board', text, options: { board: shape } }];
  return [{ option: 'size', text, options: { size: { width: shape.width, height: shape.height } } }];
}

function matingAssumption({ mating }: Rules): Assumption[] {
  const { rule, naming, said } = mating;
  if (said) return [];
  if (!naming)
    return [{ option: 'mating', text: 'equal labels match', options: { mating: rule }, usual: true }];
  const options = { mating: rule, ...(naming.option === undefined ? {} : { pairs: naming.option }) };
  return [{ option: 'mating', text: `halves (${naming.title})`, options }];
}

function rimAssumption({ rim, board }: Rules): Assumption[] {
  if (rim.said || !boardOf(board.shape).across.includes(-1)) return [];
  return rim.frame === null
    ? [{ option: 'rim', text: `${rim.rule} rim`, options: { rim: rim.rule } }]
    : [{ option: 'rim', text: `framed by ${rim.frame}`, options: { rim: `frame:${rim.frame}` } }];
}
