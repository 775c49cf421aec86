/** Boards in other programs' notations. Each text is read as its board, or as several boards if it is ambiguous. */
import { describe, expect, test } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { readBoardAs } from '../../../../src-core/formats/read-board.ts';
import { writeBoard } from '../../../../src-core/formats/write.ts';
import { EMPTY, rotationOf, tileOf } from '../../../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../../../src-core/puzzle/puzzle.ts';
import { scoreOf, shownLabels } from '../../../../src-core/puzzle/score.ts';

describe('boards', () => {
  const { puzzle, solution } = generate({ family: 'framed', width: 5, height: 4, seed: 11 });
  const board = solution.map((code, cell) => (cell % 7 === 3 ? EMPTY : code));
  const cells = Array.from(board, (code, cell) => ({
    cell,
    x: cell % 5,
    y: Math.floor(cell / 5),
    isEmpty: code === EMPTY,
    tile: code === EMPTY ? -1 : tileOf(code),
    turns: code === EMPTY ? 0 : rotationOf(code),
  }));
  type Cell = (typeof cells)[number];
  const placed = cells.filter(({ isEmpty }) => !isEmpty);
  const shown = shownLabels(puzzle, board);
  const edgesOf = ({ cell, isEmpty }: Cell): number[] | null =>
    isEmpty ? null : Array.from(shown.subarray(4 * cell, 4 * cell + 4));
  const grid = <T>(write: (cell: Cell) => T): T[][] =>
    [0, 5, 10, 15].map((at) => cells.slice(at, at + 5).map(write));
  const text = (write: (cell: Cell) => string): string =>
    grid((cell) => (cell.isEmpty ? '-' : write(cell)))
      .map((row) => row.join(' '))
      .join('\n');
  const order = puzzle.tiles.map((_, i) => (7 * i + 5) % 20);
  const ownNumber = (tile: number): number => order.indexOf(tile);

  const part = (cell: Cell, side: number): string => String(edgesOf(cell)?.[side] ?? ' ');
  const boxed = [
    `+${'-----+'.repeat(5)}`,
    ...grid((cell) => cell).flatMap((row) => [
      `|${row.map((cell) => `\\${part(cell, 0).padStart(2)} /`).join('|')}|`,
      `|${row.map((cell) => `${part(cell, 3)} X ${part(cell, 1)}`).join('|')}|`,
      `|${row.map((cell) => `/${part(cell, 2).padStart(2)} \\`).join('|')}|`,
      `+${'-----+'.repeat(5)}`,
    ]),
  ].join('\n');

  test.each<[string, string]>([
    ['our own signs, turned the other way', text(({ tile, turns }) => `${tile}:${(4 - turns) % 4}`)],
    ['our own signs, upside down', text(({ tile, turns }) => `${tile + 1}:${(turns + 2) % 4}`)],
    ['turns from 1', text(({ tile, turns }) => `${tile + 1}/${turns + 1}`)],
    ['degrees', text(({ tile, turns }) => `${tile + 1}@${90 * turns}`)],
    ['up, right, down, left', text(({ tile, turns }) => `${tile + 1}${'URDL'[turns]!}`)],
    ['arrows', text(({ tile, turns }) => `${tile + 1}${'^>v<'[turns]!}`)],
    ['a row after its name', grid((cell) => cell).map((row, i) => `Row ${i + 1}: ${row.map(({ isEmpty, tile, turns }) => (isEmpty ? '-' : `piece ${tile + 1} rot ${turns}`)).join(', ')}`).join('\n')],
    ['empty cells written xx/x', grid(({ isEmpty, tile, turns }) => (isEmpty ? 'xx/x' : `${tile + 1}/${turns}`)).map((row) => row.join(' ')).join('\n')],
    ['a table of HTML', `<table>\n${grid(({ isEmpty, tile, turns }) => `<td>${isEmpty ? '' : `${tile + 1}:${turns}`}</td>`).map((row) => `<tr>${row.join('')}</tr>`).join('\n')}\n</table>`],
    ['a table of Markdown', `| | A | B | C | D | E |\n|---|---|---|---|---|---|\n${grid(({ isEmpty, tile, turns }) => (isEmpty ? '' : `${tile + 1} r${turns}`)).map((row, i) => `| ${i + 1} | ${row.join(' | ')} |`).join('\n')}`],
    ['facts with compass letters', placed.map(({ x, y, tile, turns }) => `place(${y + 1},${x + 1},${tile + 1},${'nesw'[turns]!}).`).join('\n')],
    ['letters from a to d', text(({ tile, turns }) => `${tile + 1}${'abcd'[turns]!}`)],
    ['primes', text(({ tile, turns }) => `${tile + 1}${"'".repeat(turns)}`)],
    ['the turns as last digit', text(({ tile, turns }) => `${String(tile + 1).padStart(3, '0')}${turns}`)],
    ['chess places with letters apart', placed.map(({ x, y, tile, turns }) => `${'ABCDE'[x]!}${y + 1} ${tile + 1} ${'NESW'[turns]!}`).join('\n')],
    ['degrees in words of JSON', JSON.stringify(Object.fromEntries(placed.map(({ cell, tile, turns }) => [cell, { piece: tile + 1, rotation: `${90 * turns}deg` }])))],
    ['degrees after a slash', grid(({ isEmpty, tile, turns }) => (isEmpty ? '-' : `${tile + 1} / ${90 * turns}°`)).map((row) => row.join(' ; ')).join('\n')],
    ['degrees after a plus', text(({ tile, turns }) => `${tile + 1}+${90 * turns}`)],
    ['a list on one line of a program', `const sol=[${cells.map(({ isEmpty, tile, turns }) => (isEmpty ? '[-1,0]' : `[${tile},${turns}]`)).join(',')}];`],
    ['turns in words', placed.map(({ x, y, tile, turns }) => `${tile + 1} at row ${y + 1} column ${x + 1}, ${['not turned', 'a quarter turn', 'a half turn', 'three quarter turns'][turns]!}`).join('\n')],
    ['words', placed.map(({ x, y, tile, turns }) => `(${y}, ${x}): tile ${tile}, rotation ${turns}`).join('\n')],
    ['pairs and arrows', placed.map(({ x, y, tile, turns }) => `(${y}, ${x}) -> (${tile}, ${turns})`).join('\n')],
    ['a size first', `5 4\n${text(({ tile, turns }) => `${tile + 1}/${turns}`)}`],
    ['prose', `Solution found in 12 s\n${text(({ tile, turns }) => `${tile + 1}/${turns}`)}\ndone`],
    ['Python', `[${grid(({ isEmpty, tile, turns }) => (isEmpty ? 'None' : `(${tile}, ${turns})`)).map((row) => `[${row.join(', ')}]`).join(',\n')}]`],
    ['JSON of columns', JSON.stringify(placed.map(({ x, y, tile, turns }) => [x, y, tile, turns]))],
    ['JSON by place', JSON.stringify(Object.fromEntries(placed.map(({ x, y, tile, turns }) => [`${y},${x}`, { tile, rot: turns }])))],
    ['JSON by cell', JSON.stringify(Object.fromEntries(placed.map(({ cell, tile, turns }) => [cell, [tile, turns]])))],
    ['JSON in two grids', JSON.stringify({ tiles: grid(({ tile }) => tile), rotations: grid(({ turns }) => turns) })],
    ['JSON of labels', JSON.stringify({ board: grid(edgesOf) })],
    ['JSON of named labels', JSON.stringify(placed.length > 0 ? cells.map((cell) => { const edges = edgesOf(cell); return edges && { north: edges[0], east: edges[1], south: edges[2], west: edges[3] }; }) : [])],
    ['JSON with its own pieces', JSON.stringify({ pieces: order.map((tile) => puzzle.tiles[tile]!.edges), board: cells.map(({ isEmpty, tile, turns }) => (isEmpty ? null : { piece: ownNumber(tile), rotation: turns })) })],
    ['JSON with its own numbers', JSON.stringify({ pieces: order.map((tile, i) => ({ id: 100 + i, edges: puzzle.tiles[tile]!.edges })), board: cells.map(({ isEmpty, tile, turns }) => (isEmpty ? null : { id: 100 + ownNumber(tile), rotation: turns })) })],
    ['JSON with a link', JSON.stringify({ score: 10, url: writeBoard(puzzle, board, 'bucas').trim() })],
    ['labels from the left', cells.map((cell) => [3, 0, 1, 2].map((side) => edgesOf(cell)?.[side] ?? '-').join(' ')).join('\n')],
    ['a drawing with crosses', boxed],
    ['a table with empty fields', grid(({ isEmpty, tile, turns }) => (isEmpty ? '' : `${tile + 1}:${turns}`)).map((row) => row.join(',')).join('\n')],
    ['degree signs', text(({ tile, turns }) => `${tile + 1}@${90 * turns}°`)],
    ['---/- for empty cells', text(({ tile, turns }) => `${tile + 1}/${turns}`).replaceAll(/(?<=^| )-(?= |$)/gm, '---/-')],
    ['two numbers per cell', text(({ tile, turns }) => `${tile + 1} ${turns}`).replaceAll(/(?<=^| )-(?= |$)/gm, '0 0')],
    ['rows of tiles, then rows of turns', `${text(({ tile }) => `${tile + 1}`).replaceAll('-', '0')}\n\n${text(({ turns }) => `${turns}`).replaceAll('-', '0')}`],
    ['places as in chess', placed.map(({ x, y, tile, turns }) => `${'ABCDE'[x]!}${y + 1}: ${tile + 1} ${turns}`).join('\n')],
    ['calls', placed.map(({ x, y, tile, turns }) => `place(${tile}, ${x}, ${y}, ${turns})`).join('\n')],
    ['facts of ASP', placed.map(({ x, y, tile, turns }) => `placed(${y},${x},${tile},${turns}).`).join(' ')],
    ['sentences', placed.map(({ x, y, tile, turns }) => `Tile ${tile + 1} at (${x + 1}, ${y + 1}) rotated ${90 * turns} degrees`).join('\n')],
    ['a dictionary of Python', `{${placed.map(({ x, y, tile, turns }) => `(${y}, ${x}): (${tile}, ${turns})`).join(', ')}}`],
    ['assignments', placed.map(({ x, y, tile, turns }) => `board[${y}][${x}] = ${tile} rot ${turns}`).join('\n')],
    ['sentences with places as in chess', placed.map(({ x, y, tile, turns }) => `Piece ${tile + 1} at ${'ABCDE'[x]!}${y + 1} rotated ${90 * turns}°`).join('\n')],
    ['turns in brackets', text(({ tile, turns }) => `${tile + 1}[${turns}]`)],
    ['12R1', text(({ tile, turns }) => `${tile + 1}R${turns}`)],
    ['P12-90', text(({ tile, turns }) => `P${tile + 1}-${90 * turns}`)],
    ['a place, an equals sign and a tile', placed.map(({ x, y, tile, turns }) => `(${y + 1},${x + 1})=${tile + 1}r${turns}`).join('\n')],
    ['XML', `<board>\n${placed.map(({ x, y, tile, turns }) => `<cell x="${x}" y="${y}" piece="${tile + 1}" rotation="${turns}"/>`).join('\n')}\n</board>`],
    ['a table of Markdown with names', `|   | A | B | C | D | E |\n|---|---|---|---|---|---|\n${text(({ tile, turns }) => `${tile + 1}/${turns}`).split('\n').map((row, i) => `| ${i + 1} | ${row.replaceAll(' ', ' | ')} |`).join('\n')}`],
    ['MiniZinc', `tile = array2d(1..4, 1..5, [${cells.map(({ tile }) => tile + 1).join(', ')}]);\nrot = array2d(1..4, 1..5, [${cells.map(({ turns }) => turns).join(', ')}]);\n----------`],
    ['two matrices of NumPy', `[[${grid(({ tile }) => tile).map((row) => row.join('  ')).join(']\n [')}]]\n[[${grid(({ turns }) => turns).map((row) => row.join('  ')).join(']\n [')}]]`],
    ['YAML on several lines', placed.map(({ x, y, tile, turns }) => `- row: ${y}\n  col: ${x}\n  piece: ${tile + 1}\n  rotation: ${turns}`).join('\n')],
    ['all cells on one line', cells.map(({ isEmpty, tile, turns }) => (isEmpty ? '-1 0' : `${tile + 1} ${turns}`)).join(' ')],
    ['JSON by tile', JSON.stringify(Object.fromEntries(placed.map(({ x, y, tile, turns }) => [tile + 1, { x, y, turns }])))],
    ['JSON with piece numbers', JSON.stringify(placed.map(({ cell, tile, turns }) => ({ position: cell, pieceNumber: tile + 1, rotation: turns })))],
    ['numbered cells with their labels', cells.map((cell) => `[${cell.cell}] => ${(edgesOf(cell) ?? ['-', '-', '-', '-']).join(';')}`).join('\n')],
    ['labels, tile and turns', cells.map((cell) => (cell.isEmpty ? '-1,-1,-1,-1,-1,0' : [...edgesOf(cell)!, cell.tile, cell.turns].join(','))).join('\n')],
    ['unicode arrows with a dot for empty cells', grid((cell) => (cell.isEmpty ? '·' : `${cell.tile + 1}${'↑→↓←'[cell.turns]!}`)).map((row) => row.join(' ')).join('\n')],
    ['a table with quoted cells', grid(({ isEmpty, tile, turns }) => (isEmpty ? '""' : `"${tile + 1}/${turns}"`)).map((row) => row.join(';')).join('\n')],
    ['two named matrices', `pieces = ${JSON.stringify(grid(({ tile }) => tile))}\nrotations = ${JSON.stringify(grid(({ turns }) => turns))}`],
    ['JSON with objects for places', JSON.stringify({ positions: placed.map(({ x, y, tile, turns }) => ({ position: { x, y }, pieceId: tile + 1, orientation: turns })) })],
    ['places as in chess on one line', placed.map(({ x, y, tile, turns }) => `${'ABCDE'[x]!}${y + 1}=${tile + 1}/${turns}`).join(', ')],
    ['places as in chess and compass letters', placed.map(({ x, y, tile, turns }) => `${'ABCDE'[x]!}${y + 1} ${tile + 1}${'NESW'[turns]!}`).join('\n')],
    ['places as in chess after the tiles', placed.map(({ x, y, tile, turns }) => `${tile + 1}${'NESW'[turns]!}@${'abcde'[x]!}${4 - y}`).join(' ')],
    ['Lisp lists with places', `(setq board '(${placed.map(({ x, y, tile, turns }) => `(${y} ${x} ${tile + 1} ${turns})`).join(' ')}))`],
    ['records by cell and in the order of placing', `# Order (row,col tile turns)\n${placed.toReversed().map(({ x, y, tile, turns }) => `${y},${x} ${tile + 1} ${turns}`).join('\n')}\n\n# Board\n${placed.map(({ x, y, tile, turns }) => `${y},${x} ${tile + 1} ${turns}`).join('\n')}\n\n# Unused\n5 13 17`],
    ['variables of SAT', placed.map(({ x, y, tile, turns }) => `x_${y}_${x}_${tile}_${turns}`).join(' ')],
    ['vectors of Clojure', `[${grid(({ isEmpty, tile, turns }) => (isEmpty ? 'nil' : `[${tile + 1} ${turns}]`)).map((row) => `[${row.join(' ')}]`).join('\n ')}]`],
    ['degrees in brackets', grid(({ isEmpty, tile, turns }) => (isEmpty ? '-' : `${tile + 1} (${90 * turns}°)`)).map((row) => row.join('; ')).join('\n')],
    ['JSON with lists for places', JSON.stringify({ cells: placed.map(({ x, y, tile, turns }) => ({ pos: [y, x], tile, rot: turns })) })],
    ['steps with times', placed.map(({ x, y, tile, turns }, i) => `[12:03:${10 + i}] placed ${tile + 1} at ${y} ${x} rot ${turns}`).join('\n')],
    ['steps back', placed.map(({ x, y, tile, turns }, i) => (i % 3 === 2 ? `place tile 3 at ${y},${x} rotation 1\nremove tile 3 from ${y},${x}\n` : '') + `place tile ${tile + 1} at ${y},${x} rotation ${turns}`).join('\n')],
  ])('%s', (_, written) => {
    const read = readBoardAs(puzzle, written);
    expect(read.doubt).toBeNull();
    expect(Array.from(read.board)).toEqual(Array.from(board));
  }); // oxfmt-ignore

  test('Lisp dotted pairs', () => {
    const pairs = Array.from(solution, (code) => `(${tileOf(code) + 1} . ${rotationOf(code)})`).join(' ');
    expect(Array.from(readBoardAs(puzzle, `'(${pairs})`).board)).toEqual(Array.from(solution));
  });

  test.each(['I removed the frame.', 'Undo the last move to see more.', 'Tile 3 was removed from the box.'])(
    'a remark after a board is not a step: %s',
    (remark) => {
      const written = placed.map(({ x, y, tile, turns }) => `${y},${x} ${tile + 1} ${turns}`);
      expect(Array.from(readBoardAs(puzzle, [...written, remark].join('\n')).board)).toEqual(
        Array.from(board),
      );
    },
  );

  test('a log that removes a tile other than the last one is refused as a log', () => {
    const steps = placed.map(
      ({ x, y, tile, turns }) => `place tile ${tile + 1} at ${y},${x} rotation ${turns}`,
    );
    expect(() => readBoardAs(puzzle, [...steps, `remove tile ${placed[0]!.tile + 1}`].join('\n'))).toThrow(
      /found a log of steps: .* Replace the log with the final board/,
    );
  });

  test('labels after the place of their cell', () => {
    const whole = Int32Array.from(solution);
    const labels = shownLabels(puzzle, whole);
    const lines = Array.from(whole, (_, cell) => `(${Math.floor(cell / 5)},${cell % 5}): ${labels.subarray(4 * cell, 4 * cell + 4).join(' ')}`);
    expect(readBoardAs(puzzle, lines.join('\n')).board).toEqual(whole);
  }); // oxfmt-ignore

  test('a drawing with a dot between left and right labels', () => {
    const whole = Int32Array.from(solution);
    const labels = shownLabels(puzzle, whole);
    const label = (cell: number, side: number): string => String(labels[4 * cell + side]);
    const drawn = [0, 5, 10, 15].flatMap((at) => {
      const row = [0, 1, 2, 3, 4].map((i) => at + i);
      return [
        row.map((cell) => ` ${label(cell, 0)} `).join('  '),
        row.map((cell) => `${label(cell, 3)}.${label(cell, 1)}`).join('  '),
        row.map((cell) => ` ${label(cell, 2)} `).join('  '),
      ];
    });
    expect(readBoardAs(puzzle, drawn.join('\n')).board).toEqual(whole);
  });

  test('a drawing in crosses without bars', () => {
    const labels = shownLabels(puzzle, solution);
    const at = (cell: number, side: number): string => String(labels[4 * cell + side]!);
    const rows = [0, 5, 10, 15].map((from) => [0, 1, 2, 3, 4].map((x) => from + x));
    const drawn = rows.map((row) => [
      row.map((cell) => `  ${at(cell, 0)}  `).join(' '),
      row.map((cell) => `${at(cell, 3)}   ${at(cell, 1)}`).join(' '),
      row.map((cell) => `  ${at(cell, 2)}  `).join(' '),
    ]);
    const read = readBoardAs(puzzle, drawn.map((lines) => lines.join('\n')).join('\n\n'));
    expect(Array.from(read.board)).toEqual(Array.from(solution));
  });

  test('tiles that may not rotate, all with rotation 1, are read as unrotated', () => {
    const fixed: EdgePuzzle = { ...puzzle, rim: { kind: 'free' }, turns: 'fixed', tiles: puzzle.tiles.map((_, tile) => ({ edges: Array.from(shownLabels(puzzle, solution).subarray(4 * tile, 4 * tile + 4)) })) }; // oxfmt-ignore
    const written = cells.map(({ cell }) => `${cell + 1}/1`).join(' ');
    const read = readBoardAs(fixed, written);
    expect(scoreOf(fixed, read.board)).toMatchObject({ solved: true });
  });
});
