/**
 * Finds the code that a deliberate fault replaces in a source file. Layout, comments and the wording of messages
 * can differ.
 */
import ts from 'typescript';

/** A place in a text: the indices of its first character and after its last. */
export type Place = readonly [start: number, end: number];

interface Token {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Replaces strings of several words with “…”. Such strings are messages, whose wording can differ. */
const wording = (text: string): string => (/^['"`}].*\S \S/s.test(text) ? '“…”' : text);

/** Returns the tokens of a piece of TypeScript, which can be part of a program. */
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
    // A slash after an operand means division; elsewhere it begins a regular expression.
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

/** Returns every place where exactly this text occurs. */
function exactPlaces(text: string, snippet: string): Place[] {
  const places: Place[] = [];
  for (let at = text.indexOf(snippet); at !== -1; at = text.indexOf(snippet, at + 1))
    places.push([at, at + snippet.length]);
  return places;
}

/**
 * Returns every place of a snippet in a source. If the exact text occurs once, that is the place. Otherwise, in
 * TypeScript, returns the places with the same tokens, so that layout, comments and the wording of messages can
 * differ.
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
