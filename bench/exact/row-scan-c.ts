/**
 * A reference implementation of the exact engine in C, generated for one puzzle and compiled for this machine with
 * gcc. Every depth has its own code and constants. Within a row, the code goes from depth to depth with `goto` instead
 * of function calls.
 */
import { gridOf } from '../../src-core/puzzle/board.ts';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CandidateTable } from '../../src-core/edge-matching/exact/tree/candidate-table.ts';
import type { SearchTree } from '../../src-core/edge-matching/exact/tree/search-tree.ts';

export interface ReferenceRun {
  readonly nodes: number;
  readonly solutions: number;
  /** CPU seconds */
  readonly seconds: number;
}

export interface Reference {
  /** Runs to the end, or until this many CPU seconds have been used. */
  run(seconds: number): ReferenceRun;
  remove(): void;
}

const RIGHT = 1;
const BOTTOM = 2;

/**
 * Generates and compiles a C program that searches a tree. Returns null if gcc isn't installed. The board must be a
 * rectangle filled row by row, and no two tiles may be identical.
 */
export function compileReference(tree: SearchTree): Reference | null {
  const folder = mkdtempSync(join(tmpdir(), 'edgewise-reference-'));
  const source = join(folder, 'reference.c');
  const program = join(folder, 'reference');
  const remove = (): void => rmSync(folder, { recursive: true });
  writeFileSync(source, sourceOf(tree));
  try {
    execFileSync('gcc', ['-O3', '-march=native', '-o', program, source], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  } catch (error) {
    remove();
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  return {
    run: (seconds) =>
      JSON.parse(execFileSync(program, [String(seconds)], { encoding: 'utf8' })) as ReferenceRun,
    remove,
  };
}

function sourceOf(tree: SearchTree): string {
  const { variables, tables, labels, sides, candidateKind, candidateLabels, kinds } = tree;
  const { width } = gridOf(tree.puzzle.board);
  const last = variables.length - 1;
  const none = kinds.length;
  const assignment = Array.from(candidateKind, (kind, candidate) => {
    const [right, down] = [RIGHT, BOTTOM].map((side) => candidateLabels[candidate * sides + side]!);
    return `{${kind === -1 ? none : kind},${right!},${down! * labels}}`;
  });
  const startsOf = ({ levels }: CandidateTable, index: number): string =>
    `static const uint16_t starts${index}[] = {${levels[0] ? [...levels[0]].join() : '0'}};`;

  const oneDepth = (depth: number): string => {
    const { table, inputs } = variables[depth]!;
    // In C, down[depth] is the label above, multiplied by the number of labels.
    const above = `down[${depth}]`;
    const inRow = depth % width > 0;
    const key = inputs.length === 2 ? `right + ${above}` : inRow ? 'right' : `${above} / ${labels}`;
    const start = inputs.length === 0 ? String(table.start) : `starts${tables.indexOf(table)}[${key}]`;
    const rowEnds = (depth + 1) % width === 0;
    const back = inRow ? `goto back${depth - 1};` : '{ nodes += n; return 0; }';
    const on = rowEnds
      ? `if (row${(depth + 1) / width}()) { nodes += n; return 1; }`
      : `goto first${depth + 1};`;
    return `
first${depth}: p = list + ${start};
next${depth}: id = p->id;
  if (used[id]) { if (id == ${none}) ${back} p++; goto next${depth}; }
  used[id] = 1; right = p->right; down[${depth + width}] = p->down; at[${depth}] = p; n++;
  ${depth === last ? 'solutions++;' : on}
back${depth}: p = at[${depth}]; used[p->id] = 0; p++; goto next${depth};`;
  };
  // One function per row, because gcc takes minutes to compile a single function for 256 cells.
  const rows = Array.from({ length: variables.length / width }, (_, row) => {
    const depths = Array.from({ length: width }, (_, column) => oneDepth(row * width + column));
    return `static int row${row}(void) {
  const candidate *p;
  uint64_t n = 0;
  unsigned right = 0, id;
  if (stopped) return 1;${depths.join('')}
}`;
  }).reverse();

  return `#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
typedef struct { uint16_t id, right, down, pad; } candidate;
static const candidate list[] = {${assignment.join(',')}};
${tables.map(startsOf).join('\n')}
static uint8_t used[${none + 1}];
static uint16_t down[${variables.length + width}];
static const candidate *at[${variables.length}];
static uint64_t nodes, solutions;
static volatile sig_atomic_t stopped;
static void stop(int signal) { (void)signal; stopped = 1; }
static double cpu(void) { struct timespec t; clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); return t.tv_sec + t.tv_nsec * 1e-9; }
${rows.join('\n')}
int main(int count, char **words) {
  struct itimerval timer = { { 0, 0 }, { count > 1 ? atoi(words[1]) : 0, 0 } };
  signal(SIGPROF, stop);
  setitimer(ITIMER_PROF, &timer, 0);
  double begun = cpu();
  used[${none}] = 1;
  row0();
  printf("{\\"nodes\\":%llu,\\"solutions\\":%llu,\\"seconds\\":%.6f}\\n",
         (unsigned long long)nodes, (unsigned long long)solutions, cpu() - begun);
  return 0;
}
`;
}
