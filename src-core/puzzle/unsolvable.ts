/** Proofs by counting that a puzzle has no solution. They don't find every unsolvable puzzle. */
import { hasBack, labelCount, labelName, mateOf, mates, styleIndex } from './labels.ts';
import { openBoardOf, type OpenBoard } from './open-board.ts';
import { boardFrom } from './partial-board.ts';
import { whole, type Problem } from './problem.ts';
import { counted } from '../text/counted.ts';
import type { EdgeLabel, EdgePuzzle } from './puzzle.ts';
import { brokenRimSides, mismatchedEdges } from './score.ts';

/** Returns reasons why a puzzle has no solution; empty if none is found. The puzzle must be valid. */
export function unsolvable(puzzle: EdgePuzzle): Problem[] {
  const openBoard = openBoardOf(puzzle);
  const missing = openBoard.openCells.length - puzzle.tiles.length;
  if (missing > 0) {
    return [
      because(
        `There are ${counted(puzzle.tiles.length, 'tile')} for ${counted(openBoard.openCells.length, 'cell')}: ` +
          `add ${counted(missing, 'tile')} or close ${counted(missing, 'cell')}.`,
      ),
    ];
  }
  const reasons = [...hintReasons(puzzle, openBoard)];
  const facts = factsOf(puzzle, openBoard);
  if (puzzle.rim.kind !== 'uniform') return [...reasons, ...labelReasons(puzzle, openBoard, facts)];

  // Under the rim rule `uniform`, the puzzle is unsolvable only if every possible rim colour is ruled out.
  const isHopeless = (colour: EdgeLabel): boolean =>
    labelReasons({ ...puzzle, rim: { kind: 'colour', colour, inside: true } }, openBoard, facts).length > 0;
  if ([...facts.tilesWith.keys()].every(isHopeless)) {
    reasons.push(because('With these tiles, no single colour can go all around the rim.'));
  }
  return reasons;
}

const because = (message: string, place: Problem['place'] = whole): Problem => ({
  severity: 'unsolvable',
  place,
  message,
});

interface Facts {
  /** number of occurrences of each label on fronts */
  readonly counts: Int32Array;
  readonly haveBacks: boolean;
  /**
   * For each label, the tiles that have it. Each tile is given as one bit mask per face, with a bit for each side that
   * has the label.
   */
  readonly tilesWith: ReadonlyMap<EdgeLabel, readonly (readonly number[])[]>;
  readonly kinds: ReadonlyMap<string, number>;
}

function factsOf(puzzle: EdgePuzzle, openBoard: OpenBoard): Facts {
  const counts = new Int32Array(labelCount(puzzle));
  const tilesWith = new Map<EdgeLabel, number[][]>();
  let haveBacks = false;
  for (const tile of puzzle.tiles) {
    const { edges, back } = tile;
    const n = edges.length;
    haveBacks ||= hasBack(tile);
    const faces =
      puzzle.turns === 'flip' ? [edges, back ?? edges.map((_, side) => edges[(n - side) % n]!)] : [edges];
    for (const label of edges) counts[label]!++;
    for (const label of new Set(faces.length === 1 ? edges : faces.flat())) {
      const masks = faces.map((face) => {
        let mask = 0;
        for (let side = 0; side < n; side++) if (face[side] === label) mask |= 1 << side;
        return mask;
      });
      const tiles = tilesWith.get(label);
      if (tiles) tiles.push(masks);
      else tilesWith.set(label, [masks]);
    }
  }
  return { counts, haveBacks, tilesWith, kinds: kindsOfCells(puzzle, openBoard) };
}

/**
 * Returns the number of cells of each kind. A kind is a string with one character per side, which says whether that
 * side must (1), must not (0) or may (?) show the rim's colour.
 */
function kindsOfCells(
  { rim, turns }: EdgePuzzle,
  { board, open, openCells }: OpenBoard,
): Map<string, number> {
  const { sides, across } = board;
  const inside = rim.kind !== 'colour' || rim.inside;
  const kinds = new Map<string, number>();
  for (const cell of openCells) {
    let kind = '';
    for (let side = 0; side < sides; side++) {
      const other = across[cell * sides + side]!;
      kind += other === -1 ? '1' : inside || !open[Math.floor(other / sides)] ? '?' : '0';
    }
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  if (turns === 'fixed') return kinds;
  const turned = new Map<string, number>();
  for (const [kind, count] of kinds) {
    const least = smallestRotation(kind);
    turned.set(least, (turned.get(least) ?? 0) + count);
  }
  return turned;
}

const labelReasons = (puzzle: EdgePuzzle, openBoard: OpenBoard, facts: Facts): Problem[] => [
  ...frameReasons(puzzle, openBoard, facts),
  ...supplyReasons(puzzle, openBoard, facts),
  ...directionReasons(puzzle, openBoard),
];

/**
 * Returns problems with how often labels occur. If every tile is used:
 * - Labels inside the board must form matching pairs.
 * - Rim sides take the rim's colour.
 * - Sides on a free rim or next to a forbidden cell take any label.
 *
 * If tiles have printed backs, only the rim's colour is counted, on whichever face of each tile has more of it.
 */
function supplyReasons(
  puzzle: EdgePuzzle,
  { board, openCells, edges, rim }: OpenBoard,
  facts: Facts,
): Problem[] {
  if (puzzle.tiles.length !== openCells.length) return [];
  if (puzzle.turns === 'flip' && facts.haveBacks) return rimSupplyReasons(puzzle, rim.length);
  const counts = facts.counts.slice();

  let free = openCells.length * board.sides - edges.length;
  if (puzzle.rim.kind === 'colour') {
    const { colour, inside } = puzzle.rim;
    const supply = counts[colour]!;
    const name = labelName(puzzle, colour);
    free -= rim.length;
    if (supply < rim.length) {
      return [
        because(`The rim needs ${counted(rim.length, 'side')} with ${name}; the tiles have ${supply}.`),
      ];
    }
    if (!inside && supply > rim.length + free) {
      return [
        because(
          `The tiles have ${counted(supply, 'side')} with ${name}, which may lie only on the rim; the rim has ${counted(rim.length, 'side')}.`,
        ),
      ];
    }
    counts[colour]! -= rim.length;
  }

  const unpaired: { label: EdgeLabel; count: number }[] = [];
  counts.forEach((count, label) => {
    const mate = mateOf(puzzle.mating, label);
    if (mate === label && count % 2 === 1) unpaired.push({ label, count: 1 });
    if (mate > label && count !== counts[mate]) {
      const more = count > counts[mate]! ? label : mate;
      unpaired.push({ label: more, count: Math.abs(count - counts[mate]!) });
    }
  });
  const leftOver = unpaired.reduce((sum, { count }) => sum + count, 0);
  if (leftOver <= free) return [];
  if (free > 0) {
    const list = unpaired.map(({ label, count }) => `${labelName(puzzle, label)} (${count})`).join(', ');
    return [
      because(
        `The labels can’t all be paired. These are left over: ${list}. Only ${counted(free, 'side')} of the board can take a label without a match.`,
      ),
    ];
  }
  return unpaired.map(({ label, count }) =>
    because(
      puzzle.mating === 'same'
        ? `${labelName(puzzle, label)} occurs an odd number of times inside the board, so one of its edges has no match.`
        : `The other half of ${labelName(puzzle, label)} occurs too rarely inside the board: ${counted(count, 'edge')} would have no match.`,
      { kind: 'label', label: styleIndex(puzzle.mating, label) },
    ),
  );
}

function rimSupplyReasons({ tiles, rim, ...puzzle }: EdgePuzzle, rimSides: number): Problem[] {
  if (rim.kind !== 'colour') return [];
  const times = (edges: readonly EdgeLabel[]): number => edges.filter((label) => label === rim.colour).length;
  const most = tiles.reduce((sum, { edges, back = [] }) => sum + Math.max(times(edges), times(back)), 0);
  if (most >= rimSides) return [];
  const name = labelName(puzzle, rim.colour);
  return [
    because(`The rim needs ${counted(rimSides, 'side')} with ${name}; the tiles can show at most ${most}.`),
  ];
}

/**
 * Returns problems of tiles that can't be rotated. Right edges then touch only left edges, and bottom edges only top
 * edges. In each direction, there must be as many matching pairs as board edges.
 */
function directionReasons(puzzle: EdgePuzzle, { board, edges, rim }: OpenBoard): Problem[] {
  const { sides } = board;
  if (puzzle.turns !== 'fixed' || board.shape.kind !== 'rectangle') return [];
  const supplyOf = (side: number): Int32Array => {
    const counts = new Int32Array(labelCount(puzzle));
    for (const { edges } of puzzle.tiles) counts[edges[side]!]!++;
    if (puzzle.rim.kind === 'colour')
      counts[puzzle.rim.colour]! -= rim.filter((s) => s % sides === side).length;
    return counts;
  };
  return DIRECTIONS.flatMap(({ from, to, names }) => {
    const there = supplyOf(to);
    let pairs = 0;
    supplyOf(from).forEach((count, label) => {
      const mate = mateOf(puzzle.mating, label);
      if (mates(puzzle, label, mate)) pairs += Math.max(0, Math.min(count, there[mate]!));
    });
    const needed = edges.filter((side) => side % sides === from).length;
    if (pairs >= needed) return [];
    return [
      because(`${counted(needed, 'edge')} ${names} must match. With these tiles, at most ${pairs} can.`),
    ];
  });
}

const DIRECTIONS = [
  { from: 1, to: 3, names: 'between left and right neighbours' },
  { from: 2, to: 0, names: 'between upper and lower neighbours' },
] as const;

/**
 * Returns reasons why the tiles can't fill the frame. Corner cells need tiles with the rim's colour on two sides, and
 * border cells on one side. Inner cells need tiles without the colour, unless it is allowed inside. By Hall's theorem,
 * the tiles suffice unless some set of kinds has more cells than there are tiles that fit at least one of these kinds.
 */
function frameReasons(puzzle: EdgePuzzle, { board }: OpenBoard, { tilesWith, kinds }: Facts): Problem[] {
  if (puzzle.rim.kind !== 'colour') return [];
  const { colour } = puzzle.rim;
  const { sides } = board;

  const names = [...kinds.keys()];
  if (names.length > MAX_CELL_KINDS) return [];

  const turns = puzzle.turns === 'fixed' ? 1 : sides;
  /** caches `fitsOf` */
  const known = new Map<number, number>();
  const fitsOf = (mask: number): number => {
    let fits = known.get(mask);
    if (fits !== undefined) return fits;
    fits = 0;
    names.forEach((kind, i) => {
      for (let turn = 0; turn < turns; turn++) {
        const suits = Array.from(kind).every(
          (wanted, side) =>
            wanted === '?' || (wanted === '1') === (((mask >> ((side + turn) % sides)) & 1) === 1),
        );
        if (suits) fits! |= 1 << i;
      }
    });
    known.set(mask, fits);
    return fits;
  };
  // The index is a set of kinds of cells, as a bit mask, and the value is the number of tiles that fit exactly these
  // kinds. Most tiles don't have the rim's colour, so they fit the same kinds and are counted in one step.
  const tilesFitting = new Int32Array(1 << names.length);
  const having = tilesWith.get(colour) ?? [];
  tilesFitting[fitsOf(0)]! += puzzle.tiles.length - having.length;
  for (const masks of having) tilesFitting[masks.reduce((fits, mask) => fits | fitsOf(mask), 0)]!++;

  const reasons: Problem[] = [];
  const reported: number[] = [];
  for (let set = 1; set < 1 << names.length; set++) {
    const chosen = names.filter((_, i) => set & (1 << i));
    const needed = chosen.reduce((sum, kind) => sum + kinds.get(kind)!, 0);
    let there = 0;
    tilesFitting.forEach((count, fits) => (there += fits & set ? count : 0));
    if (there >= needed || reported.some((smaller) => (smaller & set) === smaller)) continue;
    reported.push(set);
    const where = chosen.map((kind) => kindName(kind, sides, puzzle.turns)).join(' and ');
    reasons.push(
      because(
        `The board has ${counted(needed, 'cell')} ${where}, but only ${counted(there, 'tile')} can fill ${needed === 1 ? 'it' : 'them'}.`,
      ),
    );
  }
  return reasons;
}

/**
 * Maximum number of kinds of cells for this proof, which checks 2^kinds sets; enough for a rectangle with few
 * forbidden cells
 */
const MAX_CELL_KINDS = 10;

function smallestRotation(kind: string): string {
  const turns = Array.from(kind, (_, i) => kind.slice(i) + kind.slice(0, i));
  return turns.sort()[0]!;
}

function kindName(kind: string, sides: number, turns: EdgePuzzle['turns']): string {
  const rimSides = kind.replaceAll(/[^1]/g, '').length;
  if (rimSides === 0) return 'inside';
  if (turns === 'fixed' && sides === 4 && rimSides <= 2) {
    // Each border and corner is a kind of its own, because the tiles can't be rotated to fit a different one.
    const [top, right, bottom, left] = Array.from(kind, (side) => side === '1');
    const vertical = top ? 'top' : bottom ? 'bottom' : '';
    const horizontal = left ? 'left' : right ? 'right' : '';
    if (rimSides === 1) return `on the ${vertical}${horizontal} border`;
    if (vertical !== '' && horizontal !== '') return `in the ${vertical} ${horizontal} corner`;
  }
  if (rimSides === 1) return 'on the border';
  if (rimSides === 2 && sides === 4) return 'in the corners';
  return `with ${counted(rimSides, 'side')} on the rim`;
}

function hintReasons(puzzle: EdgePuzzle, { board }: OpenBoard): Problem[] {
  if (puzzle.turns === 'flip') return []; // A hint doesn't say which face of a two-sided tile is up.
  const placements = puzzle.hints.flatMap(({ cell, tile, rotation }) =>
    tile === undefined || (rotation === undefined && puzzle.turns !== 'fixed')
      ? []
      : [{ cell, tile, rotation: rotation ?? 0, flipped: false }],
  );
  const hinted = boardFrom(board.cells, placements);
  const cellOf = (side: number): number => Math.floor(side / board.sides);
  const reasons: Problem[] = [];
  const broken = mismatchedEdges(puzzle, hinted);
  for (let i = 0; i < broken.length; i += 2) {
    const [a, b] = [cellOf(broken[i]!), cellOf(broken[i + 1]!)];
    reasons.push(
      because(`The hints in cells ${a + 1} and ${b + 1} do not match.`, { kind: 'cell', cell: a }),
    );
  }
  for (const side of brokenRimSides(puzzle, hinted)) {
    const cell = cellOf(side);
    reasons.push(because(`The hint in cell ${cell + 1} breaks the rim rule.`, { kind: 'cell', cell }));
  }
  return reasons;
}
