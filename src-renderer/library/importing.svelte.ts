/**
 * The state of the import dialog: the files and pasted text, each either read or marked with its errors. Nothing has
 * been stored yet.
 */
import type { Output } from '../../src-core/contract.ts';
import { decoded, isMisdecoded } from '../../src-core/formats/encoding.ts';
import { readWhole } from '../../src-core/formats/faults.ts';
import { FormatError } from '../../src-core/formats/format-error.ts';
import type { Choice, ReadOptions } from '../../src-core/formats/format.ts';
import { formats } from '../../src-core/formats/formats.ts';
import { DoubtfulBoard, readTrustedBoard } from '../../src-core/formats/read-board.ts';
import { readPuzzles, type Reading } from '../../src-core/formats/read-puzzle.ts';
import type { Size } from '../../src-core/formats/size.ts';
import type { PartialBoard } from '../../src-core/puzzle/partial-board.ts';
import type { BoardShape, EdgePuzzle, Puzzle } from '../../src-core/puzzle/puzzle.ts';
import { client, messageOf } from '../base/client.svelte.ts';
import { nameProblem } from '../components/name-problem.ts';
import { opened } from '../base/opened.svelte.ts';

/** Puzzle files are small, so a larger file can't be a puzzle. */
const MAX_FILE_BYTES = 8 * 2 ** 20;

type MatchingPuzzle = Output<'library.matchingPuzzles'>[number];

export interface ImportItem {
  readonly id: number;
  /** the file's name; null for pasted or typed text */
  readonly file: string | null;
  readonly text: string;
  /** name of the new puzzle, which comes from the text until the user changes it */
  readonly name: string;
  readonly named: boolean;
  /** whether the item should be stored, was left out by the user, or has already been stored */
  readonly state: 'wanted' | 'left out' | 'added';
  /** answers to the questions, and options chosen in the preview */
  readonly answers: Choice['options'];
  readonly size: Size | null;
  /** the board that the user chose, unless it is a rectangle (see `size`); null for the board that the text suggests */
  readonly board: BoardShape | null;
  /** puzzles of the library that the board in the text may belong to, most likely first */
  readonly matchingPuzzles: readonly MatchingPuzzle[];
  /** id of the puzzle to add the board to; null if the text becomes a new puzzle */
  readonly into: number | null;
  readonly found: Found;
}

type Found =
  | { readonly kind: 'nothing' }
  /** `more`: the other puzzles, in order, if the text contains several. They are added together with the first one. */
  | { readonly kind: 'puzzle'; readonly reading: Reading; readonly more: readonly Reading[] }
  | {
      readonly kind: 'board';
      readonly puzzleId: number;
      readonly puzzle: EdgePuzzle;
      readonly board: PartialBoard;
    }
  | { readonly kind: 'refused'; readonly faults: readonly FormatError[] };

let nextId = 1;
let items = $state.raw<readonly ImportItem[]>([]);
let open = $state(false);

export const importing = {
  get items(): readonly ImportItem[] {
    return items;
  },
  get open(): boolean {
    return open;
  },
  set open(value: boolean) {
    open = value;
  },
};

/** Opens the dialog. Keeps the items from last time if one of them hasn't been added yet. */
export function beginImport(): void {
  const isLeft = items.some(
    ({ file, text, state }) => state !== 'added' && (file !== null || text.trim() !== ''),
  );
  if (!isLeft) items = [newItem(null, '')];
  open = true;
}

/** Returns the text of a file. Tries another encoding if the file isn't in UTF-8. */
async function textOf(file: File): Promise<string> {
  const text = await file.text();
  return isMisdecoded(text) ? decoded(new Uint8Array(await file.arrayBuffer()), text) : text;
}

export async function importFiles(files: readonly File[]): Promise<void> {
  if (files.length === 0) return;
  if (!open) {
    // The files open the dialog. Drop the items from last time, unless one of them is typed text that hasn't been added
    // yet.
    if (!items.some(({ file, text, state }) => file === null && text.trim() !== '' && state !== 'added'))
      items = [];
    beginImport();
  }
  for (const file of files) {
    let refused = file.size > MAX_FILE_BYTES ? tooLarge(file.size) : null;
    const text = refused ? '' : await textOf(file).catch(() => ((refused = unreadable), ''));
    const item = newItem(file.name, text);
    // The new item replaces an empty text field.
    items = [...items.filter((each) => each.file !== null || each.text.trim() !== ''), item];
    if (refused) put(item.id, { found: { kind: 'refused', faults: [refused] } });
    else findMatching(item);
  }
}

/** Adds an item with this text. `file`: the file's name; null for pasted text. */
export function importText(text: string, file: string | null = null): void {
  const empty = items.find((each) => each.file === null && each.text.trim() === '');
  if (empty && file === null) {
    changeText(empty.id, text);
    return;
  }
  if (file === null && items.some((each) => each.text === text && each.state !== 'added')) return;
  const item = newItem(file, text);
  items = [...items.filter((each) => each !== empty), item];
  findMatching(item);
}

export const sourceOf = (item: ImportItem): string =>
  item.file ?? (item.text.trim().startsWith('http') ? 'Link' : 'Pasted text');

/** Changes an item's text and reads it again. */
export function changeText(id: number, text: string): void {
  const old = items.find((each) => each.id === id);
  // The user is fixing errors in the text, so keep the size and the board that the user chose.
  const fixed = old?.found.kind === 'refused' && text.trim() !== '';
  update(id, { text, answers: {}, ...(fixed ? {} : { size: null, board: null }) });
}

export function answer(id: number, options: Choice['options']): void {
  const item = items.find((each) => each.id === id);
  if (!item) return;
  const questions = item.found.kind === 'puzzle' ? item.found.reading.questions : [];
  const next = update(id, { answers: { ...item.answers, ...options } });
  // The answer changes how the text is read, so the question may not come up again. Keep it on screen anyway, so that
  // the user can change the answer.
  if (next?.found.kind === 'puzzle')
    put(id, { found: { ...next.found, reading: { ...next.found.reading, questions } } });
}

/** Resets all answers and options of an item, for example because the text can't be read with them. */
export function forgetAnswers(id: number): void {
  update(id, { answers: {} });
}

/** Sets the board's size. Null stands for the size that the number of tiles suggests. */
export function resize(id: number, size: Size | null): void {
  update(id, { size });
}

/** Sets the kind of board. Null stands for the kind that the text specifies or suggests. */
export function reshape(id: number, board: BoardShape | null): void {
  update(id, { board, size: null });
}

export function rename(id: number, name: string): void {
  put(id, { name, named: true });
}

/** Sets whether an item will be stored, and which puzzle its board will be added to. */
export function choose(id: number, change: Partial<Pick<ImportItem, 'state' | 'into'>>): void {
  put(id, change);
}

function newItem(file: string | null, text: string): ImportItem {
  const blank: ImportItem = {
    id: nextId++,
    file,
    text,
    name: '',
    named: false,
    state: 'wanted',
    answers: {},
    size: null,
    board: null,
    matchingPuzzles: [],
    into: null,
    found: { kind: 'nothing' },
  };
  return text === '' && file === null ? blank : reread(blank);
}

function put(id: number, change: Partial<ImportItem>): void {
  items = items.map((each) => (each.id === id ? { ...each, ...change } : each));
}

function update(id: number, change: Partial<ImportItem>): ImportItem | undefined {
  const old = items.find((each) => each.id === id);
  if (!old) return undefined;
  const next = reread({ ...old, ...change });
  put(id, next);
  if (next.text !== old.text) findMatching(next);
  return next;
}

const optionsOf = ({ answers, size, board }: ImportItem): ReadOptions & { format?: string } => ({
  ...answers,
  ...(size ? { size } : {}),
  ...(board ? { board } : {}),
});

function reread(item: ImportItem): ImportItem {
  const found = read(item);
  if (item.named) return { ...item, found };
  const own = found.kind === 'puzzle' ? found.reading.puzzle.name : '';
  const fileName = item.file?.replace(/\.[^.]+$/, '') ?? '';
  const keepsOwn = found.kind === 'puzzle' && (found.reading.format === 'edgewise' || fileName === '');
  return { ...item, found, name: keepsOwn ? own : fileName };
}

/** Reads text as a puzzle. If that fails, reads it as a board of the open puzzle. */
function read(item: ImportItem): Found {
  if (item.text.trim() === '' && item.file === null) return { kind: 'nothing' };
  try {
    const { reading, faults } = readWhole(item.text, optionsOf(item));
    if (reading) return puzzlesOf(reading, readPuzzles(item.text, optionsOf(item)).slice(1));
    const current = opened.puzzle;
    if (current?.puzzle.kind === 'edge-matching') {
      try {
        const board = readTrustedBoard(current.puzzle, item.text, optionsOf(item));
        return { kind: 'board', puzzleId: current.id, puzzle: current.puzzle, board };
      } catch (error) {
        // If the text is a board that fits the puzzle poorly, say so. Otherwise, report the errors from reading it as a
        // puzzle, which are more useful.
        if (error instanceof DoubtfulBoard) return { kind: 'refused', faults: [error] };
      }
    }
    return { kind: 'refused', faults };
  } catch (error) {
    return { kind: 'refused', faults: [asFault(error)] };
  }
}

/** Returns the puzzles in the imported text. If several of them raise questions, only those of the first are asked. */
function puzzlesOf(reading: Reading, more: readonly Reading[]): Found {
  const asked = [reading, ...more].find(({ questions }) => questions.length > 0) ?? reading;
  return { kind: 'puzzle', reading: { ...reading, questions: asked.questions }, more };
}

const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(bytes < 10 * 2 ** 20 ? 1 : 0)} MB`;
const tooLarge = (bytes: number): FormatError =>
  new FormatError({
    found: `a file of ${megabytes(bytes)}`,
    expected: `at most ${megabytes(MAX_FILE_BYTES)}`,
    fix: 'Choose the file that holds the puzzle.',
  });
/** The error for a file that can't be read. Dropped folders cause it too. */
const unreadable = new FormatError({
  found: 'a folder, or a file that cannot be read',
  expected: 'a file',
  fix: 'If it is a folder, drop its files instead.',
});
const asFault = (error: unknown): FormatError =>
  error instanceof FormatError
    ? error
    : new FormatError({ found: messageOf(error), expected: 'a puzzle', fix: '' });

/** The latest search for matching puzzles, by item id. Nothing is stored until the searches have ended. */
const searches = new Map<number, Promise<void>>();

/**
 * Finds the library's puzzles that an item's board may belong to. By default, the board will be added to the open
 * puzzle if it is among them, and otherwise to the most likely one.
 */
function findMatching(item: ImportItem): void {
  put(item.id, { matchingPuzzles: [], into: null });
  searches.delete(item.id);
  const { text, found } = item;
  if (found.kind !== 'puzzle' || !found.reading.board) return;
  // The option `position` is only for sliding puzzles, so leave it out.
  const { position: _, ...options } = optionsOf({ ...item, board: null });
  const answered: Promise<void> = client.call('library.matchingPuzzles', { text, options }).then(
    (matchingPuzzles) => {
      // Ignore the result if a later search has replaced this one, or if the item no longer has a board.
      if (searches.get(item.id) !== answered) return;
      const here = matchingPuzzles.find(({ id }) => id === opened.id) ?? matchingPuzzles[0];
      put(item.id, { matchingPuzzles, into: here?.id ?? null });
    },
    // If the search fails, the board is imported with a new puzzle.
    () => undefined,
  );
  searches.set(item.id, answered);
}

/**
 * Resolves when the latest search for an item has ended. Also waits for a newer search that starts in the meantime.
 */
async function searchEnded(id: number): Promise<void> {
  let known: Promise<void> | undefined;
  while (known !== searches.get(id)) {
    known = searches.get(id);
    await known;
  }
}

/** Returns whether the user can choose the board's size. A list of tiles, for example, doesn't determine it. */
export function asksSize({ found, size }: ImportItem): boolean {
  if (size !== null) return true;
  if (found.kind === 'refused') return found.faults.some(({ asks }) => asks === 'size');
  if (found.kind !== 'puzzle') return false;
  const { reading } = found;
  return formats.find(({ name }) => name === reading.format)?.usesOptions?.includes('size') ?? false;
}

/** Returns whether the user can choose the kind of board. A list of tiles, for example, doesn't determine it. */
export function asksBoard({ found, board, text }: ImportItem): boolean {
  if (board !== null) return true;
  if (found.kind === 'refused') return text.trim() !== '' && !/^\s*[{[]|^\s*https?:/.test(text);
  if (found.kind !== 'puzzle') return false;
  const { reading } = found;
  return formats.find(({ name }) => name === reading.format)?.usesOptions?.includes('board') ?? false;
}

/** Returns an item's picture for the library; null while its text can't be read. */
export function pictureOf(item: ImportItem): { puzzle: Puzzle; board: PartialBoard | null } | null {
  const { found } = item;
  if (found.kind === 'board') return found;
  if (found.kind !== 'puzzle') return null;
  return found.reading;
}

export const isReady = ({ found, state, name, into }: ImportItem): boolean =>
  state === 'wanted' &&
  (found.kind === 'board' || (found.kind === 'puzzle' && (into !== null || nameProblem(name) === undefined)));

interface Stored {
  readonly puzzleId: number;
  readonly joined: boolean;
}

/** Waits for the searches for matching puzzles, then stores all items that are ready, in order. */
export async function storeReady(): Promise<Stored[]> {
  const stored: Stored[] = [];
  for (const { id } of items.filter(isReady)) {
    await searchEnded(id);
    const item = items.find((each) => each.id === id);
    if (!item || !isReady(item)) continue;
    try {
      stored.push(...(await store(item)));
      put(item.id, { state: 'added' });
    } catch (error) {
      put(item.id, { found: { kind: 'refused', faults: [asFault(error)] } });
    }
  }
  return stored;
}

async function store({ found, name, matchingPuzzles, into }: ImportItem): Promise<Stored[]> {
  if (found.kind === 'board') {
    await client.call('boards.add', { puzzleId: found.puzzleId, board: found.board });
    return [{ puzzleId: found.puzzleId, joined: true }];
  }
  const target = matchingPuzzles.find(({ id }) => id === into);
  if (target) {
    await client.call('boards.add', { puzzleId: target.id, board: target.board });
    return [{ puzzleId: target.id, joined: true }];
  }
  if (found.kind !== 'puzzle') throw new Error('There is nothing to add yet.');
  const stored: Stored[] = [];
  for (const [i, { puzzle, board }] of [found.reading, ...found.more].entries()) {
    const own = name.trim() || puzzle.name;
    const { id } = await client.call('library.import', {
      puzzle: { ...puzzle, name: found.more.length > 0 ? `${own} ${i + 1}` : own },
      boards: board ? [board] : [],
    });
    stored.push({ puzzleId: id, joined: false });
  }
  return stored;
}
