/** Reads sliding puzzles in which each cell is listed with its coordinates. */
import type { Scalar } from './facts.ts';

type Json = Readonly<Record<string, unknown>>;

/** Matches the coordinates of a cell as the key of its value, such as `0,2` and `r0c2`. */
const COORDINATES = /^\(?[a-z]?(\d{1,2})[ ,;:_-]?[ a-z]?(\d{1,2})\)?$/i;
const ROW_KEY = /^(?:r|row|y|i|line|zeile|ligne|fila|linha|riga)$/i;
const COLUMN_KEY = /^(?:c|col|column|x|j|spalte|colonne|columna|coluna|colonna)$/i;
const VALUE_KEY = /^(?:v|val|value|tile|n|num|number|label|wert|valeur|valor|valore|id)$/i;
const CELL_COUNT_RANGE = { least: 4, most: 64 };

interface Cell {
  readonly row: number;
  readonly column: number;
  readonly value: Scalar;
}

const valueOf = (value: unknown): Scalar | null =>
  value === null || value === ''
    ? '_'
    : typeof value === 'number' || typeof value === 'string'
      ? value
      : null;

/** Returns the rows of a position, given as an object with places as keys (`{"0,0": 8}`), or null for other objects. */
export function rowsUnderPlaces(object: Json): Scalar[][] | null {
  const cells = Object.entries(object).map(([key, own]): Cell | null => {
    const place = COORDINATES.exec(key);
    const value = valueOf(own);
    return place && value !== null ? { row: Number(place[1]), column: Number(place[2]), value } : null;
  });
  return inRows(cells);
}

/**
 * Returns the rows of a position written as a list of cells, such as `{"row": 0, "col": 2, "value": 8}`, or null for
 * other lists.
 */
export function rowsOfPlaced(items: readonly Json[]): Scalar[][] | null {
  const cells = items.map((item): Cell | null => {
    const under = (keys: RegExp): unknown => Object.entries(item).find(([key]) => keys.test(key))?.[1];
    const [row, column, value] = [under(ROW_KEY), under(COLUMN_KEY), valueOf(under(VALUE_KEY))];
    return Number.isInteger(row) &&
      Number.isInteger(column) &&
      value !== null &&
      Object.keys(item).length <= 4
      ? { row: row as number, column: column as number, value }
      : null;
  });
  return inRows(cells);
}

function inRows(all: readonly (Cell | null)[]): Scalar[][] | null {
  const cells = all.filter((cell) => cell !== null);
  if (
    cells.length < all.length ||
    cells.length < CELL_COUNT_RANGE.least ||
    cells.length > CELL_COUNT_RANGE.most
  )
    return null;
  const numbersOf = (key: 'row' | 'column'): number[] =>
    [...new Set(cells.map((cell) => cell[key]))].sort((a, b) => a - b);
  const [rows, columns] = [numbersOf('row'), numbersOf('column')];
  if (rows.length * columns.length !== cells.length) return null;
  if (new Set(cells.map(({ value }) => value)).size < cells.length) return null;
  const grid = rows.map((row) =>
    columns.map((column) => cells.find((cell) => cell.row === row && cell.column === column)?.value),
  );
  return grid.every((row): row is Scalar[] => row.every((value) => value !== undefined)) ? grid : null;
}
