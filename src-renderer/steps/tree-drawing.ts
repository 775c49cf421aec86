/** A search tree as data: boxes, lines and labels. The window, SVG files and animations all draw it. */
import type { StepTree } from '../../src-core/edge-matching/steps/step-tree.ts';
import {
  layoutTree,
  type TreeItem,
  type TreeLayout,
} from '../../src-core/edge-matching/steps/tree-layout.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { count, plural } from '../components/format.ts';
import { cellName, deadEndWords, shortCellName, shortTileName, tileName } from './words.ts';

/** The following lengths are in pixels at scale 1. */
const ROW_PX = 22;
export const BOX_HEIGHT_PX = 17;
export const BOX_RADIUS_PX = 3;
export const FONT_PX = 11;
export const HEAD_FONT_PX = 10;
/** distance from the top of the drawing to the baseline of the column headings */
export const HEAD_BASELINE_PX = 13;
/** horizontal gap between a box and the next column */
const COLUMN_GAP_PX = 16;
const MARGIN_PX = 8;
/** height of the row of column headings */
const HEAD_PX = 20;
/** approximate width of a character, used to reserve space for notes */
const CHARACTER_WIDTH_PX = 6.4;

type Tone = 'plain' | 'good' | 'bad';

export interface TreeBox {
  readonly item: TreeItem;
  readonly x: number;
  /** vertical centre of the box */
  readonly y: number;
  readonly width: number;
  readonly text: string;
  /** the text to the right of the box; empty if there is none */
  readonly note: string;
  readonly tone: Tone;
  /** text for tooltips and screen readers */
  readonly label: string;
  /** the step that clicking the box goes to */
  readonly step: number;
}

/** Returns the x coordinate of a box's right end, including the note beside it. */
export const rightOf = ({ x, width, note }: TreeBox): number =>
  x + width + (note ? 6 + note.length * CHARACTER_WIDTH_PX : 0);

export interface TreeLink {
  readonly key: string;
  /** SVG path */
  readonly d: string;
  readonly onPath: boolean;
  readonly later: boolean;
}

export interface TreeDrawing {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly TreeBox[];
  readonly links: readonly TreeLink[];
  /** the column headings */
  readonly heads: readonly { readonly x: number; readonly text: string; readonly title: string }[];
  readonly current: number;
}

/**
 * Returns the drawing of a tree at a step of the search (`at`). `noun`: what the engine calls nodes, such as "states".
 */
export function drawTree(puzzle: EdgePuzzle, tree: StepTree, at: number, noun: string): TreeDrawing {
  const layout = layoutTree(tree, at);
  const digits = String(puzzle.tiles.length).length;
  const boxWidth = 20 + 7 * digits;
  const columnWidth = boxWidth + COLUMN_GAP_PX;
  const boxes = layout.items.map((item): TreeBox => {
    const { node, column, row } = item;
    return {
      item,
      x: MARGIN_PX + column * columnWidth,
      y: HEAD_PX + (row + 0.5) * ROW_PX,
      width: boxWidth,
      text: textOf(puzzle, tree, item),
      ...noteOf(puzzle, tree, item),
      label: labelOf(puzzle, tree, item, noun),
      step: tree.stepOf(node),
    };
  });
  const right = boxes.map(rightOf);
  return {
    width: Math.max(...right) + MARGIN_PX,
    height: HEAD_PX + layout.rows * ROW_PX + MARGIN_PX,
    boxes,
    links: boxes.flatMap((box) => linkTo(box, boxes[box.item.parent])),
    heads: headsOf(puzzle, tree, layout, boxes),
    current: layout.current,
  };
}

function linkTo(box: TreeBox, parent: TreeBox | undefined): TreeLink[] {
  if (!parent) return [];
  const from = parent.x + parent.width;
  const middle = (from + box.x) / 2;
  return [
    {
      key: box.item.key,
      d: `M${from} ${parent.y}C${middle} ${parent.y} ${middle} ${box.y} ${box.x} ${box.y}`,
      onPath: box.item.onPath,
      later: box.item.status === 'later',
    },
  ];
}

function textOf(puzzle: EdgePuzzle, tree: StepTree, { node, kind, count: members }: TreeItem): string {
  if (kind === 'group') return `+${members}`;
  return tree.depth(node) === 0 ? 'start' : shortTileName(puzzle, tree.code(node));
}

function noteOf(puzzle: EdgePuzzle, tree: StepTree, item: TreeItem): Pick<TreeBox, 'note' | 'tone'> {
  const { kind, status, node, hidden, solutions } = item;
  if (kind === 'fold' || kind === 'group') {
    const parts = [hidden > 0 && `▸ ${count(hidden)}`, solutions > 0 && `★ ${count(solutions)}`];
    return { note: parts.filter(Boolean).join('  '), tone: solutions > 0 ? 'good' : 'plain' };
  }
  if (kind === 'above') return { note: '', tone: 'plain' };
  if (status === 'solution') return { note: '★ solution', tone: 'good' };
  if (status === 'dead end') return { note: `× ${deadEndWords(puzzle, tree, node).brief}`, tone: 'bad' };
  return { note: '', tone: 'plain' };
}

function labelOf(puzzle: EdgePuzzle, tree: StepTree, item: TreeItem, noun: string): string {
  const { node, kind, count: members, hidden, solutions } = item;
  const inside = [
    hidden > 0 && `${count(hidden)} ${noun} below`,
    solutions > 0 && plural(solutions, 'solution'),
  ].filter(Boolean);
  if (kind === 'group') return [`${count(members)} more in this cell`, ...inside].join(', ');
  if (kind === 'above') return `The ${count(members)} levels above are left out`;
  if (tree.depth(node) === 0) return 'Start: nothing placed';
  const place = `${tileName(puzzle, tree.code(node))} in ${cellName(puzzle, tree.cell(node))}`;
  return [`${place}: ${statusWords(puzzle, tree, item)}`, ...inside].join(', ');
}

function statusWords(puzzle: EdgePuzzle, tree: StepTree, { node, status }: TreeItem): string {
  if (status === 'dead end') return `dead end. ${deadEndWords(puzzle, tree, node).full}`;
  return {
    later: 'not reached yet',
    waiting: 'waiting',
    open: 'on the board',
    done: 'tried',
    solution: 'a solution',
  }[status];
}

function headsOf(
  puzzle: EdgePuzzle,
  tree: StepTree,
  { columns, firstDepth }: TreeLayout,
  boxes: readonly TreeBox[],
): TreeDrawing['heads'] {
  return Array.from({ length: columns }, (_, column) => {
    const { x, item } = boxes.find(({ item: each }) => each.column === column)!;
    const cell = tree.cell(item.node);
    if (cell < 0) return { x, text: '', title: '' };
    const title = `Level ${firstDepth + column}: ${cellName(puzzle, cell)}`;
    return { x, text: shortCellName(puzzle, cell), title };
  });
}

/** Returns the noun in a description of nodes, such as "states" in "states created". */
export const nounOf = (nodes: string): string => nodes.split(' ')[0]!;
