/** Lists words that must not appear again in comments, strings or docs, and finds them in source files. */
import { parse } from 'svelte/compiler';
import ts from 'typescript';

/** The unwanted words, each with its replacement and a sentence in which it must be found. */
export const unwanted: readonly { words: RegExp; instead: string; example: string }[] = [
  { words: /\bmend(s|ed|ing)?\b/i, instead: 'fix, repair', example: 'says how to mend it' },
  { words: /\bhindrances?\b/i, instead: 'error', example: 'the hindrances of a puzzle' },
  { words: /\bpatience\b/i, instead: 'timeout', example: 'when its patience is over' },
  { words: /\bt(ake|akes|aken|aking|ook) up again\b/i, instead: 'resume', example: 'a run taken up again' },
  { words: /\bcut short\b/i, instead: 'interrupted', example: 'a run that a crash cut short' },
  { words: /\bbroken off\b/i, instead: 'interrupted', example: 'a search that is broken off' },
  { words: /\bwho(ever)? wants to\b/i, instead: 'to …, see …', example: 'Who wants to add an engine reads' },
  { words: /\bsaid twice\b/i, instead: 'given twice', example: '--seed is said twice' },
  {
    words: /\btold (so )?in (one|a) sentence\b/i,
    instead: 'prints an error',
    example: 'is told so in one sentence',
  },
  { words: /\bto the bit\b/i, instead: 'identical', example: 'the same to the bit' },
  {
    words: /\bthe same in the open\b/i,
    instead: 'reference implementation',
    example: 'is the same in the open',
  },
  {
    words: /\bas have ever been\b/i,
    instead: 'the best published',
    example: 'as many as have ever been published',
  },
  { words: /\banew\b/i, instead: 'again', example: 'is drawn anew' },
  { words: /\bbelow of\b/i, instead: 'beneath', example: 'what lies below of it' },
  { words: /\bunsaid\b/i, instead: 'by default', example: 'come with them unsaid' },
  { words: /\blies beside no\b/i, instead: 'has no', example: 'lies beside no published text' },
  { words: /\bwish(es|ed)?\b/i, instead: 'request', example: 'the wish to stop' },
  { words: /\bto be had\b/i, instead: 'available', example: 'where it is to be had' },
  { words: /\bworth a word\b/i, instead: 'worth notifying', example: 'worth a word to who does not look' },
];

/** A text, and the number of the line where it begins. */
export interface Text {
  readonly text: string;
  readonly line: number;
}

function textsOfScript(source: string, firstLine = 0): Text[] {
  const file = ts.createSourceFile('a.ts', source, ts.ScriptTarget.Latest, true);
  const texts: Text[] = [];
  const add = (start: number, text: string): void => {
    texts.push({ text, line: firstLine + file.getLineAndCharacterOfPosition(start).line + 1 });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      add(node.getStart(), node.text);
    // Between two tokens there are only spaces, line breaks and comments.
    if (node.getChildCount() === 0 && node.getStart() > node.getFullStart())
      add(
        node.getFullStart(),
        source.slice(node.getFullStart(), node.getStart()).replace(/\s*\n[ *]*/g, ' '),
      );
    for (const child of node.getChildren()) visit(child);
  };
  visit(file);
  return texts.filter(({ text }) => /\w/.test(text));
}

function textsOfComponent(source: string): Text[] {
  const lineOf = (at: number): number => source.slice(0, at).split('\n').length;
  const texts: Text[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, start, data, value } = node as Record<string, unknown>;
    const text =
      type === 'Text' || type === 'Comment'
        ? data
        : type === 'Literal'
          ? value
          : type === 'TemplateElement'
            ? (value as { cooked?: string }).cooked
            : undefined;
    if (typeof text === 'string' && typeof start === 'number') texts.push({ text, line: lineOf(start) });
    for (const child of Object.values(node)) visit(child);
  };
  const { fragment, instance, module } = parse(source, { modern: true });
  visit(fragment);
  for (const script of [instance, module]) {
    if (!script) continue;
    const { start, end } = script.content as unknown as { start: number; end: number };
    texts.push(...textsOfScript(source.slice(start, end), lineOf(start) - 1));
  }
  return texts;
}

const textsOfPage = (source: string): Text[] =>
  source
    .replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ''))
    .split('\n')
    .map((text, i) => ({ text: text.replace(/`[^`]*`/g, ''), line: i + 1 }));

export function textsOf(file: string, source: string): Text[] {
  if (file.endsWith('.svelte')) return textsOfComponent(source);
  return file.endsWith('.md') ? textsOfPage(source) : textsOfScript(source);
}

/** Returns the unwanted words in a source, with their lines. */
export function wordsIn(file: string, source: string): string[] {
  // Parsing is many times slower than searching, so search the whole source first. Also search it with its lines
  // joined, because a line can break within a phrase.
  const joined = source.replace(/\s*\n[ *]*/g, ' ');
  if (!unwanted.some(({ words }) => words.test(source) || words.test(joined))) return [];
  return textsOf(file, source).flatMap(({ text, line }) =>
    unwanted.flatMap(({ words, instead }) => {
      const found = words.exec(text)?.[0];
      return found === undefined ? [] : [`${file}:${line}: “${found}”; write ${instead}`];
    }),
  );
}
