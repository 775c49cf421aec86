/** Reads lists and objects in source code: brackets of any kind, calls, unquoted keys, trailing commas. */

/** Maximum length, in characters, of a program that is searched for several puzzles */
const MAX_PROGRAM_LENGTH = 200_000;
/** Maximum depth of nested brackets */
const MAX_DEPTH = 12;

/** Matches a comment, a string in quotes, `::`, a sign between key and value, a bracket, a separator, or a word. */
const TOKEN =
  /\/\*[\s\S]*?\*\/|(?:\/\/|#(?![\da-f]{6}\b)|--(?!\d)).*|"([^"\n]*)"|'([^'\n]*)'|::|(=>|->|:=|[:=])|([[({])|([\])}])|([,;])|([^\s,;:=()[\]{}"'#]+)/g;

type Value = string | number | Value[] | { readonly [key: string]: Value };

interface Item {
  readonly key: string | null;
  readonly value: Value;
}

/** A constant in a program: its name and its list or object. */
export type Constant = readonly [name: string, value: Value];

/** Represents the `;` after a row of a matrix, as in `[1 2; 3 4]`. */
const ROW_END: Value = [];

/** The brackets that are open at some point in a program, with their contents so far. */
class Brackets {
  /** for each open bracket, the key before it and the items so far; the first entry is the program itself */
  readonly #open: { readonly key: string | null; readonly items: Item[] }[] = [{ key: null, items: [] }];
  #key: string | null = null;
  #word: string | null = null;
  /**
   * number of constants before the current one, if the current one has a type, as in `const SMALL: [[u8; 4]; 9] = [`;
   * otherwise -1
   */
  #typed = -1;
  /** true if a list or object at the top level has just ended */
  #isDone = false;

  get #isOutside(): boolean {
    return this.#open.length === 1;
  }

  addWord(word: string): void {
    this.#addPending();
    if (this.#isDone) this.#key = null;
    this.#isDone = false;
    this.#word = word;
  }

  /**
   * Handles the sign after a key, such as `=` or `:`. The word before the sign becomes the key of the next value. At
   * the top level, a type after the key doesn't replace it: in `a: b = 1`, the key is `a`.
   */
  addSign(sign: string): void {
    const { items } = this.#open.at(-1)!;
    const isValue = sign === '=' && this.#isOutside && this.#typed !== -1;
    if (isValue) items.length = this.#typed;
    else if (this.#word !== null) this.#key = this.#word;
    if (this.#isOutside) this.#typed = sign === ':' && this.#word !== null ? items.length : -1;
    this.#isDone = false;
    this.#word = null;
  }

  /**
   * Opens a bracket. Drops the word before it, which is the name of a function or type. Returns false if too many
   * brackets are open.
   */
  open(): boolean {
    this.#open.push({ key: this.#key, items: [] });
    this.#key = null;
    this.#word = null;
    return this.#open.length <= MAX_DEPTH;
  }

  /** Closes the innermost bracket. Returns false if no bracket was open. */
  close(): boolean {
    if (this.#isOutside) return false;
    this.#addPending();
    const { key, items } = this.#open.pop()!;
    this.#open.at(-1)!.items.push({ key, value: valueOf(items) });
    const isDone = this.#open.length === 1;
    this.#isDone = isDone;
    this.#key = isDone && this.#typed !== -1 ? key : null;
    this.#word = null;
    return true;
  }

  separate(separator: string): void {
    this.#addPending();
    if (this.#isOutside) this.#key = null;
    else if (separator === ';') this.#add(ROW_END);
  }

  /** Returns the named lists and objects, or null if a bracket is still open. */
  constants(): Constant[] | null {
    if (!this.#isOutside) return null;
    return this.#open[0]!.items.flatMap(({ key, value }): Constant[] => (key === null ? [] : [[key, value]]));
  }

  #addPending(): void {
    if (this.#word !== null && !this.#isOutside)
      this.#add(/^-?\d{1,9}$/.test(this.#word) ? Number(this.#word) : this.#word);
    this.#word = null;
  }

  #add(value: Value): void {
    this.#open.at(-1)!.items.push({ key: this.#key, value });
    this.#key = null;
  }
}

/**
 * Returns the named lists and objects of a program, such as `['small', [[0, 0, 1, 2], …]]` for `small = [(0, 0, 1, 2),
 * …]`. Lists without a name are left out. Returns null for texts that are too long or have unbalanced brackets.
 */
export function constantsIn(text: string): Constant[] | null {
  if (text.length > MAX_PROGRAM_LENGTH) return null;
  const brackets = new Brackets();
  for (const [, double, single, sign, opening, closing, separator, bare] of text.matchAll(TOKEN)) {
    const word = double ?? single ?? bare;
    if (word !== undefined) brackets.addWord(word);
    else if (sign !== undefined) brackets.addSign(sign);
    else if (separator !== undefined) brackets.separate(separator);
    else if (opening !== undefined && !brackets.open()) return null;
    else if (closing !== undefined && !brackets.close()) return null;
  }
  return brackets.constants();
}

/**
 * Returns the value of a bracketed list: an object if every item has a key, the rows if it is a matrix with semicolons,
 * otherwise a list.
 */
function valueOf(items: readonly Item[]): Value {
  const written = items.filter(({ value }) => value !== ROW_END);
  if (written.length > 0 && written.every(({ key }) => key !== null))
    return Object.fromEntries(written.map(({ key, value }) => [key!, value]));
  const rows: Value[][] = [[]];
  for (const { value } of items) {
    if (value === ROW_END) rows.push([]);
    else rows.at(-1)!.push(value);
  }
  const full = rows.filter(({ length }) => length > 0);
  return full.length > 1 && full.every(({ length }) => length > 1) ? full : full.flat();
}
