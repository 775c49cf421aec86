/** What is being brought in: files and texts, each read or marked where it is wrong, before anything is stored. */
import type { Output } from '../../src-core/contract.ts';
import { readWhole } from '../../src-core/formats/faults.ts';
import { FormatError } from '../../src-core/formats/format-error.ts';
import type { Choice, ReadOptions } from '../../src-core/formats/format.ts';
import { formats } from '../../src-core/formats/formats.ts';
import { readBoard } from '../../src-core/formats/read-board.ts';
import { readPuzzles, type Reading } from '../../src-core/formats/read-puzzle.ts';
import type { Size } from '../../src-core/formats/size.ts';
import type { PartialBoard } from '../../src-core/puzzle/partial-board.ts';
import type { BoardShape, EdgePuzzle, Puzzle } from '../../src-core/puzzle/puzzle.ts';
import { client, messageOf } from '../base/client.svelte.ts';
import { nameProblem } from '../components/name-problem.ts';
import { opened } from '../base/opened.svelte.ts';

/** Puzzles are small texts; anything larger is something else. */
const LARGEST_FILE = 8 * 2 ** 20;

type Home = Output<'library.matchingPuzzles'>[number];

export interface ImportItem {
  readonly id: number;
  /** the file's name; null for a text that was pasted or typed */
  readonly file: string | null;
  readonly text: string;
  /** what it will be called; follows the text until a person names it */
  readonly name: string;
  readonly named: boolean;
  /** left out by the person, already stored, or not */
  readonly state: 'wanted' | 'left out' | 'added';
  /** answers to the questions, and the options chosen in the preview */
  readonly answers: Choice['options'];
  readonly size: Size | null;
  /** the board, where it is no rectangle; null: as the text says or suggests */
  readonly board: BoardShape | null;
  /** puzzles of the library that the text shows a board of, the likeliest first */
  readonly homes: readonly Home[];
  /** the puzzle that its board joins; null: it is a puzzle of its own */
  readonly into: number | null;
  readonly found: Found;
}

type Found =
  | { readonly kind: 'nothing' }
  /** `more`: the other puzzles of a collection, in order; all of them are added */
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

/** Opens the dialog: as it was left while something in it was not added, else empty. */
export function beginImport(): void {
  const isLeft = items.some(
    ({ file, text, state }) => state !== 'added' && (file !== null || text.trim() !== ''),
  );
  if (!isLeft) items = [newItem(null, '')];
  open = true;
}

export async function importFiles(files: readonly File[]): Promise<void> {
  if (files.length === 0) return;
  if (!open) {
    // Files left from last time make room; a text that was typed stays.
    if (!items.some(({ file, text, state }) => file === null && text.trim() !== '' && state !== 'added'))
      items = [];
    beginImport();
  }
  for (const file of files) {
    let refused = file.size > LARGEST_FILE ? tooLarge(file.size) : null;
    const text = refused ? '' : await file.text().catch(() => ((refused = unreadable), ''));
    const item = newItem(file.name, text);
    // A field that nobody has written in makes room.
    items = [...items.filter((each) => each.file !== null || each.text.trim() !== ''), item];
    if (refused) put(item.id, { found: { kind: 'refused', faults: [refused] } });
    else askForHomes(item);
  }
}

/** `file`: the one it is from; left out: it was pasted. */
export function importText(text: string, file: string | null = null): void {
  const empty = items.find((each) => each.file === null && each.text.trim() === '');
  if (empty && file === null) {
    changeText(empty.id, text);
    return;
  }
  if (file === null && items.some((each) => each.text === text && each.state !== 'added')) return;
  const item = newItem(file, text);
  items = [...items.filter((each) => each !== empty), item];
  askForHomes(item);
}

export const sourceOf = (item: ImportItem): string =>
  item.file ?? (item.text.trim().startsWith('http') ? 'Link' : 'Pasted text');

/** Reads it again, as it is being fixed. */
export function changeText(id: number, text: string): void {
  const old = items.find((each) => each.id === id);
  // What was said of the board holds while the text is fixed.
  const fixed = old?.found.kind === 'refused' && text.trim() !== '';
  update(id, { text, answers: {}, ...(fixed ? {} : { size: null, board: null }) });
}

export function answer(id: number, options: Choice['options']): void {
  const item = items.find((each) => each.id === id);
  if (!item) return;
  const questions = item.found.kind === 'puzzle' ? item.found.reading.questions : [];
  const next = update(id, { answers: { ...item.answers, ...options } });
  // The question stays on screen, so that the answer can be taken back.
  if (next?.found.kind === 'puzzle')
    put(id, { found: { ...next.found, reading: { ...next.found.reading, questions } } });
}

/** Takes back every answer and every option chosen, also those by which the text could not be read. */
export function forgetAnswers(id: number): void {
  update(id, { answers: {} });
}

/** Another size of the board; null: as the tiles suggest. */
export function resize(id: number, size: Size | null): void {
  update(id, { size });
}

/** Another kind of board; null: as the text says or suggests. */
export function reshape(id: number, board: BoardShape | null): void {
  update(id, { board, size: null });
}

export function rename(id: number, name: string): void {
  put(id, { name, named: true });
}

/** Whether it is wanted, and where its board goes. */
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
    homes: [],
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
  if (next.text !== old.text) askForHomes(next);
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

/** A puzzle; or, when one is open, a board of it. */
function read(item: ImportItem): Found {
  if (item.text.trim() === '' && item.file === null) return { kind: 'nothing' };
  try {
    const { reading, faults } = readWhole(item.text, optionsOf(item));
    if (reading) return { kind: 'puzzle', reading, more: readPuzzles(item.text, optionsOf(item)).slice(1) };
    const current = opened.puzzle;
    if (current?.puzzle.kind === 'edge-matching') {
      try {
        const board = readBoard(current.puzzle, item.text, optionsOf(item));
        return { kind: 'board', puzzleId: current.id, puzzle: current.puzzle, board };
      } catch {
        // Not a board of the open puzzle either: the first reasons are the ones that help.
      }
    }
    return { kind: 'refused', faults };
  } catch (error) {
    return { kind: 'refused', faults: [asFault(error)] };
  }
}

const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(bytes < 10 * 2 ** 20 ? 1 : 0)} MB`;
const tooLarge = (bytes: number): FormatError =>
  new FormatError({
    found: `a file of ${megabytes(bytes)}`,
    expected: `a text of at most ${megabytes(LARGEST_FILE)}`,
    fix: 'Choose the file that holds the puzzle.',
  });
/** What a browser gives of a dropped folder is a file that can't be read. */
const unreadable = new FormatError({
  found: 'a folder, or a file that cannot be read',
  expected: 'a file',
  fix: 'Drop the files that are in it.',
});
const asFault = (error: unknown): FormatError =>
  error instanceof FormatError
    ? error
    : new FormatError({ found: messageOf(error), expected: 'a puzzle', fix: '' });

/** Per item, what was asked last about its homes: nothing is stored before it is answered. */
const homesAsked = new Map<number, Promise<void>>();

/** A board of a puzzle that is in the library joins it, unless the person says otherwise. */
function askForHomes(item: ImportItem): void {
  put(item.id, { homes: [], into: null });
  homesAsked.delete(item.id);
  const { text, found } = item;
  if (found.kind !== 'puzzle' || !found.reading.board) return;
  const answered: Promise<void> = client
    .call('library.matchingPuzzles', { text, options: optionsOf({ ...item, board: null }) })
    .then(
      (homes) => {
        if (homesAsked.get(item.id) !== answered) return; // asked again meanwhile, or nothing to ask any more
        const here = homes.find(({ id }) => id === opened.id) ?? homes[0];
        put(item.id, { homes, into: here?.id ?? null });
      },
      () => undefined, // then it is a puzzle of its own
    );
  homesAsked.set(item.id, answered);
}

/** Resolves when the answer is there to what was asked last about an item, which may be asked again meanwhile. */
async function homesKnown(id: number): Promise<void> {
  let known: Promise<void> | undefined;
  while (known !== homesAsked.get(id)) {
    known = homesAsked.get(id);
    await known;
  }
}

/** Whether the size of the board can be said, and helps. */
export function asksSize({ found, size }: ImportItem): boolean {
  if (size !== null) return true;
  if (found.kind === 'refused') return found.faults.some(({ asks }) => asks === 'size');
  if (found.kind !== 'puzzle') return false;
  const { reading } = found;
  return formats.find(({ name }) => name === reading.format)?.heeds?.includes('size') ?? false;
}

/** Whether the kind of board can be said: bare tiles do not show it. */
export function asksBoard({ found, board, text }: ImportItem): boolean {
  if (board !== null) return true;
  if (found.kind === 'refused') return text.trim() !== '' && !/^\s*[{[]|^\s*https?:/.test(text);
  if (found.kind !== 'puzzle') return false;
  const { reading } = found;
  return formats.find(({ name }) => name === reading.format)?.heeds?.includes('board') ?? false;
}

/** What it will look like in the library; null while it can't be read. */
export function pictureOf(item: ImportItem): { puzzle: Puzzle; board: PartialBoard | null } | null {
  const { found } = item;
  if (found.kind === 'board') return found;
  if (found.kind !== 'puzzle') return null;
  return found.reading;
}

export const isReady = ({ found, state, name, into }: ImportItem): boolean =>
  state === 'wanted' &&
  (found.kind === 'board' || (found.kind === 'puzzle' && (into !== null || nameProblem(name) === undefined)));

/** What was stored: the puzzle concerned, and whether a board joined one that was there. */
interface Stored {
  readonly puzzleId: number;
  readonly joined: boolean;
}

/** Stores all that are ready, in order; a board whose puzzle is still being looked for waits until that is known. */
export async function storeReady(): Promise<Stored[]> {
  const stored: Stored[] = [];
  for (const { id } of items.filter(isReady)) {
    await homesKnown(id);
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

async function store({ found, name, homes, into }: ImportItem): Promise<Stored[]> {
  if (found.kind === 'board') {
    await client.call('boards.add', { puzzleId: found.puzzleId, board: found.board });
    return [{ puzzleId: found.puzzleId, joined: true }];
  }
  const home = homes.find(({ id }) => id === into);
  if (home) {
    await client.call('boards.add', { puzzleId: home.id, board: home.board });
    return [{ puzzleId: home.id, joined: true }];
  }
  if (found.kind !== 'puzzle') throw new Error('There is nothing to store yet.');
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
