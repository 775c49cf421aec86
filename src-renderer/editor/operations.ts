/** The editor's operations. Each takes a puzzle and returns the changed puzzle. */
import { boardOf } from '../../src-core/puzzle/board.ts';
import { labelsOf, mateOf, styleIndex, turned } from '../../src-core/puzzle/labels.ts';
import { withUnpainted } from '../../src-core/puzzle/unpainted.ts';
import {
  isMirrorImage,
  type BoardShape,
  type EdgeLabel,
  type EdgePuzzle,
  type Hint,
  type LabelStyle,
  type MatingRule,
  type Tile,
  type TilePhoto,
} from '../../src-core/puzzle/puzzle.ts';

type Edit = (puzzle: EdgePuzzle) => EdgePuzzle;

const withTiles = (puzzle: EdgePuzzle, tiles: readonly Tile[]): EdgePuzzle => ({ ...puzzle, tiles });
const setTile = (puzzle: EdgePuzzle, tile: number, piece: Tile): EdgePuzzle =>
  withTiles(puzzle, puzzle.tiles.with(tile, piece));

export type Face = 'front' | 'back';

/**
 * Returns the labels on one face of an unrotated tile. If the back isn't printed, it is the mirror image of the front.
 */
export const faceOf = (tile: Tile, face: Face): readonly EdgeLabel[] =>
  face === 'front' ? tile.edges : turned(tile, 0, true);

/** Returns a tile with these two faces. The back isn't stored if it is the mirror image of the front. */
const tileOfFaces = (
  edges: readonly EdgeLabel[],
  back: readonly EdgeLabel[] | undefined,
  photo: TilePhoto | undefined,
): Tile => ({
  edges,
  ...(back === undefined || isMirrorImage(edges, back) ? {} : { back }),
  ...(photo === undefined ? {} : { photo }),
});
const eachLabel = ({ edges, back, photo }: Tile, change: (label: EdgeLabel) => EdgeLabel): Tile =>
  tileOfFaces(edges.map(change), back?.map(change), photo);
/** Rotates a tile clockwise as seen from the front, and so anticlockwise as seen from the back. */
function turnedTile(tile: Tile, steps: number): Tile {
  const { length } = tile.edges;
  const by = ((steps % length) + length) % length;
  const back = tile.back && [...tile.back.slice(by), ...tile.back.slice(0, by)];
  const { photo } = tile;
  const shown = photo && { ...photo, turn: ((photo.turn ?? 0) + by) % 4 };
  return tileOfFaces(turned(tile, by), back, shown);
}

export const paint =
  (tile: number, side: number, label: EdgeLabel, face: Face = 'front'): Edit =>
  (puzzle) => {
    const piece = puzzle.tiles[tile]!;
    const shown = faceOf(piece, face);
    if (shown[side] === label) return puzzle;
    const painted = shown.with(side, label);
    return setTile(
      puzzle,
      tile,
      face === 'front'
        ? tileOfFaces(painted, piece.back, piece.photo)
        : tileOfFaces(piece.edges, painted, piece.photo),
    );
  };

/** Removes the printed back of a tile, which makes the back a mirror image of the front. */
export const removeBack =
  (tile: number): Edit =>
  (puzzle) =>
    setTile(puzzle, tile, tileOfFaces(puzzle.tiles[tile]!.edges, undefined, puzzle.tiles[tile]!.photo));

/**
 * Paints an edge. If the tiles are in their start arrangement, also paints the touching edge with the matching label.
 */
export const paintBoth =
  (tile: number, side: number, label: EdgeLabel): Edit =>
  (puzzle) => {
    const { across, sides } = boardOf(puzzle.board);
    const open = openCells(puzzle);
    const other = across[open[tile]! * sides + side] ?? -1;
    const neighbour = other < 0 ? -1 : open.indexOf(Math.floor(other / sides));
    const painted = paint(tile, side, label)(puzzle);
    if (neighbour < 0 || neighbour >= puzzle.tiles.length) return painted;
    return paint(neighbour, other % sides, mateOf(puzzle.mating, label))(painted);
  };

/** Returns the open cells in order. In the start arrangement, tile i lies on the i-th open cell. */
export const openCells = (puzzle: EdgePuzzle): number[] =>
  Array.from({ length: boardOf(puzzle.board).cells }, (_, cell) => cell).filter(
    (cell) => !puzzle.forbidden.includes(cell),
  );

export const rotateTile =
  (tile: number, steps = 1): Edit =>
  (puzzle) =>
    setTile(puzzle, tile, turnedTile(puzzle.tiles[tile]!, steps));

/** Swaps the numbers of two tiles, including in hints. */
export const swapTiles =
  (a: number, b: number): Edit =>
  (puzzle) => {
    const tiles = puzzle.tiles.with(a, puzzle.tiles[b]!).with(b, puzzle.tiles[a]!);
    return renumbered(withTiles(puzzle, tiles), (tile) => (tile === a ? b : tile === b ? a : tile));
  };

/** Moves a tile from number `from` to number `to`. The tiles in between move up or down by one. */
export const moveTile =
  (from: number, to: number): Edit =>
  (puzzle) => {
    const order = puzzle.tiles.map((_, tile) => tile);
    order.splice(to, 0, ...order.splice(from, 1));
    const places = new Map(order.map((tile, place) => [tile, place]));
    return renumbered(
      withTiles(
        puzzle,
        order.map((tile) => puzzle.tiles[tile]!),
      ),
      (tile) => places.get(tile)!,
    );
  };

/** Inserts a copy of a tile right after the original. */
export const duplicateTile =
  (tile: number): Edit =>
  (puzzle) =>
    renumbered(withTiles(puzzle, puzzle.tiles.toSpliced(tile + 1, 0, puzzle.tiles[tile]!)), (number) =>
      number > tile ? number + 1 : number,
    );

export const deleteTile =
  (tile: number): Edit =>
  (puzzle) =>
    renumbered(withTiles(puzzle, puzzle.tiles.toSpliced(tile, 1)), (number) =>
      number === tile ? null : number > tile ? number - 1 : number,
    );

export const addTile: Edit = (old) => {
  const { puzzle, label } = withUnpainted(old);
  return withTiles(puzzle, [...puzzle.tiles, blankTile(puzzle, label)]);
};

/** Turns a tile over, so that its back becomes its front. The new front has no photo. */
export const flipTile =
  (tile: number): Edit =>
  (puzzle) => {
    const piece = puzzle.tiles[tile]!;
    return setTile(puzzle, tile, tileOfFaces(turned(piece, 0, true), piece.back && piece.edges, undefined));
  };

/**
 * Shuffles and rotates the tiles, so that they don't form a solution. `below` returns a random whole number from 0 to
 * `limit - 1`.
 */
export const shuffleTiles =
  (below: (limit: number) => number): Edit =>
  (puzzle) => {
    const order = puzzle.tiles.map((_, tile) => tile);
    for (let i = order.length - 1; i > 0; i--) {
      const j = below(i + 1);
      [order[i], order[j]] = [order[j]!, order[i]!];
    }
    const tiles = order.map((tile) => {
      const piece = puzzle.tiles[tile]!;
      return puzzle.turns === 'fixed' ? piece : turnedTile(piece, below(piece.edges.length));
    });
    const places = new Map(order.map((tile, place) => [tile, place]));
    // The tiles have been rotated, so the rotations in hints are no longer valid. Keep only which tile belongs in
    // which cell.
    const hints = puzzle.hints.flatMap(({ cell, tile }) => (tile === undefined ? [] : [{ cell, tile }]));
    return renumbered({ ...puzzle, tiles, hints }, (tile) => places.get(tile)!);
  };

function renumbered(puzzle: EdgePuzzle, numberOf: (tile: number) => number | null): EdgePuzzle {
  if (puzzle.hints.length === 0) return puzzle;
  const hints = puzzle.hints.flatMap((hint): Hint[] => {
    if (hint.tile === undefined) return [hint];
    const tile = numberOf(hint.tile);
    return tile === null ? [] : [{ ...hint, tile }];
  });
  return { ...puzzle, hints };
}

const blankTile = (puzzle: Pick<EdgePuzzle, 'board'>, label: EdgeLabel): Tile => ({
  edges: Array<number>(boardOf(puzzle.board).sides).fill(label),
});

/**
 * Changes the board. Adds or removes tiles at the end of the list until there is one for each open cell. Tiles with a
 * different number of sides become blank. Hints and closed cells survive only if both boards are rectangles.
 */
export const setBoard =
  (board: BoardShape): Edit =>
  (given) => {
    const { puzzle: withBlank, label } = withUnpainted(given);
    const [old, now] = [given.board, board];
    const moved = (cell: number): number | null => {
      if (old.kind !== 'rectangle' || now.kind !== 'rectangle') return null;
      const [column, row] = [cell % old.width, Math.floor(cell / old.width)];
      return column < now.width && row < now.height ? row * now.width + column : null;
    };
    const fitting = (tile: Tile | undefined): boolean => tile?.edges.length === boardOf(board).sides;
    const kept = given.forbidden.map(moved).filter((cell) => cell !== null);
    // a board needs at least one open cell
    const forbidden = kept.length < boardOf(board).cells ? kept : [];
    const cells = boardOf(board).cells - forbidden.length;
    const blank = blankTile({ board }, label);
    const isFilled = Array.from({ length: cells }, (_, tile) => given.tiles[tile]).every((tile) =>
      fitting(tile),
    );
    // add a blank label only if there are edges to paint
    const puzzle = isFilled ? given : withBlank;
    const tiles = Array.from({ length: cells }, (_, tile) =>
      fitting(puzzle.tiles[tile]) ? puzzle.tiles[tile]! : blank,
    );
    const hints = puzzle.hints.flatMap((hint): Hint[] => {
      const cell = moved(hint.cell);
      return cell === null || (hint.tile ?? 0) >= cells ? [] : [{ ...hint, cell }];
    });
    return { ...puzzle, board, tiles, hints, forbidden };
  };

/**
 * Changes the mating rule. Each colour becomes the tail of a symbol, or both halves of each symbol become one colour.
 */
export const setMating =
  (mating: MatingRule): Edit =>
  (puzzle) => {
    if (puzzle.mating === mating) return puzzle;
    const label = (old: EdgeLabel): EdgeLabel => (mating === 'opposite' ? 2 * old : old >> 1);
    const { rim } = puzzle;
    return {
      ...puzzle,
      mating,
      rim: rim.kind === 'colour' ? { ...rim, colour: label(rim.colour) } : rim,
      tiles: puzzle.tiles.map((tile) => eachLabel(tile, label)),
      // Drop the motifs, because each mating rule has its own set of motifs.
      labels: puzzle.labels.map((style) => {
        const { motif, ...rest } = style;
        return motif === undefined ? style : rest;
      }),
    };
  };

/** Replaces a colour or symbol on every edge. Tails and heads stay tails and heads. */
export const replaceStyle =
  (from: number, to: number): Edit =>
  (puzzle) =>
    relabelled(puzzle, (style) => (style === from ? to : style));

export const addStyle =
  (name: string): Edit =>
  (puzzle) => ({ ...puzzle, labels: [...puzzle.labels, { name }] });

export const setStyle =
  (index: number, style: LabelStyle): Edit =>
  (puzzle) => ({ ...puzzle, labels: puzzle.labels.with(index, style) });

/**
 * Gives every label the palette's colour for the label's number. Without a palette, gives labels their default
 * colours. The frame label keeps its colour.
 */
export const recolourAll =
  (colourOf: ((number: number) => string) | null): Edit =>
  (puzzle) => {
    const { mating, rim } = puzzle;
    const frame = mating === 'same' && rim.kind === 'colour' && !rim.inside ? rim.colour : -1;
    let number = 0;
    const labels = puzzle.labels.map((style, index) => {
      if (index === frame || style.unpainted) return style;
      const plain = { ...style };
      delete plain.colour;
      // Also remove the label's second colour, because the user chose it to go with the first one.
      delete plain.secondColour;
      return colourOf ? { ...plain, colour: colourOf(number++) } : plain;
    });
    return { ...puzzle, labels };
  };

/**
 * Removes a colour or symbol. Its edges are given the previous colour or symbol or, if it is the first, the next one.
 */
export const removeStyle =
  (index: number): Edit =>
  (puzzle) => {
    const heir = index > 0 ? index - 1 : 1;
    const replaced = replaceStyle(index, heir)(puzzle);
    const labels = puzzle.labels.toSpliced(index, 1);
    return { ...relabelled(replaced, (style) => (style > index ? style - 1 : style)), labels };
  };

function relabelled(puzzle: EdgePuzzle, styleOf: (style: number) => number): EdgePuzzle {
  const { mating, rim } = puzzle;
  const label = (old: EdgeLabel): EdgeLabel => {
    const style = styleOf(styleIndex(mating, old));
    return mating === 'same' ? style : 2 * style + (old & 1);
  };
  return {
    ...puzzle,
    rim: rim.kind === 'colour' ? { ...rim, colour: label(rim.colour) } : rim,
    tiles: puzzle.tiles.map((tile) =>
      labelsOf(tile).some((each) => label(each) !== each) ? eachLabel(tile, label) : tile,
    ),
  };
}

/** Sets a cell's hint. Removes it if `hint` is null or empty. */
export const setHint =
  (cell: number, hint: Omit<Hint, 'cell'> | null): Edit =>
  (puzzle) => {
    const others = puzzle.hints.filter(
      (each) => each.cell !== cell && (hint?.tile === undefined || each.tile !== hint.tile),
    );
    const hints = hint ? [...others, { ...hint, cell }].sort((a, b) => a.cell - b.cell) : others;
    return { ...puzzle, hints };
  };

/** Closes a cell, which leaves it empty, or opens it again. */
export const toggleForbidden =
  (cell: number): Edit =>
  (puzzle) => {
    const isForbidden = puzzle.forbidden.includes(cell);
    // a board needs at least one open cell
    if (!isForbidden && openCells(puzzle).length <= 1) return puzzle;
    const forbidden = isForbidden
      ? puzzle.forbidden.filter((each) => each !== cell)
      : [...puzzle.forbidden, cell].sort((a, b) => a - b);
    const hints = isForbidden ? puzzle.hints : puzzle.hints.filter((hint) => hint.cell !== cell);
    return { ...puzzle, forbidden, hints };
  };
