/**
 * Compares the propagating engine with its C prototype (`propagate/line_maps.c`, compiled here with gcc) and with the
 * exact engine. They run one after another, in one thread, and are measured in CPU seconds. Some cases search a whole
 * tree, and others stop at the first solution.
 *
 *     npm run bench -- propagate [NAME…]      cases whose names start with NAME; default: all
 *
 * Environment: LIMIT (60), the maximum CPU seconds per search; SEED (1); ENGINES (default:
 * prototype,propagate,exact,auto).
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { auto } from '../src-core/edge-matching/auto/auto.ts';
import { exact } from '../src-core/edge-matching/exact/exact.ts';
import { generate } from '../src-core/edge-matching/generate/generate.ts';
import { propagate } from '../src-core/edge-matching/propagate/propagate.ts';
import type { Engine } from '../src-core/engine.ts';
import type { EdgePuzzle } from '../src-core/puzzle/puzzle.ts';
import { eternity2 } from '../src-core/puzzle/eternity2.ts';
import { drive, prepare } from '../src-core/drive/drive.ts';
import { draftJob } from '../src-core/drive/make-job.ts';
import { Pace } from '../src-main/solver-process/pace.ts';
import { owen } from '../tests/unit/src-core/edge-matching/exact/puzzles.ts';
import { givenBoard } from './propagate/boards.ts';

const LIMIT = Number(process.env['LIMIT'] ?? 60);
const SEED = Number(process.env['SEED'] ?? 1);
const ENGINES = (process.env['ENGINES'] ?? 'prototype,propagate,exact,auto').split(',');
const here = path.join(import.meta.dirname, 'propagate');
const scratch = mkdtempSync(path.join(tmpdir(), 'edgewise-bench-'));

interface Case {
  readonly name: string;
  readonly puzzle: EdgePuzzle;
  readonly wanted: 'all' | 1;
  /** the prototype's compiler options */
  readonly flags: readonly string[];
  /** the prototype's search options; null for a puzzle with spare tiles, which it doesn't support */
  readonly search: string | null;
}

const WHOLE = '-p 2 -o 3 -a';
const FIRST = '-p 2 -o 3 -v 3 -r 3000';

const fixedTiles = (side: number, seed: number): EdgePuzzle =>
  generate({ family: 'unframed', turns: 'fixed', width: side, height: side, innerLabels: 10, seed }).puzzle;

/**
 * The puzzle bench-easy from eternity2.dev. A plain row scan visits 3.58 · 10⁹ nodes, which takes the exact engine
 * about 35 seconds.
 */
const BENCH_EASY = ['eternity2.dev bench-easy', 'bench_easy', 16] as const;

const cases: readonly Case[] = [
  ...[1, 2, 3, 4, 5].flatMap((s): Case[] => {
    const puzzle = givenBoard(`c9x9_9-3_s${s}`, 9);
    return [
      { name: `c9x9 s${s}, whole tree`, puzzle, wanted: 'all', flags: [], search: WHOLE },
      { name: `c9x9 s${s}, first solution`, puzzle, wanted: 1, flags: [], search: FIRST },
    ];
  }),
  ...Array.from({ length: 10 }, (_, i): Case => {
    const number = String(i + 1).padStart(2, '0');
    const puzzle = givenBoard(`harris_8x8_7-2_s${number}`, 8);
    return { name: `Harris 7-2 s${number}, first solution`, puzzle, wanted: 1, flags: [], search: FIRST };
  }),
  ...(
    [
      ['Harris 8-2 s07', 'harris_8x8_8-2_s07', 8],
      ['Harris 7-4 s03', 'harris_8x8_7-4_s03', 8],
      ['Harris 8-2 s01', 'harris_8x8_8-2_s01', 8],
      ['grande 9 × 9 s05', 'grande_9x9_9-3_s05', 9],
      ['editor 1116', 'editor_1116_s01', 11],
      ['c10x10 s2', 'c10x10_10-3_s2', 10],
      BENCH_EASY,
    ] as const
  ).map(([name, file, side]): Case => ({
    name: `${name}, first solution`,
    puzzle: givenBoard(file, side),
    wanted: 1,
    flags: side > 11 ? ['-DW=13'] : side > 10 ? ['-DW=6'] : [],
    search: FIRST,
  })),
  {
    name: 'many tiles (25 of 256), first solution',
    puzzle: {
      ...eternity2([]),
      board: { kind: 'rectangle', width: 5, height: 5 },
      rim: { kind: 'free' },
    },
    wanted: 1,
    flags: [],
    search: null,
  },
  { name: 'Owen 6 × 6, whole tree', puzzle: owen(6, 6), wanted: 'all', flags: [], search: WHOLE },
  ...[8, 9].flatMap((side) =>
    [1, 2].map((seed): Case => ({
      name: `TetraVex ${side} × ${side}, ten colours, seed ${seed}, whole tree`,
      puzzle: fixedTiles(side, seed),
      wanted: 'all',
      flags: side > 8 ? ['-DFREE', '-DFIXED', '-DW=6'] : ['-DFREE', '-DFIXED'],
      search: '-p 2 -o 2 -a',
    })),
  ),
  {
    name: 'TetraVex 10 × 10, ten colours, seed 1, first solution',
    puzzle: fixedTiles(10, 1),
    wanted: 1,
    flags: ['-DFREE', '-DFIXED', '-DW=7'],
    search: '-p 2 -o 2 -v 3 -r 3000',
  },
];

function prototype({ puzzle, flags, search }: Case): string {
  if (search === null) return '–';
  const binary = path.join(scratch, `line_maps${flags.join('')}`);
  execFileSync('gcc', [
    '-O3',
    '-march=native',
    ...flags,
    '-o',
    binary,
    path.join(here, 'line_maps.c'),
    '-lm',
  ]);
  const file = path.join(scratch, 'puzzle.txt');
  writeFileSync(file, puzzle.tiles.map(({ edges }) => edges.join(' ')).join('\n'));
  const hints = puzzle.hints.flatMap(({ cell, tile, rotation }) => [
    '-h',
    `${cell + 1}=${tile! + 1}:${rotation}`,
  ]);
  const args = [file, ...hints, ...search.split(' '), '-l', String(LIMIT), '-s', String(SEED), '-q'];
  let said: string;
  try {
    said = execFileSync(binary, args, { encoding: 'utf8' });
  } catch (error) {
    // The prototype exits with code 1 if it found nothing.
    said = (error as { stdout: string }).stdout;
  }
  const [, end, nodes, seconds] = / (solved|time|exhausted) nodes (\d+) .* cpu ([\d.]+) s/.exec(said) ?? [];
  return `${end === 'time' ? 'over ' : ''}${seconds} s (${thousands(Number(nodes) / Number(seconds))}/s)`;
}

const thousands = (value: number): string => `${Math.round(value / 1000)} k`;

/** Returns the CPU seconds that an engine takes in this thread, including compiling and probing. */
function ours(engine: Engine, { puzzle, wanted }: Case): string {
  const job = draftJob(engine, puzzle, { wanted: { solutions: wanted, boards: false }, seed: SEED }, 8e9);
  const before = process.cpuUsage();
  const seconds = (): number => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  };
  const prepared = prepare(engine, job);
  // Make slices as long as those of a run. With shorter slices, the exact engine is several times slower.
  const pace = new Pace();
  const slices = { nodesASlice: pace.budget(Infinity), prepared };
  const driven = drive(engine, job, slices);
  for (;;) {
    const began = performance.now();
    const { done, value } = driven.next();
    if (!done) pace.learn([{ slice: value.slice, ms: performance.now() - began }]);
    slices.nodesASlice = pace.budget(Infinity);
    const { nodes, raw, counts } = done ? value.tally() : value.plan.tally();
    const isOver = done || (wanted === 1 && raw > 0);
    const taken = seconds();
    if (!isOver && taken <= LIMIT) continue;
    // The prototype doesn't count nodes that are immediately dead ends.
    const alive = nodes - Number(counts['failures'] ?? 0);
    return `${isOver ? '' : 'over '}${taken.toFixed(2)} s (${thousands(alive / taken)}/s)`;
  }
}

const names = process.argv.slice(2);
for (const one of cases.filter(
  ({ name }) => names.length === 0 || names.some((begin) => name.startsWith(begin)),
)) {
  const results = ENGINES.map((name) => {
    const engine = [propagate, exact, auto].find((each) => each.name === name);
    return `${name} ${engine ? ours(engine, one) : prototype(one)}`;
  });
  console.log(`${one.name}: ${results.join(', ')}`);
}
