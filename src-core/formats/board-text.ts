import * as v from 'valibot';
import { BoardShape, solids } from '../puzzle/puzzle.ts';
import { FormatError, quoted } from './format-error.ts';
import { parseJson } from './json.ts';
import { parseSize } from './size.ts';

const BOARD_FORMS =
  'rectangle:WxH, rectangle:WxH:cylinder, rectangle:WxH:torus, triangle:N, parallelogram:WxH, hexagon:N, honeycomb:N, ' +
  solids.join(', ');

/**
 * Parses a board as written on the command line, such as "hexagon:2", "rectangle:4x4:torus" or "cube". A graph is
 * given as JSON. Throws FormatError.
 */
export function parseBoard(text: string): BoardShape {
  const result = v.safeParse(BoardShape, shapeFrom(text.trim()), { abortEarly: true });
  if (result.success) return result.output;
  const { message, expected, path } = result.issues[0];
  const field = path?.at(-1)?.key;
  throw new FormatError({
    found: `the board ${quoted(text)}${expected === null ? `: ${message}` : ''}`,
    expected: expected === null ? 'a valid board' : `${String(field)} ${expected}`,
    fix: 'Correct the board.',
  });
}

/** Returns the text of a board, in the notation that `parseBoard` reads. */
export function boardText(shape: BoardShape): string {
  switch (shape.kind) {
    case 'rectangle': {
      const wrap = shape.wrap === undefined || shape.wrap === 'none' ? '' : `:${shape.wrap}`;
      return `rectangle:${shape.width}x${shape.height}${wrap}`;
    }
    case 'parallelogram':
      return `parallelogram:${shape.width}x${shape.height}`;
    case 'solid':
      return shape.solid;
    case 'graph':
      return JSON.stringify(shape);
    default:
      return `${shape.kind}:${shape.side}`;
  }
}

function shapeFrom(text: string): unknown {
  if (text.startsWith('{')) return parseJson(text);
  const [kind = '', size, wrap, more] = text.toLowerCase().split(':');
  const solid = solids.find((name) => name === kind);
  if (solid !== undefined && size === undefined) return { kind: 'solid', solid };
  const shape = size === undefined || more !== undefined ? null : sizedShape(kind, size, wrap);
  if (shape) return shape;
  throw new FormatError({
    found: `the board ${quoted(text)}`,
    expected: BOARD_FORMS,
    fix: 'Write the board in one of these forms.',
  });
}

function sizedShape(kind: string, size: string, wrap: string | undefined): object | null {
  if (kind === 'rectangle') {
    if (wrap === undefined) return { kind, ...parseSize(size) };
    return ['cylinder', 'torus'].includes(wrap) ? { kind, ...parseSize(size), wrap } : null;
  }
  if (wrap !== undefined) return null;
  if (kind === 'parallelogram') return { kind, ...parseSize(size) };
  const isSided = ['triangle', 'hexagon', 'honeycomb'].includes(kind) && /^\d{1,9}$/.test(size);
  return isSided ? { kind, side: Number(size) } : null;
}
