// Draws docs/architecture.md's picture of the rooms from what the code really imports. `--check` only compares.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { format } from 'prettier';
import { cruiserConfig, rooms } from '../rooms.config.ts';

const page = path.resolve(import.meta.dirname, '../docs/architecture.md');
const [BEGIN, END] = ['<!-- rooms: made by scripts/draw-rooms.ts -->', '<!-- end of rooms -->'];

/** Rooms drawn as one box. */
const boxes: readonly (readonly [title: string, pattern: RegExp])[] = [
  ['interface', /^src-renderer/],
  ['preload', /^src-preload/],
  ['electron', /^src-main\/electron/],
  ['local host', /^src-main\/local-host/],
  ['command line', /^src-main\/cli/],
  ['services', /^src-main\/services/],
  ['store', /^src-main\/store/],
  ['solver process', /^src-main\/solver-process/],
  ['contract', /^src-core\/(contract|rpc)/],
  ['engines', /^src-core\/(engines\.ts|sharing\.ts|edge-matching\/(exact|best|classic)|sliding\/\w+\/)/],
  ['puzzle making', /^src-core\/edge-matching\/(design|generate|look-search)/],
  ['steps', /^src-core\/edge-matching\/steps/],
  ['engine, run', /^src-core\/(engine\.ts|run)/],
  ['lab', /^src-core\/lab/],
  ['formats', /^src-core\/formats/],
  ['puzzle, sliding rules', /^src-core\/(puzzle|sliding\/[^/]+$)/],
];

const roomOf = (file: string): string | undefined =>
  Object.entries(rooms).find(([, { path: pattern }]) => new RegExp(pattern).test(file))?.[0];
const boxOf = (file: string): string | undefined => boxes.find(([, pattern]) => pattern.test(file))?.[0];

/** What imports what, each pair once, in the order of the names. */
function arrows(
  imports: readonly [string, string][],
  of: (file: string) => string | undefined,
): Map<string, string[]> {
  const found = new Map<string, Set<string>>();
  for (const [from, to] of imports) {
    const [a, b] = [of(from), of(to)];
    if (a === undefined || b === undefined) continue;
    if (!found.has(a)) found.set(a, new Set());
    if (a !== b) found.get(a)!.add(b);
  }
  return new Map([...found].map(([name, targets]) => [name, [...targets].sort()]));
}

export async function drawing(): Promise<string> {
  const { output } = await cruise(['src-core', 'src-main', 'src-preload', 'src-renderer'], {
    ...cruiserConfig.options,
    baseDir: path.resolve(import.meta.dirname, '..'),
  });
  const imports = (output as ICruiseResult).modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }): [string, string] => [source, resolved]),
  );
  const ids = new Map(boxes.map(([title], i) => [title, `b${i}`]));
  const between = arrows(imports, boxOf);
  const lines = boxes.flatMap(([title]) => [
    `  ${ids.get(title)}["${title}"]`,
    ...(between.get(title) ?? []).map((other) => `  ${ids.get(title)} --> ${ids.get(other)}`),
  ]);
  const rows = arrows(imports, roomOf);
  const table = Object.entries(rooms).map(
    ([name, { path: pattern }]) =>
      `| ${name} | \`${shown(pattern)}\` | ${(rows.get(name) ?? []).join(', ')} |`,
  );
  const text = [
    '```mermaid',
    'graph TD',
    ...lines,
    '```',
    '',
    '| room | files | imports |',
    '| --- | --- | --- |',
    ...table,
  ];
  return format(`${text.join('\n')}\n`, { parser: 'markdown', printWidth: 110 });
}

/** A pattern as a person writes it. */
const shown = (pattern: string): string =>
  pattern
    .replace(/^\^/, '')
    .replaceAll('\\', '')
    .replaceAll('$', '')
    .replace(/\((\w+)\)/, '$1')
    .replaceAll('|', ', ')
    .replace(/\/\[\^\/\]\+$/, '/*.ts');

/** The page with its drawing made anew. */
export async function redrawn(text: string): Promise<string> {
  const [before, rest] = text.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined)
    throw new Error(`${page}: “${BEGIN}” and “${END}” are missing`);
  return `${before}${BEGIN}\n\n${await drawing()}\n${END}${after}`;
}

if (import.meta.main) {
  const text = readFileSync(page, 'utf8');
  const drawn = await redrawn(text);
  if (process.argv.includes('--check')) {
    if (drawn !== text) {
      console.error(
        'docs/architecture.md does not show the rooms as they are: node scripts/draw-rooms.ts draws them.',
      );
      process.exitCode = 1;
    }
  } else writeFileSync(page, drawn);
}
