/** Sheets as SVG files in exact millimetres: one a page. */
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { looseBoard } from '../board-view/loose.ts';
import { drawBoard } from '../board-view/drawing.ts';
import { escapeXml, svgOf } from '../board-view/svg.ts';
import type { Item, Page } from './sheets.ts';

export function svgSheet(puzzle: EdgePuzzle, { width, height, items }: Page): string {
  const single: EdgePuzzle = {
    ...puzzle,
    board: looseBoard(puzzle.board, 1, 1),
    hints: [],
    forbidden: [],
  };
  const drawn = items.map((item, index) => itemSvg(single, item, index)).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${width} ${height}"><title>${escapeXml(puzzle.name)}</title>${drawn}</svg>`;
}

function itemSvg(single: EdgePuzzle, item: Item, index: number): string {
  if (item.type === 'line') {
    return `<path d="M${item.x1} ${item.y1}L${item.x2} ${item.y2}" stroke="#000" stroke-width="0.12"/>`;
  }
  if (item.type === 'text') {
    return `<text x="${item.x}" y="${item.y}" font-size="${item.size}" font-family="Helvetica, Arial, sans-serif" font-weight="600" text-anchor="middle" dominant-baseline="central">${escapeXml(item.text)}</text>`;
  }
  const drawing = drawBoard(single, [item.code], { hints: false });
  const cells = drawing.cells.map((cell) => ({ ...cell, number: item.number }));
  const tile = svgOf(
    { ...drawing, cells },
    { ids: `p${index}-`, size: { width: String(item.size), height: String(item.size) } },
  );
  return `<g transform="translate(${item.x} ${item.y})">${tile}</g>`;
}
