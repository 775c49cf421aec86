/** The ways to read rows of tiles: which board, rim, mating rule, order of edges and turns they can mean. */
import { boardOf, isPlainRectangle, shapeName } from '../../puzzle/board.ts';
import { numberedLabels, symbolLabel } from '../../puzzle/labels.ts';
import {
  LONGEST_LABEL,
  MAX_LABELS,
  MAX_TILES,
  type BoardShape,
  type EdgeLabel,
  type EdgePuzzle,
  type GraphShape,
  type LabelStyle,
  type MatingRule,
  type RimRule,
  type Turns,
} from '../../puzzle/puzzle.ts';
import { unsolvable } from '../../puzzle/unsolvable.ts';
import { clockwise, parseEdgeOrder, type EdgeOrder } from '../edge-order.ts';
import type { ReadOptions } from '../format.ts';
import type { Meaning } from '../meaning.ts';
import type { Size } from '../size.ts';
import { PLAUSIBLE, type Assumption, type Candidate } from './candidate.ts';
import { frameFits, orderClasses, type FrameFit } from './frame.ts';
import { halvesNamings, type HalvesNaming } from './halves-naming.ts';
import { layoutsOf, type Layout } from './layout.ts';
import type { TextRow } from './text-rows.ts';

export interface TileText {
  readonly rows: readonly TextRow[];
  readonly skipped: readonly number[];
  /** labels that the text says meet */
  readonly pairs: readonly (readonly [string, string])[];
  readonly size: Size | null;
  /** in prose */
  readonly mentioned: Size | null;
  readonly name: string | undefined;
}

/** What the options or the head of the text say; none of it is an assumption. */
type Said = Meaning & Pick<ReadOptions, 'edgeOrder' | 'size'> & { readonly ownNumbers: boolean };

/** More tiles than these are not counted through for every reading. */
const MAX_COUNTED = 1_200;

/** Returns every plausible reading of the rows as tiles. */
export function tileCandidates(text: TileText, said: Said): Candidate[] {
  const sides = said.board ? boardOf(said.board).sides : null;
  return layoutsOf(text.rows, sides, said.size ?? text.size)
    .slice(0, 3)
    .flatMap((layout) => ofLayout(layout, text, said));
}

function ofLayout(layout: Layout, text: TileText, said: Said): Candidate[] {
  const { tiles } = layout;
  if (tiles.length === 0 || tiles.length > MAX_TILES) return [];
  const words = tiles.map(({ edges, back }) => ({
    edges: edges.map(({ text: word }) => word),
    ...(back ? { back: back.map(({ text: word }) => word) } : {}),
  }));
  const labels = [...new Set(words.flatMap(({ edges, back = [] }) => [...edges, ...back]))];
  if (labels.some((label) => label === '' || label.length > LONGEST_LABEL)) return [];
  if (labels.length > 2 * MAX_LABELS) return [];
  if (!said.board && !said.rim && !said.mating && !areLabels(words)) return [];
  const boards = boardsFor(layout, said, text, words);
  const candidates: Candidate[] = [];
  for (const board of boards) {
    for (const rim of rimsFor(board.shape, words, layout, said)) {
      const inner = labels.filter((label) => label !== rim.frame);
      for (const mating of matingsFor(inner, text.pairs, said)) {
        candidates.push(...ofRules({ layout, words, labels, board, rim, mating, text, said }));
      }
    }
  }
  const best = candidates.reduce((least, { penalty }) => Math.min(least, penalty), Infinity);
  return candidates.filter(({ penalty }) => penalty <= best + PLAUSIBLE + 3);
}

/** Whether words can be labels: most occur more than once, and none is a slip among numbers. */
function areLabels(words: readonly Words[]): boolean {
  const counts = new Map<string, number>();
  let all = 0;
  for (const { edges, back = [] } of words) {
    for (const label of [...edges, ...back]) {
      counts.set(label, (counts.get(label) ?? 0) + 1);
      all++;
    }
  }
  if (all >= 12 && counts.size > 0.75 * all) return false;
  const others = [...counts].filter(([label]) => !/^\d+$/.test(label));
  const share = others.reduce((sum, [, count]) => sum + count, 0) / all;
  // Numbers with a few other words among them: a frame has at least eight sides.
  return share > 0.3 || others.every(([, count]) => count >= 8);
}

interface BoardChoice {
  readonly shape: BoardShape;
  readonly penalty: number;
  readonly said: boolean;
  /** several kinds or sizes were possible */
  readonly open: boolean;
}

function boardsFor(layout: Layout, said: Said, text: TileText, words: readonly Words[]): BoardChoice[] {
  const count = layout.tiles.length;
  if (said.board && boardOf(said.board).cells > count) return [];
  if (said.board) return [{ shape: said.board, penalty: 0, said: true, open: false }];
  const asked = said.size ?? null;
  if (layout.sides === 4) {
    if (asked) {
      if (asked.width * asked.height > count) return [];
      return [{ shape: { kind: 'rectangle', ...asked }, penalty: 0, said: true, open: false }];
    }
    const { mentioned } = text;
    const isMentioned = mentioned !== null && mentioned.width * mentioned.height === count;
    const size = layout.size ?? text.size ?? (isMentioned ? mentioned : null);
    if (size && size.width * size.height <= count) {
      return [{ shape: { kind: 'rectangle', ...size }, penalty: 0, said: false, open: false }];
    }
    const sizes = sizesOf(count);
    const framed = sizes.filter((each) =>
      frameFits(
        words.map(({ edges }) => edges),
        each,
      ).some(({ exact }) => exact),
    );
    const possible = framed.length > 0 ? framed : sizes.filter(({ height }) => height > 1 || count <= 3);
    return [
      ...possible.map((each, i): BoardChoice => ({
        ...{ shape: { kind: 'rectangle', ...each }, penalty: i === 0 ? 0 : 2.5, said: false },
        open: possible.length > 1,
      })),
      ...(count === 6
        ? [{ shape: { kind: 'solid', solid: 'cube' } as const, penalty: 2.2, said: false, open: true }]
        : []),
    ];
  }
  const shapes: [BoardShape, number][] = [];
  if (layout.sides === 6) {
    for (let side = 2; 3 * side * (side - 1) + 1 <= count; side++) {
      if (3 * side * (side - 1) + 1 === count) shapes.push([{ kind: 'honeycomb', side }, 0]);
    }
    for (let side = 2; (side * (side + 1)) / 2 <= count; side++) {
      if ((side * (side + 1)) / 2 === count) shapes.push([hexagonTriangle(side), shapes.length > 0 ? 2 : 0]);
    }
  } else if (layout.sides === 3) {
    for (let side = 2; side * side <= count; side++)
      if (side * side === count) shapes.push([{ kind: 'triangle', side }, 0]);
    for (let side = 1; 6 * side * side <= count; side++)
      if (6 * side * side === count) shapes.push([{ kind: 'hexagon', side }, 0]);
    const solid = ({ 4: 'tetrahedron', 8: 'octahedron', 20: 'icosahedron' } as const)[count];
    if (solid) shapes.push([{ kind: 'solid', solid }, shapes.length > 0 ? 0.5 : 0]);
  } else if (count === 12) shapes.push([{ kind: 'solid', solid: 'dodecahedron' }, 0]);
  return shapes.map(([shape, penalty]) => ({ shape, penalty, said: false, open: true }));
}

function sizesOf(cells: number): Size[] {
  const sizes: Size[] = [];
  for (let height = Math.floor(Math.sqrt(cells)); height >= 1; height--) {
    if (cells % height === 0 && cells / height <= 64) sizes.push({ width: cells / height, height });
  }
  return sizes;
}

/** Hexagons in rows of 1, 2, 3 …, as a graph: no kind of board of its own. */
function hexagonTriangle(side: number): GraphShape {
  const at = (row: number, place: number): number => (row * (row + 1)) / 2 + place;
  const joints: number[][] = [];
  const polygons: number[][][] = [];
  const half = Math.sqrt(3) / 2;
  for (let row = 0; row < side; row++) {
    for (let place = 0; place <= row; place++) {
      const cell = at(row, place);
      if (place < row) joints.push([cell, 1, at(row, place + 1), 4]);
      if (row + 1 < side) {
        joints.push([cell, 2, at(row + 1, place + 1), 5]);
        joints.push([cell, 3, at(row + 1, place), 0]);
      }
      const [x, y] = [(2 * place + side - row) * half, 1.5 * row + 1];
      polygons.push([
        [x, y - 1],
        [x + half, y - 0.5],
        [x + half, y + 0.5],
        [x, y + 1],
        [x - half, y + 0.5],
        [x - half, y - 0.5],
      ]);
    }
  }
  return { kind: 'graph', sides: 6, cells: at(side, 0), joints, polygons };
}

const boardTitle = (shape: BoardShape): string =>
  shape.kind === 'graph' ? `a triangle of ${shape.cells} hexagons` : shapeName(shape);

interface Words {
  readonly edges: readonly string[];
  readonly back?: readonly string[];
}

interface RimChoice {
  /** the frame's label, as the text has it; null: none */
  readonly frame: string | null;
  readonly rule: 'free' | 'uniform' | 'frame' | 'colour';
  readonly penalty: number;
  readonly said: boolean;
  /** indices into `orderClasses` under which the frame fits, those that speak for themselves first; null: every order */
  readonly orders: readonly FrameFit[] | null;
}

function rimsFor(shape: BoardShape, words: readonly Words[], layout: Layout, said: Said): RimChoice[] {
  const edges = words.map((each) => each.edges);
  const plain = isPlainRectangle(shape) && layout.sides === 4;
  const fits = plain ? frameFits(edges, shape) : otherFrames(shape, edges);
  if (said.rim) {
    if (said.rim.kind !== 'colour')
      return [{ frame: null, rule: said.rim.kind, penalty: 0, said: true, orders: null }];
    const { colour, inside } = said.rim;
    const own = fits.filter(({ label }) => label === colour);
    return [
      {
        frame: colour,
        rule: inside ? 'colour' : 'frame',
        penalty: 0,
        said: true,
        orders: plain && own.length > 0 ? own : null,
      },
    ];
  }
  const hasRim = boardOf(shape).across.includes(-1);
  const framed = new Map<string, FrameFit[]>();
  for (const fit of fits) framed.set(fit.label, [...(framed.get(fit.label) ?? []), fit]);
  const exact = [...framed].filter(([, own]) => own.some((fit) => fit.exact));
  // On few tiles a label may lie like a frame by chance.
  const small = words.length <= 6;
  const choices: RimChoice[] = [];
  for (const [label, own] of framed) {
    const isExact = own.some((fit) => fit.exact);
    const usual = /^(0|-1|x|X|#|-|\*)$|^(wall|border|frame|rim|edge|gr[ae]y)$/i.test(label);
    if (!isExact && !usual) continue;
    choices.push({
      ...{ frame: label, rule: 'frame', said: false },
      penalty: isExact ? (exact.length > 1 && !usual ? 1 : small && !usual ? 1.5 : 0) : 1,
      orders: plain ? own : null,
    });
  }
  const zeros = hasRim && edges.some((tile) => tile.includes('0'));
  if (choices.length === 0 && zeros && /^\d+$/.test(edges[0]![0]!)) {
    // 0 is the frame in most files; where it cannot be, it is a colour like the others.
    choices.push({ frame: '0', rule: 'frame', penalty: 4, said: false, orders: null });
  }
  const free =
    exact.length > 0
      ? !small
        ? 4
        : choices.some(({ frame, penalty }) => penalty === 0 && frame !== null)
          ? 2
          : 0
      : choices.some(({ penalty }) => penalty === 1)
        ? 1
        : 0;
  return [...choices, { frame: null, rule: 'free', penalty: free, said: false, orders: null }];
}

/** Labels that lie on as many tiles, as often on each, as cells have sides on the rim. */
function otherFrames(shape: BoardShape, tiles: readonly (readonly string[])[]): FrameFit[] {
  const { across, cells, sides } = boardOf(shape);
  if (!across.includes(-1) || tiles.length !== cells) return [];
  const needed = Array.from({ length: cells }, (_, cell) => {
    let rim = 0;
    for (let side = 0; side < sides; side++) if (across[cell * sides + side] === -1) rim++;
    return rim;
  });
  const wanted = needed.sort((a, b) => a - b).join();
  const labels = new Set(tiles.flat());
  if (labels.size > 60) return [];
  return [...labels]
    .filter(
      (label) =>
        tiles
          .map((edges) => edges.filter((each) => each === label).length)
          .sort((a, b) => a - b)
          .join() === wanted,
    )
    .map((label) => ({ label, order: 0, exact: true, apart: true }));
}

interface MatingChoice {
  readonly rule: MatingRule;
  readonly naming: HalvesNaming | null;
  readonly penalty: number;
  readonly said: boolean;
}

function matingsFor(labels: readonly string[], pairs: TileText['pairs'], said: Said): MatingChoice[] {
  const same = (penalty: number): MatingChoice => ({
    rule: 'same',
    naming: null,
    penalty,
    said: said.mating === 'same',
  });
  if (said.mating === 'same') return [same(0)];
  const namings = halvesNamings(labels, pairs);
  const codes = codesNaming(labels);
  if (said.mating === 'opposite') {
    const usable =
      said.ownNumbers && codes
        ? [codes]
        : [...(codes?.evidence ? [codes] : []), ...namings, ...(codes ? [codes] : [])];
    return usable
      .slice(0, 2)
      .map((naming, i) => ({ rule: 'opposite', naming, penalty: i * 0.8, said: true }));
  }
  const strongest = namings[0]?.evidence ?? 0;
  return [
    same(strongest >= 1 ? strongest : 0),
    ...namings.slice(0, 2).map((naming): MatingChoice => ({
      ...{ rule: 'opposite', naming, said: false },
      penalty: strongest - naming.evidence + (naming.evidence >= 1 ? 0 : 2 - naming.evidence),
    })),
  ];
}

/** Numbers as Edgewise writes halves: 2 · symbol + half. */
function codesNaming(labels: readonly string[]): HalvesNaming | null {
  if (!labels.every((label) => /^\d{1,4}$/.test(label))) return null;
  const all = new Set(labels.map(Number));
  const closed = [...all].every((label) => all.has(label ^ 1));
  return {
    title: '2 meets 3',
    evidence: closed ? 1 : 0,
    halfOf: (label) => ({ symbol: `#${Number(label) >> 1}`, half: (Number(label) & 1) as 0 | 1 }),
  };
}

interface Rules {
  readonly layout: Layout;
  readonly words: readonly Words[];
  readonly labels: readonly string[];
  readonly board: BoardChoice;
  readonly rim: RimChoice;
  readonly mating: MatingChoice;
  readonly text: TileText;
  readonly said: Said;
}

function ofRules(rules: Rules): Candidate[] {
  const { layout, words, labels, board, rim, mating, text, said } = rules;
  const numbering = numberLabels(labels, mating, rim.frame);
  if (!numbering) return [];
  const { styles, codeOf } = numbering;
  const backs = words.some(({ back }) => back);
  // Where the board is said, edges are listed clockwise.
  const ordered =
    layout.sides === 4 &&
    !layout.namedSides &&
    said.edgeOrder === undefined &&
    !backs &&
    said.board === undefined;
  const orders: { order: EdgeOrder; penalty: number }[] = !ordered
    ? [
        {
          order: said.edgeOrder === undefined ? 'NESW' : parseEdgeOrder(said.edgeOrder),
          penalty: 0,
        },
      ]
    : ordersFor(rim);
  const turnsList: readonly Turns[] = said.turns
    ? [said.turns]
    : backs
      ? ['flip']
      : tetravex(rules) > 0
        ? ['fixed', 'rotate']
        : ['rotate'];
  const signs = tetravex(rules);
  const made: { candidate: Candidate; fixed: boolean; order: number }[] = [];
  for (const { order, penalty: orderPenalty } of orders) {
    const tiles = words.map(({ edges, back }) => {
      const codes = edges.map(codeOf);
      const front = layout.sides === 4 && order !== 'NESW' ? clockwise(codes, order) : codes;
      return back ? { edges: front, back: back.map(codeOf) } : { edges: front };
    });
    for (const turns of turnsList) {
      const puzzle: EdgePuzzle = {
        kind: 'edge-matching',
        name: text.name ?? nameOf(board.shape, rim, mating),
        board: board.shape,
        mating: mating.rule,
        rim: ruleOf(rim, codeOf),
        turns,
        tiles,
        labels: styles,
        hints: [],
        forbidden: [],
      };
      let penalty = layout.penalty + board.penalty + rim.penalty + mating.penalty + orderPenalty;
      if (!said.turns && turnsList.length > 1) {
        // Tiles that were turned at random almost never pair up along rows and along columns.
        const impossible = turns === 'fixed' && words.length <= MAX_COUNTED && unsolvable(puzzle).length > 0;
        if (turns === 'fixed')
          penalty += impossible ? 5 : Math.max(0, 1.5 - signs) - Math.min(orderPenalty, 1.2);
        else penalty += Math.max(0, signs - 1.5);
      }
      made.push({
        fixed: turns === 'fixed' && !said.turns,
        order: 0,
        candidate: {
          format: formatFor(rules),
          puzzle,
          penalty,
          assumptions: assumptionsOf(rules, { order, turns }),
          skipped: text.skipped,
        },
      });
    }
  }
  // Where tiles that keep still make sense, the turning reading is no longer close.
  const still = made.some(({ fixed, candidate }) => fixed && candidate.penalty < 1 + layout.penalty);
  return made.map(({ candidate, fixed }) =>
    still && !fixed && turnsList.length > 1 && signs >= 2
      ? { ...candidate, penalty: candidate.penalty + 1 }
      : candidate,
  );
}

function ordersFor({ orders, frame }: RimChoice): { order: EdgeOrder; penalty: number }[] {
  const all = orderClasses.map(({ order }, i) => ({ order, penalty: i === 0 ? 0 : 1.5 }));
  if (!orders || frame === null) return all;
  const apart = orders.filter((fit) => fit.apart);
  const possible = (apart.length > 0 ? apart : orders).map((fit) => fit.order);
  return possible
    .toSorted((a, b) => a - b)
    .map((index, i) => ({
      ...{ order: orderClasses[index]!.order },
      penalty: index === 0 || i === 0 ? 0 : possible.includes(0) ? 1.5 : 0.5 * i,
    }));
}

/** How strongly the rows look like TetraVex, whose tiles may not turn: from 0, not at all. */
function tetravex({ layout, labels, rim, mating, said, board }: Rules): number {
  if (layout.sides !== 4 || rim.frame !== null || mating.rule !== 'same' || said.turns) return 0;
  if (board.shape.kind !== 'rectangle' || said.rim?.kind === 'uniform') return 0;
  if (!labels.every((label) => /^\d$/.test(label)) || labels.length < 5) return 0;
  const signs = (labels.includes('0') ? 1 : 0) + (layout.size ? 0.7 : 0) + (layout.joined ? 0.8 : 0);
  return signs > 0 ? signs + (labels.length > 6 ? 0.6 : 0) + 0.4 : 0;
}

interface Numbering {
  readonly styles: readonly LabelStyle[];
  readonly codeOf: (label: string) => EdgeLabel;
}

/** Codes for the labels; null where they are too many or not all halves. */
function numberLabels(
  labels: readonly string[],
  { rule, naming }: MatingChoice,
  frame: string | null,
): Numbering | null {
  const all = frame === null || labels.includes(frame) ? labels : [...labels, frame];
  if (rule === 'same') {
    if (all.every((label) => /^(0|[1-9]\d{0,3})$/.test(label) && Number(label) < MAX_LABELS)) {
      const most = all.reduce((sum, label) => Math.max(sum, Number(label)), 0);
      return { styles: numberedLabels(most + 1), codeOf: Number };
    }
    if (all.length > MAX_LABELS) return null;
    const sorted = all.toSorted(byValue);
    const codes = new Map(sorted.map((label, i) => [label, i]));
    return { styles: sorted.map((name) => ({ name })), codeOf: (label) => codes.get(label)! };
  }
  const halves = new Map(
    all.map((label) => [
      label,
      label === frame && !naming!.halfOf(label) ? { symbol: label, half: 0 as const } : naming!.halfOf(label),
    ]),
  );
  if ([...halves.values()].some((half) => half === null)) return null;
  const own = [...new Set([...halves.values()].map((half) => half!.symbol))];
  // Numbers that are codes already keep them.
  if (own.every((symbol) => symbol.startsWith('#'))) {
    const most = own.reduce((sum, symbol) => Math.max(sum, Number(symbol.slice(1))), 0);
    if (most >= MAX_LABELS) return null;
    return { styles: letters(most + 1), codeOf: Number };
  }
  const symbols = own.toSorted(byValue);
  if (symbols.length > MAX_LABELS) return null;
  const codes = new Map(symbols.map((symbol, i) => [symbol, i]));
  return {
    styles: symbols.map((name) => ({ name })),
    codeOf: (label) => {
      const { symbol, half } = halves.get(label)!;
      return symbolLabel(codes.get(symbol)!, half);
    },
  };
}

const letters = (count: number): LabelStyle[] =>
  Array.from({ length: count }, (_, i) => ({
    name: String.fromCharCode(65 + (i % 26)) + (i < 26 ? '' : String(Math.floor(i / 26) + 1)),
  }));

function byValue(a: string, b: string): number {
  const [x, y] = [Number(a), Number(b)];
  if (!Number.isNaN(x) && !Number.isNaN(y) && x !== y) return x - y;
  return a < b ? -1 : a > b ? 1 : 0;
}

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

function assumptionsOf(
  { layout, board, rim, mating, said }: Rules,
  { order, turns }: { order: EdgeOrder; turns: Turns },
): Assumption[] {
  const list: Assumption[] = [];
  const { shape } = board;
  if (!board.said) {
    const isSize = shape.kind === 'rectangle' && layout.sides === 4;
    list.push({
      option: isSize ? 'size' : 'board',
      text: boardTitle(shape),
      options: isSize ? { size: { width: shape.width, height: shape.height } } : { board: shape },
    });
  }
  if (!mating.said) {
    const text = mating.rule === 'same' ? null : `halves (${mating.naming!.title})`;
    list.push({
      option: 'mating',
      text: text ?? 'equal labels meet',
      options: { mating: mating.rule },
      usual: text === null,
    });
  }
  if (!rim.said && boardOf(shape).across.includes(-1)) {
    const text = rim.frame === null ? `${rim.rule} rim` : `framed by ${rim.frame}`;
    list.push({
      option: 'rim',
      text,
      options: { rim: rim.frame === null ? rim.rule : `frame:${rim.frame}` },
    });
  }
  if (said.edgeOrder === undefined && layout.sides === 4 && !layout.namedSides && said.board === undefined) {
    list.push({
      option: 'edgeOrder',
      text: `edges ${Array.from(order).join(' ')}`,
      options: { edgeOrder: order },
    });
  }
  if (!said.turns) {
    const texts = {
      rotate: 'tiles may be turned',
      flip: 'tiles may be turned over',
      fixed: 'tiles may not be turned',
    };
    list.push({ option: 'turns', text: texts[turns], options: { turns }, usual: turns !== 'fixed' });
  }
  for (const note of layout.notes) list.push({ option: 'format', text: note, options: {} });
  return list;
}
