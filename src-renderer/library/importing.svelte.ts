/** What is being brought in: files and texts, each read or refused with its reason, before anything is stored. */
import { readBoard, readPuzzle, type Reading } from '../../src-core/formats/formats.ts';
import type { Choice, Question } from '../../src-core/formats/format.ts';
import { mostBytes } from '../../src-core/formats/text.ts';
import type { PartialBoard } from '../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle, Puzzle } from '../../src-core/puzzle/puzzle.ts';
import { client, messageOf } from '../base/client.svelte.ts';
import { count } from '../components/format.ts';
import { opened } from '../base/opened.svelte.ts';

export interface ImportItem {
  readonly id: number;
  /** the file's name, or what the text was */
  readonly source: string;
  readonly text: string;
  /** what it will be called */
  name: string;
  /** left out by the person, already stored, or not */
  state: 'wanted' | 'left out' | 'added' | 'failed';
  readonly answers: Record<string, Choice['value']>;
  readonly found:
    | { readonly kind: 'puzzle'; readonly reading: Reading }
    | {
        readonly kind: 'board';
        readonly puzzleId: number;
        readonly puzzle: EdgePuzzle;
        readonly board: PartialBoard;
      }
    | { readonly kind: 'refused'; readonly reason: string };
}

let nextId = 1;
let items = $state<ImportItem[]>([]);
let open = $state(false);

export const importing = {
  get items(): ImportItem[] {
    return items;
  },
  get open(): boolean {
    return open;
  },
  set open(value: boolean) {
    open = value;
  },
};

export function beginImport(): void {
  items = [];
  open = true;
}

export async function importFiles(files: readonly File[]): Promise<void> {
  if (files.length === 0) return;
  if (!open) beginImport();
  for (const file of files) {
    const most = mostBytes(await file.slice(0, 4096).text());
    const refused =
      file.size > most
        ? `The file has ${count(file.size / 1e6)} MB; a puzzle that begins so has at most ${count(most / 1e6)} MB. Choose the file that holds the puzzle.`
        : '';
    const text = refused ? '' : await file.text();
    items.push(item(file.name, text, file.name.replace(/\.[^.]+$/, ''), refused));
  }
}

/** `source`: the file it is from; left out: it was pasted. */
export function importText(text: string, source?: string): void {
  const pasted = text.trim().startsWith('http') ? 'Link' : 'Pasted text';
  items.push(item(source ?? pasted, text, source?.replace(/\.[^.]+$/, '') ?? ''));
}

function item(source: string, text: string, name: string, refused = ''): ImportItem {
  const found = refused ? ({ kind: 'refused', reason: refused } as const) : read(text, {});
  const own = found.kind === 'puzzle' ? found.reading.puzzle.name : '';
  const keepsOwn = found.kind === 'puzzle' && (found.reading.format === 'edgewise' || name === '');
  return {
    id: nextId++,
    source,
    text,
    name: (keepsOwn ? own : name).slice(0, 120),
    state: found.kind === 'refused' ? 'failed' : 'wanted',
    answers: {},
    found,
  };
}

/** A puzzle; or, when one is open, a board of it. */
function read(text: string, answers: ImportItem['answers']): ImportItem['found'] {
  try {
    return { kind: 'puzzle', reading: readPuzzle(text, answers) };
  } catch (error) {
    const current = opened.puzzle;
    if (current?.puzzle.kind === 'edge-matching') {
      try {
        const board = readBoard(current.puzzle, text, answers);
        return { kind: 'board', puzzleId: current.id, puzzle: current.puzzle, board };
      } catch {
        // Not a board of the open puzzle either: the first reason is the one that helps.
      }
    }
    return { kind: 'refused', reason: messageOf(error) };
  }
}

/** Takes one of the readings a text allows. */
export function answer(id: number, question: Question, value: Choice['value']): void {
  const index = items.findIndex((each) => each.id === id);
  const old = items[index];
  if (!old) return;
  const answers = { ...old.answers, [question.option]: value };
  const found = read(old.text, answers);
  // The question stays on screen, so that the answer can be taken back.
  if (found.kind === 'puzzle' && old.found.kind === 'puzzle') {
    const reading = { ...found.reading, questions: old.found.reading.questions };
    items[index] = { ...old, answers, found: { kind: 'puzzle', reading } };
  } else {
    items[index] = { ...old, answers, found };
  }
}

export const puzzleOfItem = (each: ImportItem): Puzzle | null =>
  each.found.kind === 'puzzle'
    ? each.found.reading.puzzle
    : each.found.kind === 'board'
      ? each.found.puzzle
      : null;

/** Stores all that are wanted. Returns the numbers of the puzzles concerned, in order. */
export async function storeWanted(): Promise<number[]> {
  const stored: number[] = [];
  for (const [index, each] of items.entries()) {
    if (each.state !== 'wanted') continue;
    try {
      stored.push(await store(each));
      items[index] = { ...each, state: 'added' };
    } catch (error) {
      items[index] = { ...each, state: 'failed', found: { kind: 'refused', reason: messageOf(error) } };
    }
  }
  return stored;
}

async function store({ found, name }: ImportItem): Promise<number> {
  if (found.kind === 'board') {
    await client.call('solutions.add', { puzzleId: found.puzzleId, board: [...found.board] });
    return found.puzzleId;
  }
  if (found.kind === 'refused') throw new Error(found.reason);
  const { puzzle, board } = found.reading;
  const { id } = await client.call('library.import', {
    puzzle: { ...puzzle, name: name.trim() || puzzle.name },
    boards: board ? [[...board]] : [],
  });
  return id;
}
