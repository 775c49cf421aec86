/**
 * A reference implementation of the optimal engine in C: recursive iterative deepening with the same databases. The
 * program is generated for one board and one set of patterns, and compiled for this machine with gcc. It visits the
 * same nodes in the same order.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATABASE_HEADER_BYTES, databaseFile } from '../../src-core/sliding/patterns/databases.ts';
import { factorial, isRanked } from '../../src-core/sliding/patterns/numbering.ts';
import { neighbours, type BoardSize, type Position } from '../../src-core/sliding/state.ts';

export interface ReferenceRun {
  readonly moves: number;
  readonly nodes: number;
  /** CPU seconds, not counting the time for reading the files */
  readonly seconds: number;
}

/**
 * Solves the positions (empty space first) one after another. Returns null if gcc isn't installed. Supports square
 * boards with at most 32 cells and with every tile in a pattern.
 */
export function runReference(
  size: BoardSize,
  patterns: readonly (readonly number[])[],
  folder: string,
  starts: readonly Position[],
): ReferenceRun[] | null {
  const work = mkdtempSync(join(tmpdir(), 'edgewise-reference-'));
  try {
    const source = join(work, 'reference.c');
    const program = join(work, 'reference');
    writeFileSync(source, sourceOf(size, patterns));
    execFileSync('gcc', ['-O3', '-march=native', '-o', program, source], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const files = patterns.map((tiles) => join(folder, databaseFile(size, tiles)));
    const output = execFileSync(program, files, {
      input: starts.map((start) => `${start.join(' ')}\n`).join(''),
      encoding: 'utf8',
    });
    return output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as ReferenceRun);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  } finally {
    rmSync(work, { recursive: true });
  }
}

function sourceOf(size: BoardSize, patterns: readonly (readonly number[])[]): string {
  const cells = size.width * size.height;
  const mirror = Array.from(
    { length: cells },
    (_, c) => (c % size.width) * size.width + Math.floor(c / size.width),
  );
  const beside = neighbours(size).map((list) => `{${[...list, -1].join()}}`);
  const of = (tile: number): number => patterns.findIndex((tiles) => tiles.includes(tile));
  const tiles = Array.from({ length: cells }, (_, tile) => tile);
  const ranked = patterns.map((p) => isRanked(cells, p.length));
  const weight = (tile: number): number => (tile === 0 ? 0 : cells ** patterns[of(tile)]!.indexOf(tile));
  const half = Math.ceil(cells / 2);
  const sizes = [...new Set(patterns.filter((_, p) => ranked[p]).map((p) => p.length))];

  /** C code that computes the rank of `k` tiles whose cells are in `at`. numbering.ts explains ranks. */
  const rank = (k: number): string => `
static inline uint32_t rank${k}(const uint8_t *at, uint32_t mask) {
  uint32_t low = mask & ${(1 << half) - 1}u, order = 0;
  uint32_t set = sets${k}[0][0][low] + sets${k}[1][__builtin_popcount(low)][mask >> ${half}];
  ${Array.from(
    { length: k - 1 },
    (_, i) =>
      `order = order * ${k - i} + __builtin_popcount(mask & ((1u << at[${i}]) - 1)); mask ^= 1u << at[${i}];`,
  ).join('\n  ')}
  return set * ${factorial(k)}u + order;
}`;
  const number = (p: number): string =>
    ranked[p]
      ? `case ${p}: { uint8_t *slot = &at[side][p][place[t]]; *slot = to;
      n = rank${patterns[p]!.length}(at[side][p], where[side][p] ^ (1u << from) ^ (1u << to)); *slot = from; break; }`
      : `case ${p}: n = where[side][p] + weight[t] * (to - from); break;`;

  return `#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
enum { CELLS = ${cells}, WIDTH = ${size.width}, PATTERNS = ${patterns.length} };
static const int8_t beside[CELLS][5] = {${beside.join()}};
static const uint8_t mirror[CELLS] = {${mirror.join()}};
static const uint8_t pattern[CELLS] = {${tiles.map((t) => Math.max(0, of(t))).join()}};
static const uint8_t place[CELLS] = {${tiles.map((t) => (t === 0 ? 0 : patterns[of(t)]!.indexOf(t))).join()}};
static const int32_t weight[CELLS] = {${tiles.map(weight).join()}};
static const uint8_t ranked[PATTERNS] = {${ranked.map(Number).join()}};
static uint8_t *database[PATTERNS];
static uint8_t steps[CELLS][CELLS], board[CELLS], value[2][PATTERNS], at[2][PATTERNS][8];
static uint32_t where[2][PATTERNS];
static uint64_t nodes;
${sizes.map((k) => `static uint32_t sets${k}[2][${k + 1}][${1 << half}];${rank(k)}`).join('\n')}

/** Returns the database value of tile t's pattern after t has slid. Side 0 is the position, side 1 its reflection. */
static inline int after(int side, int t, int from, int to) {
  int p = pattern[t];
  uint32_t n = 0;
  switch (p) { ${patterns.map((_, p) => number(p)).join(' ')} }
  return database[p][n >> 1] >> (4 * (n & 1)) & 15;
}
static inline void slide(int side, int t, int from, int to) {
  int p = pattern[t];
  if (ranked[p]) { at[side][p][place[t]] = to; where[side][p] ^= (1u << from) ^ (1u << to); }
  else where[side][p] += weight[t] * (to - from);
}
/** Argument “left”: the number of moves allowed after the next one. */
static int search(int blank, int before, int dist, int sum, int mirrored, int left) {
  struct { int cell, dist, sum, mirrored, value, other; } kids[4], *end = kids, *kept = kids;
  for (const int8_t *b = beside[blank]; *b >= 0; b++) {
    if (*b == before) continue;
    int t = board[*b];
    end->cell = *b;
    end->dist = dist + steps[t][blank] - steps[t][*b];
    end->value = after(0, t, *b, blank);
    end->sum = sum + end->value - value[0][pattern[t]];
    end++;
  }
  nodes += end - kids;
  int found = 0;
  for (__typeof__(end) k = kids; k != end; k++) {
    if (k->dist + 2 * k->sum > left) continue;
    int t = mirror[board[k->cell]];
    int v = after(1, t, mirror[k->cell], mirror[blank]);
    int s = mirrored + v - value[1][pattern[t]];
    if (k->dist + 2 * s > left) continue;
    *kept = *k; kept->other = v; kept->mirrored = s; kept++;
    if (k->dist == 0) found = 1;
  }
  if (found) return 1;
  for (__typeof__(end) k = kids; k != kept; k++) {
    int t = board[k->cell], m = mirror[t];
    uint8_t *plain = &value[0][pattern[t]], *other = &value[1][pattern[m]], v = *plain, w = *other;
    board[blank] = t; board[k->cell] = 0; *plain = k->value; *other = k->other;
    slide(0, t, k->cell, blank); slide(1, m, mirror[k->cell], mirror[blank]);
    if (search(k->cell, blank, k->dist, k->sum, k->mirrored, left - 1)) return 1;
    slide(0, t, blank, k->cell); slide(1, m, mirror[blank], mirror[k->cell]);
    board[blank] = 0; board[k->cell] = t; *plain = v; *other = w;
  }
  return 0;
}
static double cpu(void) { struct timespec t; clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); return t.tv_sec + t.tv_nsec * 1e-9; }
static int distance(int a, int b) { return abs(a % WIDTH - b % WIDTH) + abs(a / WIDTH - b / WIDTH); }
${
  sizes.length > 0
    ? `static uint32_t choose(int n, int k) { uint64_t r = 1; if (k > n) return 0; for (int i = 1; i <= k; i++) r = r * (n - k + i) / i; return r; }
/**
 * Fills a table for numbering the sets of k cells. A set is a mask of two halves, and its number is the sum of one
 * table entry for each half. An entry depends on the half, on the number of cells in the half before it, and on the
 * bits of the half.
 */
static void fill(uint32_t *table, int k) {
  for (int half = 0; half < 2; half++) for (int had = 0; had <= k; had++) for (uint32_t bits = 0; bits < ${1 << half}u; bits++) {
    uint32_t sum = 0; int n = had;
    for (int i = 0; i < ${half} && n < k; i++) if (bits >> i & 1) sum += choose(half * ${half} + i, ++n);
    table[(half * (k + 1) + had) * ${1 << half} + bits] = sum;
  }
}`
    : ''
}
static int solve(const int *start) {
  int dist = 0, sums[2] = {0, 0}, blank = 0;
  memset(where, 0, sizeof where);
  for (int c = 0; c < CELLS; c++) {
    board[c] = start[c];
    if (start[c] == 0) { blank = c; continue; }
    dist += distance(c, start[c]);
    for (int side = 0; side < 2; side++) {
      int t = side ? mirror[start[c]] : start[c], own = side ? mirror[c] : c, p = pattern[t];
      if (ranked[p]) { at[side][p][place[t]] = own; where[side][p] |= 1u << own; }
      else where[side][p] += weight[t] * own;
    }
  }
  for (int side = 0; side < 2; side++) for (int p = 0; p < PATTERNS; p++) {
    uint32_t n = where[side][p];
    ${sizes.map((k) => `if (ranked[p] && __builtin_popcount(n) == ${k}) n = rank${k}(at[side][p], n); else`).join(' ')} {}
    sums[side] += value[side][p] = database[p][n >> 1] >> (4 * (n & 1)) & 15;
  }
  if (dist == 0) return 0;
  for (int bound = dist + 2 * (sums[0] > sums[1] ? sums[0] : sums[1]);; bound += 2)
    if (search(blank, -1, dist, sums[0], sums[1], bound - 1)) return bound;
}
int main(int count, char **files) {
  for (int p = 0; p < PATTERNS; p++) {
    FILE *file = fopen(files[p + 1], "rb");
    if (count != PATTERNS + 1 || !file) { fprintf(stderr, "cannot read database %d\\n", p); return 1; }
    fseek(file, 0, SEEK_END);
    long bytes = ftell(file) - ${DATABASE_HEADER_BYTES};
    fseek(file, ${DATABASE_HEADER_BYTES}, SEEK_SET);
    database[p] = malloc(bytes);
    if (fread(database[p], 1, bytes, file) != (size_t)bytes) return 1;
    fclose(file);
  }
  ${sizes.map((k) => `fill(&sets${k}[0][0][0], ${k});`).join(' ')}
  for (int t = 0; t < CELLS; t++) for (int c = 0; c < CELLS; c++) steps[t][c] = distance(t, c);
  for (int start[CELLS];;) {
    for (int c = 0; c < CELLS; c++) if (scanf("%d", &start[c]) != 1) return 0;
    nodes = 0;
    double begun = cpu();
    int moves = solve(start);
    printf("{\\"moves\\":%d,\\"nodes\\":%llu,\\"seconds\\":%.6f}\\n", moves, (unsigned long long)nodes, cpu() - begun);
  }
}
`;
}
