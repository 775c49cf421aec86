/**
 * The order in which any board is filled, cell by cell, so that few edges lie open at a time (the frontier): from
 * a cell with few neighbours on, always the cell with the most neighbours that are filled, as Cuthill and
 * McKee (1969) number a graph for a small bandwidth.
 */
import type { Random } from '../../random.ts';
import type { Instance } from './instance.ts';

/** A side that closes an edge when its cell is filled. */
export interface ClosedSide {
  readonly side: number;
  /** where a board keeps the label to be met, or -1 where a hint gives it */
  readonly slot: number;
  readonly label: number;
}

export interface FrontierCell {
  readonly cell: number;
  readonly closes: readonly ClosedSide[];
  /** sides that open an edge, and where boards keep the label to be met there */
  readonly opens: readonly { readonly side: number; readonly slot: number }[];
  /** pairs of sides of the cell that touch each other */
  readonly own: readonly (readonly [number, number])[];
}

export interface FrontierOrder {
  readonly cells: readonly FrontierCell[];
  /** labels that a board keeps at most */
  readonly slots: number;
}

export function frontierOrder(instance: Instance, chance: Random): FrontierOrder {
  const { cells, sideCount, across, pinned, forbidden, sides, mate } = instance;
  const other = (side: number): number => Math.floor(across[side]! / sideCount);
  const sidesOf = (cell: number): number[] => {
    const all = Array.from({ length: sideCount }, (_, i) => cell * sideCount + i);
    return all.filter((side) => across[side]! >= 0 && !forbidden[other(side)]);
  };
  const neighbours = Array.from({ length: cells }, (_, cell) => sidesOf(cell).map(other));
  const filledAt = Int32Array.from(pinned, (orientation) => (orientation >= 0 ? 0 : -1));
  const waiting = new Set<number>();
  for (let cell = 0; cell < cells; cell++) if (!forbidden[cell] && filledAt[cell]! < 0) waiting.add(cell);
  const rank = chance.shuffle(Int32Array.from({ length: cells }, (_, cell) => cell));

  const order: number[] = [];
  const next = (): number => {
    let best = -1;
    let bestValue: number[] = [];
    for (const cell of waiting) {
      const filled = neighbours[cell]!.filter((neighbour) => filledAt[neighbour]! > 0);
      const oldest = filled.length > 0 ? Math.min(...filled.map((neighbour) => filledAt[neighbour]!)) : 0;
      // Most filled neighbours; then fewest others; then beside what was filled first.
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

  const free: number[] = [];
  let slots = 0;
  const slotOf = new Map<number, number>();
  const made = order.map((cell): FrontierCell => {
    const closes: ClosedSide[] = [];
    const opens: { side: number; slot: number }[] = [];
    const own: [number, number][] = [];
    const closed: number[] = [];
    for (const side of sidesOf(cell)) {
      const facing = across[side]!;
      const to = other(side);
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
    return { cell, closes, opens, own };
  });
  return { cells: made, slots };
}
