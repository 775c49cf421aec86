/**
 * Chooses the filling order for a board that is not a plain rectangle. At any time, as few edges as possible should be
 * open, that is, have a tile on only one side. Two orders are computed, and the one with fewer open edges is used:
 *
 * - The first is the board's own order of cells (by rows, if there are rows), rotated or reflected by one of the
 *   board's symmetries.
 * - The second starts at a cell with few neighbours and always continues with the cell that has the most filled
 *   neighbours. Cuthill and McKee (1969) number the nodes of a graph this way to get a small bandwidth.
 */
import { boardOf } from '../../../puzzle/board.ts';
import type { Random } from '../../../random.ts';
import type { Instance } from '../shared/instance.ts';

/**
 * A label that a tile must match. If `slot` is -1, a hint requires the label `label`. Otherwise, each board stores its
 * own label in this slot.
 */
export interface Met {
  readonly slot: number;
  readonly label: number;
}

/**
 * A side that must match a given label when its cell is filled, because the neighbour is filled earlier or its tile is
 * fixed. `side` is numbered within the cell.
 */
export interface ClosedSide extends Met {
  readonly side: number;
}

interface FrontierCell {
  readonly cell: number;
  readonly closes: readonly ClosedSide[];
  /** The sides that a later tile will touch. `slot` is the place where a board stores the label to match. */
  readonly opens: readonly { readonly side: number; readonly slot: number }[];
  /** pairs of sides of the cell that touch each other */
  readonly own: readonly (readonly [number, number])[];
}

export interface FrontierOrder {
  readonly cells: readonly FrontierCell[];
  /** number of slots in each board; a slot holds a label that a later tile must match */
  readonly slots: number;
  /** mean number of open edges while the board is being filled */
  readonly open: number;
}

export function frontierOrder(instance: Instance, chance: Random): FrontierOrder {
  const scanned = inOrder(instance, scan(instance, chance));
  const grown = inOrder(instance, growth(instance, chance));
  return scanned.open <= grown.open ? scanned : grown;
}

/** Returns the cell on the other side of an edge. `side` is an index in `across`. */
export const neighbourAt = ({ across, sideCount }: Instance, side: number): number =>
  Math.floor(across[side]! / sideCount);

/** Returns the sides of a cell that are neither on the rim nor next to a closed cell. */
export function joinedSides(instance: Instance, cell: number): number[] {
  const { across, sideCount, forbidden } = instance;
  const all = Array.from({ length: sideCount }, (_, i) => cell * sideCount + i);
  return all.filter((side) => across[side]! >= 0 && !forbidden[neighbourAt(instance, side)]);
}

const isOpen = ({ forbidden, pinned }: Instance, cell: number): boolean =>
  !forbidden[cell] && pinned[cell]! < 0;

function scan(instance: Instance, chance: Random): number[] {
  const { symmetries } = boardOf(instance.puzzle.board);
  const { to } = symmetries[chance.below(symmetries.length)]!;
  return Array.from(to).filter((cell) => isOpen(instance, cell));
}

function growth(instance: Instance, chance: Random): number[] {
  const { cells, pinned } = instance;
  const neighbours = Array.from({ length: cells }, (_, cell) =>
    joinedSides(instance, cell).map((side) => neighbourAt(instance, side)),
  );
  const filledAt = Int32Array.from(pinned, (orientation) => (orientation >= 0 ? 0 : -1));
  const waiting = new Set<number>();
  for (let cell = 0; cell < cells; cell++) if (isOpen(instance, cell)) waiting.add(cell);
  const rank = chance.shuffle(Int32Array.from({ length: cells }, (_, cell) => cell));

  const order: number[] = [];
  const next = (): number => {
    let best = -1;
    let bestValue: number[] = [];
    for (const cell of waiting) {
      const filled = neighbours[cell]!.filter((neighbour) => filledAt[neighbour]! > 0);
      const oldest = filled.length > 0 ? Math.min(...filled.map((neighbour) => filledAt[neighbour]!)) : 0;
      // Choose the cell with the most filled neighbours. Break ties by the fewest empty neighbours, then by which
      // has the neighbour that was filled first.
      const value = [filled.length, filled.length - neighbours[cell]!.length, -oldest, rank[cell]!];
      const at = value.findIndex((part, i) => part !== bestValue[i]);
      if (best >= 0 && value[at]! < bestValue[at]!) continue;
      best = cell;
      bestValue = value;
    }
    return best;
  };
  while (waiting.size > 0) {
    const cell = next();
    waiting.delete(cell);
    order.push(cell);
    filledAt[cell] = order.length;
  }
  return order;
}

/** Returns the order of cells, with the edges closed and opened by filling each cell. */
function inOrder(instance: Instance, order: readonly number[]): FrontierOrder {
  const { sideCount, across, pinned, sides, mate } = instance;
  const free: number[] = [];
  let slots = 0;
  let open = 0;
  const slotOf = new Map<number, number>();
  const cells = order.map((cell): FrontierCell => {
    const closes: ClosedSide[] = [];
    const opens: { side: number; slot: number }[] = [];
    const own: [number, number][] = [];
    const closed: number[] = [];
    for (const side of joinedSides(instance, cell)) {
      const facing = across[side]!;
      const to = neighbourAt(instance, side);
      const local = side - cell * sideCount;
      if (to === cell) {
        if (facing > side) own.push([local, facing - cell * sideCount]);
      } else if (pinned[to]! >= 0) {
        const label = mate[sides[pinned[to]! * sideCount + (facing - to * sideCount)]!]!;
        closes.push({ side: local, slot: -1, label });
      } else if (slotOf.has(side)) {
        closes.push({ side: local, slot: slotOf.get(side)!, label: 0 });
        closed.push(slotOf.get(side)!);
      } else {
        const slot = free.pop() ?? slots++;
        slotOf.set(facing, slot);
        opens.push({ side: local, slot });
      }
    }
    free.push(...closed);
    open += slots - free.length;
    return { cell, closes, opens, own };
  });
  return { cells, slots, open: open / Math.max(1, order.length) };
}
