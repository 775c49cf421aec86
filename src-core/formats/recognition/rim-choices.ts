/** Lists the rim rules that fit the tiles. */
import { boardOf, isPlainRectangle } from '../../puzzle/board.ts';
import type { BoardShape } from '../../puzzle/puzzle.ts';
import { parseEdgeOrder, type EdgeOrder } from '../edge-order.ts';
import { frameFits, isSameClass, orderClasses, type FrameFit } from './frame.ts';
import { MIN_UNASKED_PENALTY_GAP } from './candidate.ts';
import type { Layout } from './layout.ts';
import type { StatedFacts, Words } from './tile-text.ts';

export interface RimChoice {
  /** label of the frame, as written; null if there is no frame */
  readonly frame: string | null;
  readonly rule: 'free' | 'uniform' | 'frame' | 'colour';
  readonly penalty: number;
  readonly said: boolean;
  /** edge orders under which the frame fits; null if it fits under any order */
  readonly orders: readonly FrameFit[] | null;
}

/**
 * Returns the rim rules that fit, frames first. `mated` has the labels that match a different label, and therefore
 * can't be the frame.
 */
export function rimsFor(
  shape: BoardShape,
  words: readonly Words[],
  layout: Layout,
  said: StatedFacts,
  mated: ReadonlySet<string>,
): RimChoice[] {
  const edges = words.map((each) => each.edges);
  const plain = isPlainRectangle(shape) && layout.sides === 4;
  const fixed = fixedOrder(layout, said);
  const fits = plain
    ? frameFits(edges, shape).filter(
        ({ order }) => fixed === null || isSameClass(orderClasses[order]!.order, fixed),
      )
    : otherFrames(shape, edges);
  if (said.rim) return [statedRim(said.rim, plain ? fits : [])];
  const framed = Map.groupBy(
    fits.filter(({ label }) => !mated.has(label)),
    ({ label }) => label,
  );
  const exactLabels = [...framed].filter(([, own]) => isExact(own)).map(([label]) => label);
  const exact = exactLabels.length;
  const rivalPenalty =
    words.length <= MAX_FEW_TILES && !exactLabels.some((label) => USUAL_FRAME.test(label))
      ? UNUSUAL_FRAME_PENALTY
      : 1;
  const frames = [...framed].flatMap(([label, own]): RimChoice[] => {
    const usual = USUAL_FRAME.test(label);
    if (!isExact(own) && !usual) return [];
    const penalty = !isExact(own) ? 1 : usual || exact === 1 ? 0 : rivalPenalty;
    return [{ frame: label, rule: 'frame', said: false, penalty, orders: plain ? own : null }];
  });
  if (frames.length === 0 && boardOf(shape).across.includes(-1) && hasZeros(edges)) {
    // In most files, 0 is the frame. If no other label can be the frame, offer 0 even if it doesn't fit exactly, but
    // with a penalty.
    frames.push({ frame: '0', rule: 'frame', penalty: 4, said: false, orders: null });
  }
  const penalty =
    exact > 0
      ? freePenalty(plain ? words.length : 0, new Set(edges.flat()).size, frames)
      : frames[0]?.penalty === 1
        ? 1
        : 0;
  return [...frames, { frame: null, rule: 'free', penalty, said: false, orders: null }];
}

/** Returns the edge order if the text or the options leave no choice; otherwise null. */
export const fixedOrder = ({ namedSides }: Layout, { edgeOrder, board }: StatedFacts): EdgeOrder | null =>
  edgeOrder !== undefined ? parseEdgeOrder(edgeOrder) : namedSides || board !== undefined ? 'NESW' : null;

function statedRim(rim: NonNullable<StatedFacts['rim']>, fits: readonly FrameFit[]): RimChoice {
  const said = { penalty: 0, said: true } as const;
  if (rim.kind !== 'colour') return { frame: null, rule: rim.kind, ...said, orders: null };
  const own = fits.filter(({ label }) => label === rim.colour);
  return {
    frame: rim.colour,
    rule: rim.inside ? 'colour' : 'frame',
    ...said,
    orders: own.length > 0 ? own : null,
  };
}

const isExact = (fits: readonly FrameFit[]): boolean => fits.some(({ exact }) => exact);

const hasZeros = (edges: readonly (readonly string[])[]): boolean =>
  /^\d+$/.test(edges[0]![0]!) && edges.some((tile) => tile.includes('0'));

/**
 * Returns the penalty of a free rim. `tiles` is the number of tiles, or 0 if the board is not a rectangle. `labels` is
 * the number of different labels.
 */
function freePenalty(tiles: number, labels: number, frames: readonly RimChoice[]): number {
  if (tiles > MAX_TILES_WITH_DOUBTED_FRAME) return 4;
  const frame = frames.find(({ penalty }) => penalty === 0)?.frame;
  if (frame && labels <= MAX_FEW_LABELS && !USUAL_FRAME.test(frame)) return UNUSUAL_FRAME_PENALTY;
  // Even with 7 to 64 tiles, a label may look like a frame by chance. This is unlikely if the name of the label is
  // usual for a frame, such as `wall`.
  if (tiles > MAX_FEW_TILES)
    return frame && frame !== '0' && USUAL_FRAME.test(frame)
      ? MIN_UNASKED_PENALTY_GAP
      : DOUBTED_FRAME_PENALTY;
  if (!frame) return 0;
  return USUAL_FRAME.test(frame) ? 2 : UNUSUAL_FRAME_PENALTY;
}

/** Maximum number of tiles for which a free rim is tried after no solution was found with a frame */
const MAX_TILES_WITH_DOUBTED_FRAME = 64;

/**
 * Penalty of a free rim if a rectangle has 7 to 64 tiles and some label can be its frame. It is so large that the free
 * rim is tried last.
 */
export const DOUBTED_FRAME_PENALTY = 2.5;

/** With this many tiles or fewer, a label can easily look like a frame by chance. */
const MAX_FEW_TILES = 6;
/** With this many labels or fewer, a puzzle often has solutions both with a frame and without it. */
const MAX_FEW_LABELS = 3;

/**
 * Penalty of a free rim if some label can be the frame, but its name is unusual for a frame. Used only if the board has
 * few tiles, has few labels, or is not a rectangle. Also the penalty of each frame if the board has few tiles, and
 * several labels can be the frame, none of them with a usual name. The penalty is so small that the user is asked about
 * the rim.
 */
const UNUSUAL_FRAME_PENALTY = 0.5;
const USUAL_FRAME = /^(?:0|-1|x|#|-|\*|wall|border|frame|rim|edge|gr[ae]y)$/i;

/**
 * Returns labels that may mark the frame of a board of any shape. For every k, the number of tiles with the label on
 * exactly k edges must equal the number of cells with k sides on the rim.
 */
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
