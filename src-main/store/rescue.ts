import {
  copyFileSync,
  existsSync,
  openSync,
  closeSync,
  fstatSync,
  ftruncateSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs';
import Database from 'better-sqlite3';
import * as v from 'valibot';
import { Puzzle } from '../../src-core/puzzle/puzzle.ts';
import { columnsOf, create, JSON_COLUMNS, tablesOf, versionOf, type Db } from './database.ts';
import { migrations } from './migrations.ts';
import { columns } from './puzzles.ts';

/** What was rescued from a table. */
export interface Rescued {
  readonly table: string;
  readonly saved: number;
  /** number of entries that couldn't be read; null if unknown */
  readonly lost: number | null;
}

/**
 * Maximum ratio between the file size given in the header and the actual size. If it is higher, the header is damaged.
 */
const MAX_STATED_SIZE_RATIO = 16;

type Row = Record<string, unknown>;

/**
 * Copies all readable data of a damaged library to a new file, `into`, which must not exist. Doesn't write to the
 * damaged file. Throws if nothing can be read.
 */
export function rescue(file: string, into: string): Rescued[] {
  const copy = `${into}.damaged`;
  try {
    copyFileSync(file, copy);
    if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`);
    repairHeader(copy);
    const damaged = new Database(copy);
    try {
      // With this pragma, SQLite can still read the other tables if one table's description is damaged.
      damaged.pragma('writable_schema = ON');
      const version = versionOf(damaged);
      if (version > migrations.length) {
        throw new Error(
          `The library was written by a newer version of Edgewise (version ${version}): use that version to rescue it.`,
        );
      }
      return saveInto(into, damaged, version > 0 ? version : migrations.length);
    } finally {
      damaged.close();
    }
  } finally {
    for (const end of ['', '-wal', '-shm']) rmSync(copy + end, { force: true });
  }
}

function saveInto(into: string, damaged: Db, version: number): Rescued[] {
  create(into, migrations.slice(0, version));
  const fresh = new Database(into);
  try {
    // Tables are copied in any order, so references can't be checked yet. Rows that refer to missing rows are removed
    // at the end.
    fresh.pragma('foreign_keys = OFF');
    const found = new Set(namesIn(damaged));
    const rescued = tablesOf(fresh).map((table) => {
      if (!found.has(table)) return { table, saved: 0, lost: null };
      const columns = columnsOf(fresh, table).filter((column) => columnsOf(damaged, table).includes(column));
      return { table, ...copyTable(damaged, fresh, table, columns) };
    });
    if (rescued.every(({ saved }) => saved === 0)) {
      throw new Error(
        'Nothing in the library can be read. The folder “backups” next to the library has copies made before each upgrade.',
      );
    }
    restorePuzzles(fresh, rescued);
    dropOrphans(fresh, rescued);
    return rescued;
  } catch (error) {
    fresh.close();
    rmSync(into, { force: true });
    throw error;
  } finally {
    fresh.close();
  }
}

function namesIn(damaged: Db): string[] {
  try {
    return tablesOf(damaged);
  } catch (error) {
    throw new Error(
      'The library’s list of tables can’t be read. The folder “backups” next to the library has copies made before each upgrade.',
      { cause: error },
    );
  }
}

function copyTable(
  damaged: Db,
  fresh: Db,
  table: string,
  columns: readonly string[],
): { saved: number; lost: number | null } {
  const names = columns.map((column) => `"${column}"`).join(', ');
  const insert = fresh.prepare(
    `INSERT OR IGNORE INTO "${table}" (${names}) VALUES (${columns.map((column) => `@${column}`).join(', ')})`,
  );
  let saved = 0;
  let refused = 0;
  const save = (row: Row): void => {
    try {
      if (isSound(table, row)) saved += insert.run(row).changes;
      else refused++;
    } catch {
      // The value's type doesn't match its column.
      refused++;
    }
  };
  const whole = fresh.transaction(() =>
    hasRowid(damaged, table)
      ? readByRowid(damaged, table, names, save)
      : readByKey(damaged, table, names, save),
  )();
  return { saved, lost: whole ? refused : counted(damaged, table, saved) };
}

/** Returns whether a table has row ids. Tries a query, because the damaged schema can't be trusted. */
function hasRowid(db: Db, table: string): boolean {
  try {
    db.prepare(`SELECT rowid FROM "${table}" LIMIT 0`);
    return true;
  } catch {
    return false;
  }
}

/** Passes every readable row to `save`. Returns false if some couldn't be read. */
function readByRowid(db: Db, table: string, names: string, save: (row: Row) => void): boolean {
  let last = 0;
  try {
    const all = db.prepare<[], Row>(
      `SELECT rowid AS "rowid of row", ${names} FROM "${table}" ORDER BY rowid`,
    );
    for (const { ['rowid of row']: rowid, ...row } of all.iterate()) {
      save(row);
      last = rowid as number;
    }
    return true;
  } catch {
    // After a damaged row, read rows one by one by row id, so that only those on damaged pages are lost.
    const one = db.prepare<[number], Row>(`SELECT ${names} FROM "${table}" WHERE rowid = ?`);
    for (const rowid of numbersAfter(db, table, last)) {
      try {
        const row = one.get(rowid);
        if (row) save(row);
      } catch {
        // This row can't be read, so it is lost.
      }
    }
    return false;
  }
}

/**
 * Yields the numbers after `last` up to the table's last row id, but at most ten million of them. If the last row id
 * can't be read, yields the next 10,000 numbers.
 */
function* numbersAfter(db: Db, table: string, last: number): Generator<number> {
  let greatest = last + 10_000;
  try {
    const end = db
      .prepare<[], number>(`SELECT rowid FROM "${table}" ORDER BY rowid DESC LIMIT 1`)
      .pluck()
      .get();
    greatest = Math.min(end ?? last, last + 10_000_000);
  } catch {
    // The end of the table is damaged too, so its last row id is unknown.
  }
  for (let rowid = last + 1; rowid <= greatest; rowid++) yield rowid;
}

/**
 * Reads a table without row ids from the beginning, and then from the end backwards, each time up to a damaged page.
 * If no page is damaged, the first pass reads all rows.
 */
function readByKey(db: Db, table: string, names: string, save: (row: Row) => void): boolean {
  const keys = db
    .prepare<[string], string>('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk')
    .pluck()
    .all(table)
    .map((key) => `"${key}"`);
  try {
    const ascending = db.prepare<[], Row>(`SELECT ${names} FROM "${table}" ORDER BY ${keys.join(', ')}`);
    for (const row of ascending.iterate()) save(row);
    return true;
  } catch {
    try {
      const descending = keys.map((key) => `${key} DESC`).join(', ');
      const backwards = db.prepare<[], Row>(`SELECT ${names} FROM "${table}" ORDER BY ${descending}`);
      for (const row of backwards.iterate()) save(row);
    } catch {
      // The backward pass has reached the damaged page.
    }
    return false;
  }
}

function counted(damaged: Db, table: string, saved: number): number | null {
  try {
    const rows = damaged.prepare<[], number>(`SELECT count(*) FROM "${table}"`).pluck().get()!;
    return Math.max(0, rows - saved);
  } catch {
    return null;
  }
}

/** Tables with a puzzle in their `json` column: the library's puzzles, and the copies stored for runs. */
const PUZZLE_TABLES = ['puzzle', 'snapshot'];

function isSound(table: string, row: Row): boolean {
  for (const [column, value] of Object.entries(row)) {
    if (typeof value !== 'string' || !JSON_COLUMNS.includes(column)) continue;
    try {
      const json: unknown = JSON.parse(value);
      if (PUZZLE_TABLES.includes(table) && column === 'json' && !v.is(Puzzle, json)) return false;
    } catch {
      return false;
    }
  }
  return true;
}

/** Restores lost puzzles from the copies stored for runs, because those runs' boards depend on them. */
function restorePuzzles(fresh: Db, rescued: Rescued[]): void {
  const missing = fresh
    .prepare<[], { id: number; json: string }>(
      `SELECT run.puzzle_id AS id, snapshot.json FROM run JOIN snapshot ON snapshot.hash = run.snapshot
       WHERE run.puzzle_id NOT IN (SELECT id FROM puzzle) GROUP BY run.puzzle_id`,
    )
    .all();
  const add = fresh.prepare(
    `INSERT INTO puzzle (id, name, kind, size, tiles, hints, words, json, created_at, changed_at)
     VALUES (@id, @name, @kind, @size, @tiles, @hints, @words, @json, @now, @now)`,
  );
  let back = 0;
  for (const { id, json } of missing) {
    const read = v.safeParse(Puzzle, JSON.parse(json));
    if (!read.success) continue;
    const puzzle = read.output;
    add.run({
      ...columns({ ...puzzle, name: `${puzzle.name} (rescued)` }),
      id,
      json,
      now: new Date().toISOString(),
    });
    back++;
  }
  change(rescued, 'puzzle', back);
}

/** Removes rows whose run or puzzle is lost, then the rows that refer to them, and so on. */
function dropOrphans(fresh: Db, rescued: Rescued[]): void {
  for (;;) {
    const orphans = fresh.pragma('foreign_key_check') as {
      table: string;
      rowid: number | null;
      fkid: number;
    }[];
    if (orphans.length === 0) return;
    let removed = 0;
    for (const table of new Set(orphans.map((orphan) => orphan.table))) {
      const links = fresh.pragma(`foreign_key_list("${table}")`) as {
        from: string;
        table: string;
        to: string;
      }[];
      for (const { from, table: parent, to } of links) {
        const { changes } = fresh
          .prepare(
            `DELETE FROM "${table}" WHERE "${from}" IS NOT NULL AND "${from}" NOT IN (SELECT "${to}" FROM "${parent}")`,
          )
          .run();
        change(rescued, table, -changes);
        removed += changes;
      }
    }
    if (removed === 0) return;
  }
}

function change(rescued: Rescued[], table: string, by: number): void {
  const index = rescued.findIndex((each) => each.table === table);
  const old = rescued[index]!;
  const lost = old.lost === null ? null : Math.max(0, old.lost - by);
  rescued[index] = { table, saved: old.saved + by, lost };
}

/**
 * Rewrites the parts of the header that are the same in all our libraries (SQLite, “Database File Format”,
 * 1.3). A few damaged bytes there would make everything else unreadable.
 */
function repairHeader(file: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    const header = Buffer.alloc(100);
    readSync(descriptor, header, 0, 100, 0);
    const size = header.readUInt16BE(16);
    const isPageSize = size === 1 || (size >= 512 && (size & (size - 1)) === 0);
    Buffer.from('SQLite format 3\0').copy(header);
    if (!isPageSize) header.writeUInt16BE(4096, 16);
    // Set three header fields: WAL mode, no reserved space per page, and the fixed payload fractions.
    header.set([2, 2, 0, 64, 32, 32], 18);
    // Extend a truncated file with blank pages to the page count in its header. Otherwise, SQLite couldn't read any
    // table if one of them started on a missing page.
    const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
    const there = Math.ceil(fstatSync(descriptor).size / pageSize);
    const stated = header.readUInt32BE(28);
    const pages = stated > there && stated <= MAX_STATED_SIZE_RATIO * there ? stated : there;
    ftruncateSync(descriptor, pages * pageSize);
    // SQLite trusts the page count only if header bytes 92 to 95 equal the change counter (bytes 24 to 27).
    header.writeUInt32BE(pages, 28);
    header.copy(header, 92, 24, 28);
    // Set the header field for the schema format number.
    header.writeUInt32BE(4, 44);
    // Set the header field for the text encoding to UTF-8.
    header.writeUInt32BE(1, 56);
    writeSync(descriptor, header, 0, 100, 0);
  } finally {
    closeSync(descriptor);
  }
}
