// An engine for Edgewise, one page of C: solves framed puzzles (rim of one colour) depth-first, row by row.
// Written from docs/reference/protocol.md. Build: cc -O2 -o page page.c
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int width, height, tiles, rim, edges[256][4], board[256][2], used[256];
static long nodes;
static int best, wanted_all, halted;
static time_t told;

// Returns the text after the first `key` in `from`, or NULL. The key must not occur in the message in any other role.
static const char *after(const char *from, const char *key) {
  const char *at = strstr(from, key);
  return at ? at + strlen(key) : NULL;
}

static int label(int cell, int side) { return edges[board[cell][0]][(side - board[cell][1] + 4) % 4]; }

static void placements(int depth) {
  printf("\"placements\":[");
  for (int c = 0; c < depth; c++)
    printf("%s{\"cell\":%d,\"tile\":%d,\"rotation\":%d}", c ? "," : "", c, board[c][0], board[c][1]);
  printf("]");
}

// Reads the messages from Edgewise that have arrived. Returns 1 if the search must end.
static int heard(void) {
  char line[256];
  struct pollfd in = {0, POLLIN, 0};
  while (halted || poll(&in, 1, 0) > 0) {
    ssize_t size = read(0, line, sizeof line - 1);
    if (size <= 0) return 1;
    line[size] = 0;
    if (strstr(line, "\"pause\"")) halted = 1;
    if (strstr(line, "\"resume\"")) halted = 0;
    if (strstr(line, "\"stop\"")) return 1;
  }
  return 0;
}

static int search(int cell) {
  if (cell > best || cell == width * height) {
    best = cell;
    printf("{\"type\":\"board\",");
    placements(cell);
    printf("}\n");
    fflush(stdout);
  }
  if (cell == width * height) return !wanted_all;
  int row = cell / width, column = cell % width;
  for (int tile = 0; tile < tiles; tile++) {
    for (int turn = 0; turn < 4 && !used[tile]; turn++) {
      board[cell][0] = tile, board[cell][1] = turn;
      if ((row == 0) != (label(cell, 0) == rim) || (column == width - 1) != (label(cell, 1) == rim)) continue;
      if ((row == height - 1) != (label(cell, 2) == rim) || (column == 0) != (label(cell, 3) == rim)) continue;
      if (row && label(cell, 0) != label(cell - width, 2)) continue;
      if (column && label(cell, 3) != label(cell - 1, 1)) continue;
      used[tile] = 1, nodes++;
      if (nodes % 1024 == 0) {
        if (time(NULL) != told) {
          told = time(NULL);
          printf("{\"type\":\"progress\",\"nodes\":%ld,\"depth\":%d}\n", nodes, cell);
          fflush(stdout);
        }
        if (heard()) return 2;
      }
      int end = search(cell + 1);
      used[tile] = 0;
      if (end) return end;
      board[cell][0] = tile, board[cell][1] = turn;
    }
  }
  return 0;
}

int main(void) {
  static char line[1 << 20];
  if (!fgets(line, sizeof line, stdin)) return 0;
  printf("{\"type\":\"hello\",\"protocol\":1,\"name\":\"A page of C\",\"version\":\"1\",\"solves\":[\"edge-matching\"],"
         "\"pauses\":true,\"proves\":true}\n");
  fflush(stdout);
  setvbuf(stdin, NULL, _IONBF, 0); // messages after the job are read with read()
  if (!fgets(line, sizeof line, stdin)) return 0;
  width = atoi(after(line, "\"width\":")), height = atoi(after(line, "\"height\":"));
  const char *colour = after(line, "\"colour\":");
  rim = colour ? atoi(colour) : -1;
  wanted_all = after(line, "\"wanted\":\"all\"") != NULL;
  for (const char *at = line; (at = after(at, "\"edges\":[")) && tiles < 256; tiles++)
    sscanf(at, "%d,%d,%d,%d", edges[tiles], edges[tiles] + 1, edges[tiles] + 2, edges[tiles] + 3);
  static const char *ends[] = {"exhausted", "solved", "stopped"};
  int end = search(0);
  printf("{\"type\":\"done\",\"status\":\"%s\",\"nodes\":%ld}\n", ends[end], nodes);
  return 0;
}
