/**
 * Finds the code that a deliberate fault replaces in a source file. Layout, comments and the wording of messages are
 * ignored.
 */
import ts from 'typescript';

/** The start and end index of a piece of text. */
export type Place = readonly [start: number, end: number];

interface Token {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Replaces strings of several words with “…”, because the wording of messages is ignored. */
const wording = (text: string): string => (/^['"`}].*\S \S/s.test(text) ? '“…”' : text);

function tokensOf(text: string): Token[] {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.Standard, text);
  const tokens: Token[] = [];
  /** for each open brace, whether it belongs to a template string */
  const braces: boolean[] = [];
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    if (kind === ts.SyntaxKind.OpenBraceToken) braces.push(false);
    if (kind === ts.SyntaxKind.TemplateHead) braces.push(true);
    if (kind === ts.SyntaxKind.CloseBraceToken && braces.pop() === true) {
      kind = scanner.reScanTemplateToken(false);
      if (kind === ts.SyntaxKind.TemplateMiddle) braces.push(true);
    }
    // After an operand, a slash means division. Elsewhere, it begins a regular expression.
    if (
      kind === ts.SyntaxKind.SlashToken &&
      !/^(?:[\w$)\]]|['"`].*)$/s.test(tokens.at(-1)?.text.at(-1) ?? '')
    )
      scanner.reScanSlashToken();
    tokens.push({
      start: scanner.getTokenStart(),
      end: scanner.getTokenEnd(),
      text: wording(scanner.getTokenText()),
    });
  }
  return tokens;
}

function exactPlaces(text: string, snippet: string): Place[] {
  const places: Place[] = [];
  for (let at = text.indexOf(snippet); at !== -1; at = text.indexOf(snippet, at + 1))
    places.push([at, at + snippet.length]);
  return places;
}

/**
 * Returns every place in a source where a snippet occurs. For TypeScript, if the exact text doesn't occur exactly
 * once, returns the places with the same tokens.
 */
export function placesOf(file: string, text: string, snippet: string): Place[] {
  const exact = exactPlaces(text, snippet);
  if (exact.length === 1 || !file.endsWith('.ts')) return exact;
  const tokens = tokensOf(text);
  const wanted = tokensOf(snippet);
  return tokens.flatMap(({ start }, at): Place[] => {
    const last = tokens[at + wanted.length - 1];
    const here = last && wanted.every((token, i) => token.text === tokens[at + i]!.text);
    return here ? [[start, last.end]] : [];
  });
}
