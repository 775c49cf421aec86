/**
 * Cuts that could be made in the row scan of a framed puzzle whose tiles are all used: each says, after a
 * tile is laid, that nothing below can be a solution. They were built to be measured (exact-cuts.ts); what
 * does not pay stays out of the engine. Every cut carries the argument why it loses nothing.
 */
import { candidatesAt, type SearchTree } from '../../src-core/edge-matching/exact/tree/search-tree.ts';
import { gridOf } from '../../src-core/puzzle/board.ts';
import { openBoardOf } from '../../src-core/puzzle/open-board.ts';

/** What is laid and what is left; kept up to date by whoever walks, before a cut is asked. */
export interface Standing {
  /** by kind */
  readonly stock: Int32Array;
  /** by side of the board: the label shown; stale where nothing lies */
  readonly shown: Int32Array;
}

export interface Cut {
  /** After the tile of this depth was laid: whether nothing below it can be a solution. */
  laid(depth: number, candidate: number): boolean;
  /** Where `laid` takes notes that later ones need: takes them back. */
  lifted?(depth: number, candidate: number): void;
}

export type CutFor = (tree: SearchTree, standing: Standing) => Cut;

const [TOP, RIGHT, BOTTOM, LEFT] = [0, 1, 2, 3] as const;
const SIDES = 4;

/** What a tile of a framed puzzle is, by its sides on the rim. */
type Role = 0 | 1 | 2;
const INNER = 0;
const BORDER = 1;
const CORNER = 2;

interface Facts {
  readonly width: number;
  readonly height: number;
  readonly across: Int32Array;
  readonly roleOfCell: Uint8Array;
  readonly roleOfKind: readonly Role[];
  /** by kind: its labels clockwise, beginning after the rim where it has any; the rim left out */
  readonly labelsOfKind: readonly (readonly number[])[];
}

const facts = new WeakMap<SearchTree, Facts>();

function factsOf(tree: SearchTree): Facts {
  let known = facts.get(tree);
  if (!known) facts.set(tree, (known = gather(tree)));
  return known;
}

function gather(tree: SearchTree): Facts {
  const { puzzle, variables, candidateKind, candidateLabels, kinds } = tree;
  const { board, openCells } = openBoardOf(puzzle);
  const { width, height } = gridOf(puzzle.board);
  const inRows = variables.every(({ cell }, depth) => cell === depth);
  const framed = puzzle.rim.kind === 'colour' && !puzzle.rim.inside && puzzle.mating === 'same';
  if (!inRows || !framed || puzzle.tiles.length !== openCells.length || width < 3 || height < 3) {
    throw new RangeError('these cuts are for row scans of framed puzzles without spare tiles, 3 × 3 or more');
  }
  const rimSides = (cell: number): number =>
    [TOP, RIGHT, BOTTOM, LEFT].filter((side) => board.across[cell * SIDES + side] === -1).length;
  const labelsOfKind: number[][] = kinds.map(() => []);
  // Entries that lie on the rim show the frame's colour there: in a row scan the first candidate is a corner.
  const rim = candidateLabels[variables[0]!.table.start * SIDES + TOP]!;
  candidateKind.forEach((kind, candidate) => {
    if (kind === -1 || labelsOfKind[kind]!.length > 0) return;
    const labels = [...candidateLabels.subarray(candidate * SIDES, (candidate + 1) * SIDES)];
    const start = labels.findIndex((label, i) => label === rim && labels[(i + 1) % SIDES] !== rim);
    const turned = labels.map((_, i) => labels[(start + 1 + i) % SIDES]!);
    labelsOfKind[kind] = turned.filter((label) => label !== rim);
  });
  return {
    width,
    height,
    across: Int32Array.from(board.across),
    roleOfCell: Uint8Array.from(openCells, rimSides),
    roleOfKind: labelsOfKind.map(({ length }) => (SIDES - length) as Role),
    labelsOfKind,
  };
}

/** Every side of what is laid that faces a cell yet to be filled. */
function frontier(
  { across, width }: Facts,
  shown: Int32Array,
  depth: number,
  meet: (label: number, from: number, to: number) => void,
): void {
  for (let side = Math.max(0, depth - width + 1) * SIDES; side < (depth + 1) * SIDES; side++) {
    const other = across[side]! >> 2;
    if (other > depth) meet(shown[side]!, side >> 2, other);
  }
}

/** Sides of every label on the tiles left. */
function sidesLeft(tree: SearchTree, { stock }: Standing): Int32Array {
  const { labelsOfKind } = factsOf(tree);
  const sides = new Int32Array(tree.labels);
  stock.forEach((left, kind) => {
    for (const label of labelsOfKind[kind]!) sides[label]! += left;
  });
  return sides;
}

/**
 * Every edge of the board yet to be made takes two sides of one colour: two of the tiles left, or one of them and one
 * of the frontier. So for each colour the two together are even.
 */
export const parity: CutFor = (tree, standing) => ({
  laid(depth) {
    const sides = sidesLeft(tree, standing);
    frontier(factsOf(tree), standing.shown, depth, (label) => sides[label]!++);
    return sides.some((count) => count % 2 === 1);
  },
});

/** Every side of the frontier will meet a side of its colour on a tile left, no two of them the same. */
export const supply: CutFor = (tree, standing) => ({
  laid(depth) {
    const sides = sidesLeft(tree, standing);
    frontier(factsOf(tree), standing.shown, depth, (label) => sides[label]!--);
    return sides.some((count) => count < 0);
  },
});

/**
 * How often each colour can join two tiles of given roles, fixed by the set: a corner's two sides meet
 * border tiles, what is left of the frame's sides meets its like, the side of a border tile that looks
 * inwards meets an inner tile, and what is left of the inner sides meets its like. An edge is spent when
 * its first side is laid, and none can be spent twice. This holds the frontier against the tiles left, by
 * role, and keeps enough inner sides for the border tiles that are still to come.
 */
export const budgets: CutFor = (tree) => {
  const { labelsOfKind, roleOfKind, roleOfCell, across } = factsOf(tree);
  const { labels, stock, candidateLabels, variables } = tree;
  const corner = new Int32Array(labels);
  const along = new Int32Array(labels);
  const inwards = new Int32Array(labels);
  const inner = new Int32Array(labels);
  stock.forEach((count, kind) => {
    const [first, second, third] = labelsOfKind[kind]!;
    if (roleOfKind[kind] === CORNER) for (const label of [first!, second!]) corner[label]! += count;
    if (roleOfKind[kind] === BORDER) {
      for (const label of [first!, third!]) along[label]! += count;
      inwards[second!]! += count;
    }
    if (roleOfKind[kind] === INNER) for (const label of labelsOfKind[kind]!) inner[label]! += count;
  });
  // by the sum of the two roles that an edge joins, and label
  const left = new Int32Array(4 * labels);
  left.set(
    inner.map((count, label) => (count - inwards[label]!) / 2),
    (INNER + INNER) * labels,
  );
  left.set(inwards, (INNER + BORDER) * labels);
  left.set(
    along.map((count, label) => (count - corner[label]!) / 2),
    (BORDER + BORDER) * labels,
  );
  left.set(corner, (BORDER + CORNER) * labels);

  /** by depth and side: where the budgets of the edge begin, or -1 where no edge is begun */
  const rows = new Int32Array(variables.length * SIDES).fill(-1);
  for (let side = 0; side < rows.length; side++) {
    const other = across[side]! >> 2;
    if (other > side >> 2) rows[side] = labels * (roleOfCell[side >> 2]! + roleOfCell[other]!);
  }
  const spend = (depth: number, candidate: number, amount: number): boolean => {
    let overdrawn = false;
    for (const side of [RIGHT, BOTTOM]) {
      const row = rows[depth * SIDES + side]!;
      if (row !== -1 && (left[row + candidateLabels[candidate * SIDES + side]!]! -= amount) < 0)
        overdrawn = true;
    }
    return overdrawn;
  };
  return {
    laid: (depth, candidate) => spend(depth, candidate, 1),
    lifted: (depth, candidate) => void spend(depth, candidate, -1),
  };
};

/**
 * The tiles left on the frame will lie in one chain from one open end of the frame to the other, so as links
 * between their two frame colours they hang together, the open ends with them. (That every colour is
 * left as often as it is come to need not be asked: it holds for the chain laid, and for the whole set or
 * there is no solution at all.)
 */
export const frame: CutFor = (tree, { stock, shown }) => {
  const { labelsOfKind, roleOfKind, roleOfCell } = factsOf(tree);
  const links = labelsOfKind.flatMap((labels, kind) =>
    roleOfKind[kind] === INNER ? [] : [{ kind, colours: (1 << labels[0]!) | (1 << labels.at(-1)!) }],
  );
  return {
    laid(depth) {
      if (roleOfCell[depth] === INNER) return false;
      let ends = 0;
      frontier(factsOf(tree), shown, depth, (label, from, to) => {
        if (roleOfCell[from] !== INNER && roleOfCell[to] !== INNER) ends |= 1 << label;
      });
      const left = links.filter(({ kind }) => stock[kind]! > 0);
      const all = left.reduce((colours, link) => colours | link.colours, ends);
      let reached = all & -all;
      for (let before = 0; before !== reached;) {
        before = reached;
        for (const { colours } of left) if ((reached & colours) !== 0) reached |= colours;
      }
      return reached !== all;
    },
  };
};

/** The cell two steps on will be filled: so some tile for the next one leaves it a tile. */
export const twoTiles: CutFor = (tree, { stock, shown }) => {
  const { variables, labels, candidateKind, candidateLabels } = tree;
  return {
    laid(depth) {
      const [next, second] = [variables[depth + 1], variables[depth + 2]];
      if (!next || !second) return false;
      for (let candidate = candidatesAt(next, labels, shown); candidateKind[candidate] !== -1; candidate++) {
        const kind = candidateKind[candidate]!;
        if (stock[kind] === 0) continue;
        stock[kind]!--;
        for (let side = 0; side < SIDES; side++)
          shown[next.cell * SIDES + side] = candidateLabels[candidate * SIDES + side]!;
        let other = candidatesAt(second, labels, shown);
        while (candidateKind[other] !== -1 && stock[candidateKind[other]!] === 0) other++;
        stock[kind]!++;
        if (candidateKind[other] !== -1) return false;
      }
      return true;
    },
  };
};

/** Every cell below the frontier will be filled: so each has a tile left that fits what is above it. */
export const columns: CutFor = (tree, { stock, shown }) => {
  const { width, roleOfCell, labelsOfKind, roleOfKind } = factsOf(tree);
  return {
    laid(depth) {
      // by role · labels + label; border tiles by which of their sides will look up: left, inwards, right
      const there = new Uint8Array(5 * tree.labels);
      stock.forEach((left, kind) => {
        if (left === 0) return;
        const role = roleOfKind[kind]!;
        labelsOfKind[kind]!.forEach((label, i) => (there[rowOfSide(role, i) * tree.labels + label] = 1));
      });
      let missing = false;
      frontier(factsOf(tree), shown, depth, (label, from, to) => {
        if (to !== from + width) return;
        const side = to % width === 0 ? 0 : to % width === width - 1 ? 2 : 1;
        // In the last row the corner's first or second label looks up, by which corner it is.
        const index = roleOfCell[to] === CORNER ? Math.min(side, 1) : roleOfCell[to] === BORDER ? side : 0;
        if (!there[rowOfSide(roleOfCell[to] as Role, index) * tree.labels + label]) missing = true;
      });
      return missing;
    },
  };
};

/** Inner sides are all alike; the sides of a border tile or corner are not, and are told apart. */
const rowOfSide = (role: Role, index: number): number =>
  role === INNER ? 0 : role === BORDER ? 1 + index : 4;

/** Each cell of the last row will be filled: so what is above it is the inward label of a border tile left. */
export const lastRow: CutFor = (tree, { stock, shown }) => {
  const { width, height, labelsOfKind, roleOfKind, roleOfCell } = factsOf(tree);
  const first = (height - 2) * width;
  return {
    laid(depth) {
      if (depth < first) return false;
      let inwards = 0;
      stock.forEach((left, kind) => {
        if (left > 0 && roleOfKind[kind] === BORDER) inwards |= 1 << labelsOfKind[kind]![1]!;
      });
      for (let cell = Math.max(first, depth - width + 1); cell <= depth && cell < first + width; cell++) {
        const below = cell + width;
        if (
          below > depth &&
          roleOfCell[below] === BORDER &&
          !((inwards >> shown[cell * SIDES + BOTTOM]!) & 1)
        )
          return true;
      }
      return false;
    },
  };
};

/**
 * The row below will be filled: so, going along it under what is laid, there is always a label that one of
 * the tiles left can pass on to its right. Kept as the set of labels for each cell; tiles used twice within
 * the row are let through.
 */
export const rowBelow: CutFor = (tree, { stock, shown }) => {
  const { width } = factsOf(tree);
  const { variables, labels, candidateKind, candidateLabels } = tree;
  /** by cell: labels it can show on its right */
  const passed = new Int32Array(variables.length);
  const scratch = new Int32Array(shown.length);
  return {
    laid(depth) {
      const below = variables[depth + width];
      if (!below) return false;
      const isFirst = depth % width === 0;
      const lefts = isFirst ? 1 : passed[below.cell - 1]!;
      scratch[depth * SIDES + BOTTOM] = shown[depth * SIDES + BOTTOM]!;
      let rights = 0;
      for (let left = 0; left < labels; left++) {
        if (((lefts >> left) & 1) === 0) continue;
        scratch[(below.cell - 1) * SIDES + RIGHT] = left;
        for (
          let candidate = candidatesAt(below, labels, scratch);
          candidateKind[candidate] !== -1;
          candidate++
        ) {
          if (stock[candidateKind[candidate]!]! > 0)
            rights |= 1 << candidateLabels[candidate * SIDES + RIGHT]!;
        }
      }
      passed[below.cell] = rights;
      return rights === 0;
    },
    // The notes of a depth are overwritten when it is laid again.
    lifted: () => undefined,
  };
};

/** As `rowBelow`, but asked only when a row is complete. */
export const rowBelowAtEnds: CutFor = (tree, standing) => {
  const { width } = factsOf(tree);
  const cut = rowBelow(tree, standing);
  return {
    laid(depth) {
      if ((depth + 1) % width !== 0) return false;
      for (let above = depth - width + 1; above <= depth; above++) if (cut.laid(above, 0)) return true;
      return false;
    },
  };
};

/** Several cuts at once. */
export const together =
  (...cuts: readonly CutFor[]): CutFor =>
  (tree, standing) => {
    const all = cuts.map((cut) => cut(tree, standing));
    return {
      laid: (depth, candidate) => all.map((cut) => cut.laid(depth, candidate)).includes(true),
      lifted: (depth, candidate) => all.forEach((cut) => cut.lifted?.(depth, candidate)),
    };
  };
