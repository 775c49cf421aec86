/** Exports boards as picture files. */
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { drawBoard, type DrawingOptions } from '../board-view/drawing.ts';
import { EDGE, placesOf } from '../board-view/geometry.ts';
import { svgOf } from '../board-view/svg.ts';

/** Every browser supports canvases up to this size. */
const MAX_CANVAS_SIDE_PX = 16_000;

/** Returns a board as an SVG file. Without options, nothing is marked, not even hints. */
export function boardSvg(
  puzzle: EdgePuzzle,
  board: ArrayLike<number>,
  options: DrawingOptions,
  pixelsPerTile?: number,
): string {
  const drawing = drawBoard(puzzle, board, { hints: false, ...options });
  const scale = (pixelsPerTile ?? 100) / 100;
  return svgOf(drawing, {
    title: puzzle.name,
    size: { width: String(drawing.places.width * scale), height: String(drawing.places.height * scale) },
  });
}

/**
 * Returns a board as a PNG file, with the same options as `boardSvg`. Throws if the picture is larger than browsers
 * can draw.
 */
export async function boardPng(
  puzzle: EdgePuzzle,
  board: ArrayLike<number>,
  options: DrawingOptions,
  pixelsPerTile: number,
): Promise<Blob> {
  const places = placesOf(puzzle.board);
  const longest = Math.ceil((Math.max(places.width, places.height) / EDGE) * pixelsPerTile);
  if (longest > MAX_CANVAS_SIDE_PX) {
    throw new Error(
      `A picture ${longest} pixels long is too large for a PNG (at most ${MAX_CANVAS_SIDE_PX}). Use fewer pixels per tile, or SVG.`,
    );
  }
  const svg = boardSvg(puzzle, board, options, pixelsPerTile);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil((places.width / EDGE) * pixelsPerTile);
  canvas.height = Math.ceil((places.height / EDGE) * pixelsPerTile);
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error('The picture could not be created. Use fewer pixels per tile.'));
    }, 'image/png');
  });
}
