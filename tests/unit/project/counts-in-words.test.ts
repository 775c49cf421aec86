// The window says “1 tile”, never “1 tiles”. A sentence with a number before a noun must therefore use `counted` or
// `plural`.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'svelte/compiler';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const nouns =
  'tile|cell|edge|board|node|solution|hint|row|column|move|run|trial|thread|label|colour|line|puzzle|part|time|side|number|probe';
/** Matches the text after a value in a template: a plural noun, possibly after another word. */
const afterValue = String.raw` (?:[a-z-]+ )?((?:${nouns})s)\b`;
const plural = new RegExp(`^${afterValue}`);
/** Quickly finds the few files that are worth parsing. */
const anyPlural = new RegExp(`}${afterValue}`);

/** Expressions that may come before a plural noun without `counted` or `plural`, grouped by the reason */
const never = [
  // rounded
  'magnitude(atFirst) nodes',
  'magnitude(propagateNodes) nodes',
  'short(nodes) nodes',
  'rough(seconds / AGE_OF_UNIVERSE_S) times',
  'rough(TYPICAL_TILES_PER_S) tiles',
  // at least 2
  'runs.length runs',
  'effort nodes',
  'sides sides',
  'rough(expected) solutions',
  'count(Math.round(nodesPerSecond)) tiles',
  'count(most) boards',
  'timeouts.flood lines',
  // a median, which is often not a whole number
  'text(median(group, nodes)) tiles',
  // not a number of things, but an index in a list, or a name
  'found hints',
  'engine.solves puzzles',
  'to boards',
  'shapeName(puzzle.board) edges',
  'separatorName[expected] labels',
];

interface Count {
  readonly value: string;
  readonly noun: string;
}

const countOf = (value: string, after: string): Count[] => {
  const noun = plural.exec(after)?.[1];
  // A name in capitals is a constant. No constant is 1, so a plural noun after it is correct.
  return noun === undefined || /^[A-Z_]+$/.test(value) ? [] : [{ value, noun }];
};
const asksForOne = (condition: string): boolean => /(===|>) 1\b/.test(condition);

/**
 * Returns the counts in the template strings of a TypeScript source, except those that a condition compares with 1.
 */
function countsInScript(source: string): Count[] {
  const file = ts.createSourceFile('a.ts', source, ts.ScriptTarget.Latest, true);
  const counts: Count[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isConditionalExpression(node) && asksForOne(node.condition.getText())) return;
    if (ts.isIfStatement(node) && asksForOne(node.expression.getText())) return;
    if (ts.isTemplateSpan(node)) counts.push(...countOf(node.expression.getText(), node.literal.text));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return counts;
}

interface SvelteNode {
  type?: string;
  start?: number;
  end?: number;
  expression?: SvelteNode;
  test?: SvelteNode;
  data?: string;
  value?: { cooked?: string };
  expressions?: SvelteNode[];
  quasis?: SvelteNode[];
}

function countsInComponent(source: string): Count[] {
  const counts: Count[] = [];
  const code = ({ start = 0, end = 0 }: SvelteNode): string => source.slice(start, end);
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) {
      (node as SvelteNode[]).forEach((each, i) => {
        const next = (node as SvelteNode[])[i + 1];
        if (each.type === 'ExpressionTag' && next?.type === 'Text')
          counts.push(...countOf(code(each.expression!), next.data!));
      });
    }
    const { type, test: condition, expressions = [], quasis = [] } = node as SvelteNode;
    if ((type === 'ConditionalExpression' || type === 'IfBlock') && asksForOne(code(condition!))) return;
    if (type === 'TemplateLiteral')
      expressions.forEach((each, i) => counts.push(...countOf(code(each), quasis[i + 1]!.value!.cooked!)));
    for (const child of Object.values(node)) visit(child);
  };
  const { fragment, instance, module } = parse(source, { modern: true });
  visit(fragment);
  for (const script of [instance, module]) {
    if (script) counts.push(...countsInScript(code(script.content)));
  }
  return counts;
}

function countsIn(file: string, source: string): Count[] {
  if (!anyPlural.test(source)) return [];
  return file.endsWith('.svelte') ? countsInComponent(source) : countsInScript(source);
}

test('finds counts in strings and markup, whatever words are in between', () => {
  const one = [{ value: 'n', noun: 'tiles' }];
  expect(countsIn('a.ts', 'const a = `all ${n} open tiles`;')).toEqual(one);
  expect(countsIn('a.svelte', '<p>{n} tiles</p>')).toEqual(one);
  expect(countsIn('a.svelte', '<p title={`${n} tiles`}></p>')).toEqual(one);
  expect(countsIn('a.svelte', '<script lang="ts">const a: string = `${n} tiles`;</script>')).toEqual(one);
  expect(countsIn('a.ts', 'const a = n === 1 ? "one tile" : `${n} tiles`;')).toEqual([]);
  expect(countsIn('a.ts', '// `${n} tiles`')).toEqual([]);
});

test('nouns after a variable number agree with it', { timeout: 120_000 }, () => {
  const met = new Set<string>();
  const wrong: string[] = [];
  for (const file of globSync('{src-core,src-main,src-renderer}/**/*.{ts,svelte}', { cwd: root })) {
    for (const { value, noun } of countsIn(file, readFileSync(path.join(root, file), 'utf8'))) {
      const words = `${value} ${noun}`;
      if (never.includes(words)) met.add(words);
      else wrong.push(`${file}: ${words}`);
    }
  }
  expect(wrong).toEqual([]);
  expect([...met].sort()).toEqual([...never].sort());
});
