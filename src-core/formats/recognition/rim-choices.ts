/** Chooses rim rules that the tiles can follow. */
import { boardOf, isPlainRectangle } from '../../puzzle/board.ts';
import type { BoardShape } from '../../puzzle/puzzle.ts';
import { frameFits, type FrameFit } from './frame.ts';
import type { Layout } from './layout.ts';
import type { Said, Words } from './tile-text.ts';

export interface RimChoice {
  /** the frame's label, as written; null if there is no frame */
  readonly frame: string | null;
  readonly rule: 'free' | 'uniform' | 'frame' | 'colour';
  readonly penalty: number;
  readonly said: boolean;
  /** edge orders for which the frame fits; null if it fits any order */
  readonly orders: readonly FrameFit[] | null;
}

/** Returns the rim rules that fit, frames first. Labels in `mated`, which match others, can't be the frame. */
export function rimsFor(
  shape: BoardShape,
  words: readonly Words[],
  layout: Layout,
  said: Said,
  mated: ReadonlySet<string>,
): RimChoice[] {
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
  for (const fit of fits)
    if (!mated.has(fit.label)) framed.set(fit.label, [...(framed.get(fit.label) ?? []), fit]);
  const exact = [...framed].filter(([, own]) => own.some((fit) => fit.exact));
  // With few tiles a label may look like a frame by chance.
  const small = words.length <= 6;
  const choices: RimChoice[] = [];
  for (const [label, own] of framed) {
    const isExact = own.some((fit) => fit.exact);
    const usual = USUAL_FRAME.test(label);
    if (!isExact && !usual) continue;
    choices.push({
      frame: label,
      rule: 'frame',
      said: false,
      penalty: isExact ? (exact.length > 1 && !usual ? 1 : 0) : 1,
      orders: plain ? own : null,
    });
  }
  const zeros = hasRim && edges.some((tile) => tile.includes('0'));
  if (choices.length === 0 && zeros && /^\d+$/.test(edges[0]![0]!)) {
    // 0 is the frame in most files, but an ordinary colour if it doesn't fit as a frame.
    choices.push({ frame: '0', rule: 'frame', penalty: 4, said: false, orders: null });
  }
  const best = choices.find(({ penalty }) => penalty === 0);
  const free =
    exact.length > 0 ? freePenalty(small, best?.frame) : choices.some(({ penalty }) => penalty === 1) ? 1 : 0;
  return [...choices, { frame: null, rule: 'free', penalty: free, said: false, orders: null }];
}

/**
 * Returns the penalty of a free rim if a label fits a frame. With few tiles the user is asked, unless the label is a
 * usual one for frames.
 */
function freePenalty(isSmall: boolean, frame: string | null | undefined): number {
  if (!isSmall) return 4;
  if (frame === undefined || frame === null) return 0;
  return USUAL_FRAME.test(frame) ? 2 : SMALL_FRAME;
}

/** Penalty of a free rim if a small puzzle has an unusual label as its frame: small enough that the user is asked. */
const SMALL_FRAME = 0.5;
const USUAL_FRAME = /^(?:0|-1|x|#|-|\*|wall|border|frame|rim|edge|gr[ae]y)$/i;

/** Returns labels whose number on each tile matches the number of rim sides of each cell. */
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
