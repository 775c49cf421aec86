/**
 * Complete source files of solvers, written like those in about 40 public repositories. Only the tiles are read,
 * although most lines are other code. The puzzles are our own.
 */
import { describe, expect, test } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { readPuzzle, readPuzzles } from '../../../../src-core/formats/read-puzzle.ts';
import type { EdgePuzzle, Puzzle } from '../../../../src-core/puzzle/puzzle.ts';

const { puzzle: framed } = generate({ family: 'framed', width: 4, height: 4, seed: 31 });
const { puzzle: large } = generate({ family: 'framed', width: 6, height: 6, seed: 21 });
const rowsOf = ({ tiles }: EdgePuzzle): number[][] => tiles.map(({ edges }) => [...edges]);
const joined = (puzzle: EdgePuzzle): string[] =>
  rowsOf(puzzle).map((row) => row.map((label) => 'XABCDEFGHIJ'[label]!).join(''));

/** Nine tiles of four animals, with one solution. Capital letters are heads, lower-case letters are tails. */
const animals = ['DcBD', 'dBCb', 'aABd', 'addb', 'DDbc', 'ddBc', 'BacB', 'bdcb', 'BADa'];
const NAMES = ['ant', 'bee', 'cat', 'dog'];
const symbolOf = (sign: string): number => 'abcd'.indexOf(sign.toLowerCase());
const isHead = (sign: string): boolean => sign === sign.toUpperCase();
const written = (write: (name: string, head: boolean, at: number) => string, between = ', '): string[] =>
  animals.map((tile) =>
    Array.from(tile, (sign, at) => write(NAMES[symbolOf(sign)]!, isHead(sign), at)).join(between),
  );
const capital = (name: string): string => name[0]!.toUpperCase() + name.slice(1);

/** Returns a framed puzzle with its labels renamed in order of first occurrence. */
function renamed(puzzle: Puzzle): unknown {
  if (puzzle.kind === 'sliding') return puzzle;
  const codes = new Map<number, number>();
  const codeOf = (label: number): number => {
    codes.set(label, codes.get(label) ?? codes.size);
    return codes.get(label)!;
  };
  const tiles = puzzle.tiles.map(({ edges }) => edges.map(codeOf));
  const { rim, mating, turns, board } = puzzle;
  return { tiles, frame: rim.kind === 'colour' ? codeOf(rim.colour) : rim.kind, mating, turns, board };
}

function expectRead(text: string, ...made: readonly Puzzle[]): void {
  const readings = readPuzzles(text);
  expect(readings.flatMap(({ questions }) => questions)).toEqual([]);
  expect(readings.map(({ puzzle }) => renamed(puzzle))).toEqual(made.map(renamed));
}

/** Expects the nine tiles of animals, whatever the halves are called. */
function expectAnimals(text: string): void {
  const { puzzle, questions } = readPuzzle(text);
  expect(questions).toEqual([]);
  expect(puzzle).toMatchObject({ mating: 'opposite', board: { kind: 'rectangle', width: 3, height: 3 } });
  const names = new Map<number, string>();
  (puzzle as EdgePuzzle).tiles.forEach(({ edges }, i) =>
    edges.forEach((code, side) => {
      const sign = animals[i]![side]!;
      names.set(code, names.get(code) ?? sign);
      expect(sign).toBe(names.get(code));
    }),
  );
  for (const [code, sign] of names) {
    const other = names.get(code ^ 1);
    expect(other?.toLowerCase()).toBe(sign.toLowerCase());
  }
}

describe('symbols with two halves', () => {
  test.each<[string, string]>([
    [
      'constants with a sign, in Go',
      `package main\n\nimport "fmt"\n\ntype piece struct {\n\ttop int\n\tright int\n}\n\nconst (\n\tant = 1\n\tbee = 2\n)\n\nfunc main() {\n\tpieces := [9]piece{\n${written(
        (name, head) => (head ? name : `-${name}`),
      )
        .map((tile) => `\t\t{${tile}},`)
        .join('\n')
        .replace(/,$/, '}')}\n\tnext(&pieces, 0)\n}\n`,
    ],
    [
      'constants with an ending, in C',
      `#include <stdio.h>\n\ntypedef enum edge_e {\n    ANT_HEAD = 1,\n    ANT_TAIL = -1,\n} edge_t;\n\nint rotate(int x) { return x; }\n\nconst piece_t pieces_set[9] = {\n${written(
        (name, head) => `${name.toUpperCase()}_${head ? 'HEAD' : 'TAIL'}`,
      )
        .map((tile) => `    {${tile}},`)
        .join('\n')}\n};\n\nint main(void) {\n    return 0;\n}\n`,
    ],
    [
      'calls within calls, in Python',
      `from enum import Enum\n\nclass Color(Enum):\n    ANT = 1\n    BEE = 2\n\nall_cards = [\n${written(
        (name, head) => `Frog(Color.${name.toUpperCase()}, BodyPart.${head ? 'HEAD' : 'TAIL'})`,
      )
        .map((tile) => `    Card([${tile}]),`)
        .join('\n')}\n]\n\ndef rotate(card):\n    return card[1:] + card[:1]\n`,
    ],
    [
      'numbered edges with a flag, in Python',
      `import copy\n\nclass Card:\n    def __init__(self, sides):\n        self.sides = sides\n\ndeck = Deck([\n${written(
        (name, head, at) => `${at}: ('${name[0]!.toUpperCase()}', ${head ? 'True' : 'False'})`,
      )
        .map((tile) => `    Card({${tile}}),`)
        .join('\n')}\n])\n\nprint(deck.solve())\n`,
    ],
    [
      'a name for each tile, in Python',
      `import itertools\n\n# Top ant = ta, bottom ant = ba\n# All of the cards in order\n# [top, right, bottom, left]\n\n${written(
        (name, head) => `'${head ? 't' : 'b'}${name}'`,
      )
        .map((tile, i) => `sq${i} = [${tile}]`)
        .join('\n')}\n\ndef rotations(square):\n    return [square[i:] + square[:i] for i in range(4)]\n`,
    ],
    [
      'words in a call, in Haskell',
      `module Main where\n\ndata Piece = Piece { name :: String, top :: Edge, right :: Edge }\n\nsolutions = solve ([], [\n${written(
        (name, head) => `${capital(name)} ${head ? 'Head' : 'Tail'}`,
        ' ',
      )
        .map((tile, i) => `  ${i === 0 ? ' ' : ','} makePiece ${i} ${tile}`)
        .join('\n')}\n  ])\n\nsolve (b, []) = [b]\nsolve (b, s) = filter legal (next b s)\n`,
    ],
    [
      'quoted words in a call, in Clojure',
      `(ns puzzle.core\n  (:gen-class))\n\n(defn legal [board]\n  (cond\n    (> 2 (count board)) true\n    :else (= (:left board) (:right board))))\n\n(defn main []\n  (let [state {:placed [], :unplaced [(makePiece ${written(
        (name, head) => `'${name} '${head ? 'head' : 'tail'}`,
      )
        .map((tile, i) => `${i} ${tile})`)
        .join('\n                                      (makePiece ')}]}]\n    (println (solve state))))\n`,
    ],
    [
      'facts, in Prolog',
      `% Solves a card puzzle.\n\n${written((name, head) => `[${name}, ${head ? 'head' : 'tail'}]`)
        .map((tile) => `card([${tile}]).`)
        .join(
          '\n',
        )}\n\nmatch([X, head], [X, tail]).\nmatch([X, tail], [X, head]).\n\ncheck_row(C1, C2, C3) :-\n\tnth1(2, C1, R1),\n\tnth1(4, C2, L2),\n\tmatch(R1, L2).\n\nrotate([A, B, C, D], [D, A, B, C]).\n`,
    ],
    [
      'names below a drawing that looks like a position, in Python',
      `"""Board solutions are an outward spiral:\n\n3 4 5\n2 1 6\n9 8 7\n"""\n\nPB = 'pink-base'\n\npieces = (\n${written(
        (name, head) => `${name[0]!.toUpperCase()}${head ? 'T' : 'B'}`,
      )
        .map((tile) => `    (${tile}),`)
        .join('\n')}\n)\n\nspots = (\n    (1, 3, 5, 7),\n    (None, 2, 0, 8),\n)\n`,
    ],
    [
      'a call of several lines for each tile, in Python',
      `import card\n\ndef build_cards():\n    cards = []\n${animals
        .map(
          (tile, i) =>
            `    cards.append(card.Card(${i + 1},\n${Array.from(
              tile,
              (sign) =>
                `        card.Connector(${symbolOf(sign) + 1}, card.${isHead(sign) ? 'OBEN' : 'UNTEN'}),\n`,
            ).join('')}        card.NOT_ROTATED))\n`,
        )
        .join('')}    return cards\n`,
    ],
    [
      'words of letters in quotes, in Python',
      `TILES = [\n    ${[0, 3, 6].map((from) => animals.slice(from, from + 3).map((tile) => `'${tile}'`)).join(',\n    ')}\n]\n\nCHECKS = [\n    '1', '1.1+2.3', '2', '2.1+3.3'\n]\n\ntiles = []\nfor t in TILES:\n    tiles.append(list(t))\n`,
    ],
  ])('%s', (_, text) => {
    expectAnimals(text);
  });
});

describe('colours', () => {
  test('labels in strings, in JavaScript', () => {
    const lines = rowsOf(framed).map((row) => `pieces[ p ] = "${row.join(',')}".split( splitreg ); p++;`);
    expectRead(
      `puzzles[ n ] = "brendan/4x4.txt.js,Brendan".split( splitreg ); n++;\n\nif ( puzzle == "brendan/4x4.txt.js" ) {\n\n${lines.join('\n')}\n\n}\n`,
      framed,
    );
  });

  test('sections of an INI file', () => {
    const lines = rowsOf(framed).map((row, i) => `${i + 1}=${row.map((label) => label + 2).join('-')}`);
    expectRead(
      `[PARAMETRE]\nFichier=FPS\n\n[INDICE]\n13=A1-Rot0\n\n[Bordure]\n${lines.slice(0, 12).join('\n')}\n\n[Centre]\n${lines.slice(12).join('\n')}\n`,
      framed,
    );
  });

  test('words in quotes, ten per line, in F#', () => {
    const words = joined(large).map((word) => `"${word}"`);
    const lines = [0, 10, 20, 30].map((from) => words.slice(from, from + 10).join('; '));
    expectRead(
      `open System\n\ntype Piece = { Id : int; Up : char }\n\n// let old = [| "XAAX"; "XBBX" |]\nlet puzzle = [| ${lines.join(';\n                ')} |]\n\nlet solve piece = piece.Up\n`,
      large,
    );
  });

  test('corners, border and inner tiles in lists of their own', () => {
    const isPart = (frames: number) => (word: string) => word.split('X').length - 1 === frames;
    const list = (name: string, frames: number): string =>
      `  val ${name} = List(\n${joined(large)
        .filter(isPart(frames))
        .map((word) => `    "${word}"`)
        .join(',\n')}\n  )`;
    const { puzzle, questions } = readPuzzle(
      `package com.example\n\nclass Game {\n${list('corners', 2)}\n\n${list('borders', 1)}\n\n${list('inner', 0)}\n\n  def rotate(piece: String) = piece.tail + piece.head\n}\n`,
    );
    expect(questions).toEqual([]);
    expect(puzzle).toMatchObject({ board: { width: 6, height: 6 }, rim: { kind: 'colour' } });
  });

  test('several puzzles as lists of words, in Java', () => {
    const list = (puzzle: EdgePuzzle): string =>
      joined(puzzle)
        .map((word) => `"${word}"`)
        .join(', ');
    expectRead(
      `package puzzles;\n\npublic enum Puzzle {\n    D4(new Dimension(4, 4), List.of(${list(framed)})),\n    D6(new Dimension(6, 6), List.of(${list(large)}));\n\n    Puzzle(Dimension dimension, List<String> pieces) {\n        this.pieces = pieces;\n    }\n}\n`,
      framed,
      large,
    );
  });

  test('two puzzles below each other, and an old one in a comment, in C', () => {
    const list = (name: string, puzzle: EdgePuzzle): string =>
      `const tile_t ${name}[] = {\n${rowsOf(puzzle)
        .map((row) => `    {${row.join(', ')}},`)
        .join('\n')}\n};\n`;
    expectRead(
      `#include <stdio.h>\n\n${list('small', framed)}\n/*\n * Teacher's board\n${list('old', framed).replaceAll('1', '2')}*/\n${list('large', large)}\nint rotate(int x) { return x; }\n`,
      framed,
      large,
    );
  });

  test('two puzzles below each other, in Python', () => {
    const list = (name: string, letters: string, ends: string): string =>
      `${name} = [\n${animals
        .map((tile) =>
          Array.from(tile, (sign) => `["${letters[symbolOf(sign)]!}","${ends[isHead(sign) ? 0 : 1]!}"]`),
        )
        .map((labels) => `    [${labels.join(', ')}]`)
        .join(',\n')}\n]\n`;
    const readings = readPuzzles(
      `"""Edge Matching Puzzle Solver"""\n\nfrom typing import List\n\n${list('unicorns', 'RYGP', 'HT')}\n# Each side is [color, part]\n${list('ultimate', 'CABP', 'IO')}\n\ndef rotate_card(card: List[str], rotations: int) -> List[str]:\n    return card[-rotations:] + card[:-rotations]\n`,
    );
    const { tiles, ...rules } = readings[0]!.puzzle as EdgePuzzle;
    expect(rules).toMatchObject({ mating: 'opposite', board: { width: 3, height: 3 } });
    expect(readings.map(({ puzzle }) => (puzzle as EdgePuzzle).tiles.length)).toEqual([tiles.length, 9]);
  });

  test('hexagons that look like positions, in C++', () => {
    const nuts = ['162453', '143652', '123456', '146235', '165432', '164253', '165324'];
    const lines = nuts.map((nut, i) => `\tPiece p${i} {${Array.from(nut).join(', ')}};`);
    const { puzzle } = readPuzzle(
      `#include <array>\n\nusing Piece = std::array<u_int8_t, 6>;\n\nvoid rotate(Piece &piece, int n)\n{\n\tstd::rotate(piece.begin(), piece.begin() + n, piece.end());\n}\n\nint main() {\n\n${lines.join('\n')}\n\n\treturn 0;\n}\n`,
    );
    expect(puzzle).toMatchObject({ board: { kind: 'honeycomb' }, mating: 'same' });
    expect((puzzle as EdgePuzzle).tiles.map(({ edges }) => edges.join(''))).toHaveLength(7);
  });

  test('the order of edges in a comment above', () => {
    const rows = rowsOf(framed).map(([n, e, s, w]) => `    ["C${n}", "C${w}", "C${s}", "C${e}"],`);
    expectRead(
      `from itertools import chain\n\nCard = list\n\n# The order in each row is top, left, bottom, right\ndeck = [\n${rows.join('\n')}\n]\n\ndef search(deck):\n    """Rotates the cards."""\n    return deck\n`,
      framed,
    );
  });

  test('a program without tiles is refused', () => {
    const calls = Array.from({ length: 9 }, (_, i) => `  assertEquals(${i % 3}, turn(${i}, ${i % 4}, 0));`);
    expect(() =>
      readPuzzle(
        `package model;\n\nclass PieceTest {\n  void rotatesEdges() {\n${calls.join('\n')}\n  }\n}\n`,
      ),
    ).toThrow('a program');
  });
});
