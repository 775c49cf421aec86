/**
 * Draws the rooms of rooms.config.ts and their allowed imports into docs/architecture.md: one diagram of the program,
 * one of src-core and one of src-renderer.
 *
 *     npm run rooms
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { allowedIn, rooms } from '../rooms.config.ts';

const page = path.resolve(import.meta.dirname, '../docs/architecture.md');
const [BEGIN, END] = ['<!-- rooms: made by scripts/draw-rooms.ts -->', '<!-- end of rooms -->'];

type Graph = Map<string, Set<string>>;

interface Picture {
  readonly title: string;
  /** Returns the name of the box for a room (a layer of the code), or undefined if the diagram leaves the room out. */
  readonly boxOf: (room: string, folder: string) => string | undefined;
}

const pictures: readonly Picture[] = [
  {
    title: 'The program, with src-core and the interface as one box each',
    boxOf: (room, folder) => (folder === 'src-core' || folder === 'src-renderer' ? folder : room),
  },
  {
    title: 'Inside src-core',
    boxOf: (room, folder) => (folder === 'src-core' ? room : undefined),
  },
  {
    title: 'Inside src-renderer',
    boxOf: (room, folder) => (folder === 'src-renderer' ? room : folder === 'src-core' ? folder : undefined),
  },
];

const folderOf = (room: string): string => /src-\w+/.exec(rooms[room]!.path)![0];

function graphOf({ boxOf }: Picture): Graph {
  const graph: Graph = new Map();
  for (const room of Object.keys(rooms)) {
    const box = boxOf(room, folderOf(room));
    if (box === undefined) continue;
    const targets = graph.get(box) ?? graph.set(box, new Set()).get(box)!;
    for (const other of allowedIn(room)) {
      const target = boxOf(other, folderOf(other));
      if (target !== undefined && target !== box) targets.add(target);
    }
  }
  return graph;
}

/** Merges boxes that have the same imports and the same importers. */
function joined(graph: Graph): Graph {
  const importersOf = (box: string): string[] =>
    [...graph.keys()].filter((from) => graph.get(from)!.has(box));
  const groups = Map.groupBy(graph.keys(), (box) =>
    JSON.stringify([[...graph.get(box)!].sort(), importersOf(box).sort()]),
  );
  const nameOf = new Map(
    [...groups.values()].flatMap((boxes) => boxes.map((box) => [box, boxes.join(', ')])),
  );
  return new Map(
    [...groups.values()].map((boxes) => [
      boxes.join(', '),
      new Set([...graph.get(boxes[0]!)!].map((box) => nameOf.get(box)!)),
    ]),
  );
}

function reaches(graph: Graph, from: string, to: string, seen = new Set<string>()): boolean {
  if (from === to) return true;
  seen.add(from);
  return [...graph.get(from)!].some((next) => !seen.has(next) && reaches(graph, next, to, seen));
}

/** Transitive reduction: removes arrows that are implied by a longer path. */
function reduced(graph: Graph): Graph {
  for (const targets of graph.values()) {
    for (const target of [...targets]) {
      targets.delete(target);
      if (![...targets].some((other) => reaches(graph, other, target))) targets.add(target);
    }
  }
  return graph;
}

function drawn(picture: Picture): string {
  const graph = reduced(joined(graphOf(picture)));
  const ids = new Map([...graph.keys()].map((box, i) => [box, `b${i}`]));
  const lines = [...graph].flatMap(([box, targets]) => [
    `  ${ids.get(box)}["${box}"]`,
    ...[...targets].map((target) => `  ${ids.get(box)} --> ${ids.get(target)}`),
  ]);
  return `**${picture.title}**\n\n\`\`\`mermaid\ngraph TD\n${lines.join('\n')}\n\`\`\`\n`;
}

/** Returns the page's text with new diagrams. */
export function redrawn(text: string): string {
  const [before, rest] = text.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined)
    throw new Error(`${page}: “${BEGIN}” and “${END}” are missing`);
  return `${before}${BEGIN}\n\n${pictures.map(drawn).join('\n')}\n${END}${after}`;
}

// Don't test import.meta.main instead. It is false under `npm run rooms`, because with-node.cjs imports this file.
if (process.argv[1] === import.meta.filename) writeFileSync(page, redrawn(readFileSync(page, 'utf8')));
