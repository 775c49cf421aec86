/** Reads tiles in XML with an element for each edge. */
import { sideNamed } from './side-names.ts';

const LEAF_ELEMENT = /<([\w-]+)((?:\s+[\w-]+\s*=\s*["'][^"'<>]*["'])*)\s*(?:\/>|>([^<>]*)<\/\1>)/g;
const ATTRIBUTE = /(?<![\w-])([\w-]{1,40})\s?=\s?["']([^"'<>]*)["']/g;
const LABEL_KEY = /^(?:colou?r|value|label|pattern|symbol|motif|type|farbe|couleur)$/i;
const SIDE_KEY = /^(?:side|edge|dir(?:ection)?|position|pos|index|id|n|name|seite)$/i;

/**
 * Returns the labels of each tile in XML, one tile per line, or null for any other text. Example: `<piece><edge
 * side="0" color="3"/>…</piece>`
 */
export function rowsOfElements(text: string): string | null {
  if (!/^\s*</.test(text)) return null;
  const leaves = Array.from(text.matchAll(LEAF_ELEMENT), ([all, name = '', attributes = '', inside = '']) => {
    const fields = Array.from(
      attributes.matchAll(ATTRIBUTE),
      ([, key = '', value = '']) => [key, value] as const,
    );
    const under = (keys: RegExp): string | undefined => fields.find(([key]) => keys.test(key))?.[1];
    return { all, name, label: (under(LABEL_KEY) ?? inside).trim(), side: under(SIDE_KEY) };
  });
  const [first] = leaves;
  const edges = leaves.filter(({ name }) => name === leaves.at(-1)?.name);
  if (!first || edges.length < 16 || edges.some(({ label }) => label === '' || /\s/.test(label))) return null;
  const tiles = tilesIn(
    text,
    edges.map(({ all }) => all),
  );
  if (tiles === null) return null;
  let at = 0;
  const rows = tiles.map((count) => {
    const own = edges.slice(at, (at += count));
    return own.toSorted((a, b) => rankOf(a.side) - rankOf(b.side)).map(({ label }) => label);
  });
  const [width, height] = ['cols|columns|width', 'rows|height'].map(
    (keys) => new RegExp(String.raw`\b(?:${keys})\s*=\s*["'](\d{1,2})["']`, 'i').exec(text)?.[1],
  );
  const head = width && height ? [`${width} ${height}`] : [];
  return [...head, ...rows.map((row) => row.join(' '))].join('\n');
}

const rankOf = (side: string | undefined): number =>
  side === undefined ? 0 : /^\d+$/.test(side) ? Number(side) : sideNamed(side);

function tilesIn(text: string, edges: readonly string[]): number[] | null {
  const counts: number[] = [];
  let from = 0;
  let isOpen = false;
  for (const edge of edges) {
    const at = text.indexOf(edge, from);
    if (!isOpen || text.slice(from, at).trim() !== '') counts.push(0);
    counts[counts.length - 1]!++;
    from = at + edge.length;
    isOpen = true;
  }
  const [count = 0] = counts;
  return counts.length >= 4 && [3, 4, 6].includes(count) && counts.every((each) => each === count)
    ? counts
    : null;
}
