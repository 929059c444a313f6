import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { Dictionary } from "@/lib/core/finding/dictionary";
import { AppError } from "@/lib/platform/errors";
import type { LibraryIndex } from "../library/create-library";
import { createLibraryIndex } from "../library/find-pictures";
import { sql, sqlList } from "../sql";
import type { createLibraryFile } from "../sqlite/library-file";
import type { Value, Writing } from "../store";
import { isOutage, type PostgresDatabase } from "./postgres-database";

/**
 * The change numbers, after `LIBRARY_TABLES`: `library_changes` has the number of each picture's last
 * change, even after the picture was deleted. Each transaction holds a lock until its end, because
 * numbers must become visible in their order. `library_name` has a random id, by which an index notices
 * that it was built from another database.
 */
export const CHANGE_TABLES = `
CREATE TABLE library_name (library uuid NOT NULL DEFAULT gen_random_uuid());
INSERT INTO library_name DEFAULT VALUES;
CREATE SEQUENCE library_change_numbers;
CREATE TABLE library_changes (picture bigint PRIMARY KEY, change bigint NOT NULL UNIQUE);
CREATE FUNCTION vitrine.record_picture_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('vitrine library changes', 0));
  INSERT INTO vitrine.library_changes (picture, change)
    VALUES (coalesce(NEW.number, OLD.number), nextval('vitrine.library_change_numbers'))
    ON CONFLICT (picture) DO UPDATE SET change = excluded.change;
  RETURN NULL;
END $$;
CREATE TRIGGER library_pictures_changed AFTER INSERT OR UPDATE OR DELETE ON library_pictures
  FOR EACH ROW EXECUTE FUNCTION vitrine.record_picture_change();
`;

/** A search sees every change that is older. */
const OUTDATED_MS = 1_000;
/** How long a search waits for changes; while the index is built, how long until it rejects. */
const WAIT_MS = { built: 2_000, building: 5_000 };
/** The thread applies so many changes in about 20 ms, and other calls run in between. */
const CHANGES_AT_ONCE = 200;

type Row = Record<string, Value>;
type Followed = { library: string; change: number };
/** `row` and `source` are null for a deleted picture. */
type Change = { picture: number; change: number; row: Row | null; source: Row | null };

/**
 * The search index of a library in PostgreSQL: a copy of its pictures in a local SQLite file, with
 * SQLite's index. A search first applies the changes since the last look at the database; while the
 * database is lost, it sees the pictures of that look.
 *
 * While the file is built, searches and `catchUp` reject with the `AppError` `library_unreadable`.
 */
export function createLocalIndex(
  database: PostgresDatabase,
  file: ReturnType<typeof createLibraryFile>,
  dictionary: Dictionary | null,
) {
  const index = createLibraryIndex(file.store, dictionary);
  let isBuilt = false;
  /** The last change that this thread saw in the file. */
  let seen = 0;
  let isClosed = false;
  /** When the last complete look at the changes began. */
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  /** When this process changed a picture. */
  let changedAtMs = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | null = null;

  const followed = () =>
    file.use(() =>
      file.store.read((transaction) =>
        transaction.get<Followed>("SELECT library, change FROM library_followed_changes"),
      ),
    );

  const write = <T>(work: (transaction: Writing) => Promise<T>) =>
    file.use(() => file.store.write({ locks: [] }, work));

  /** Applies the changes that were committed before the call. */
  async function look(): Promise<void> {
    const startMs = performance.now();
    const [latest] = await database.run(
      (postgres) => postgres<Followed[]>`
        SELECT library::text, (SELECT coalesce(max(change), 0) FROM library_changes) AS change
        FROM library_name`,
    );
    if (latest === undefined) throw new Error("the library has no name");
    let known = await followed();
    if (known?.library !== latest.library || known.change > latest.change) {
      known = await startAgain(latest.library);
    }
    // Another thread may have begun again.
    if (known.change < seen) isBuilt = false;
    seen = known.change;
    for (let before = known.change; before < latest.change && !isClosed; ) {
      const changes = await changesAfter(before);
      const after = changes.at(-1)?.change ?? latest.change;
      before = await write((transaction) => apply(transaction, changes, { before, after }));
      if (before < seen) isBuilt = false;
      seen = before;
    }
    isBuilt = true;
    lookedAtMs = startMs;
  }

  /** Empties the file in steps, between which other calls run; stops if another thread has done so. */
  async function startAgain(library: string): Promise<Followed> {
    await write((transaction) => transaction.run("DELETE FROM library_followed_changes"));
    const step = (transaction: Writing) =>
      transaction.run(
        ...sql`DELETE FROM library_pictures WHERE number IN (
            SELECT number FROM library_pictures LIMIT ${CHANGES_AT_ONCE})
          AND NOT EXISTS (SELECT 1 FROM library_followed_changes)`,
      );
    while ((await write(step)) > 0);
    await write((transaction) =>
      transaction.run(
        ...sql`INSERT INTO library_followed_changes (library, change)
          SELECT ${library}, 0 WHERE NOT EXISTS (SELECT 1 FROM library_followed_changes)`,
      ),
    );
    return (await followed()) ?? { library, change: 0 };
  }

  /** One statement, so that all rows are of one moment. */
  const changesAfter = (change: number) =>
    database.run(
      (postgres) => postgres<Change[]>`
        SELECT c.picture, c.change, to_jsonb(p) AS row, to_jsonb(s) AS source
        FROM library_changes AS c
        LEFT JOIN library_pictures AS p ON p.number = c.picture
        LEFT JOIN library_sources AS s ON s.number = p.source
        WHERE c.change > ${change} ORDER BY c.change LIMIT ${CHANGES_AT_ONCE}`,
    );

  /** Resolves when searches see the changes before `dueMs`. */
  async function applyChangesBefore(dueMs: number): Promise<void> {
    while (lookedAtMs < dueMs && !isClosed) {
      looking ??= look().finally(() => {
        looking = null;
      });
      await looking;
    }
  }

  async function waitForChangesBefore(dueMs: number): Promise<void> {
    const waitMs = isBuilt ? WAIT_MS.built : WAIT_MS.building;
    const applied = applyChangesBefore(dueMs).catch((cause) => {
      if (!isBuilt || !isOutage(cause)) throw cause;
    });
    await Promise.race([applied, sleep(waitMs, null, { ref: false })]);
    if (!isBuilt) throw new AppError("library_unreadable", "the search index is being built");
  }

  const beforeSearch = () =>
    waitForChangesBefore(Math.max(performance.now() - OUTDATED_MS, changedAtMs));

  return {
    async find(query) {
      await beforeSearch();
      return file.use(() => index.find(query));
    },
    catchUp: () => waitForChangesBefore(performance.now()),
    /** Whether the file has all pictures that the database had at the last look. */
    isBuilt: () => isBuilt,
    /** Makes the next search see what this process has changed. */
    noteChange() {
      changedAtMs = performance.now();
    },
    async close() {
      isClosed = true;
      await looking?.catch(() => {});
      await file.close();
    },
  } satisfies LibraryIndex & Record<string, unknown>;
}

/**
 * Applies the changes after number `before`, and returns the last number that is applied. Applies nothing
 * if another thread has applied changes meanwhile, which may be newer.
 */
async function apply(
  transaction: Writing,
  changes: readonly Change[],
  { before, after }: { before: number; after: number },
): Promise<number> {
  const followed = await transaction.get<{ change: number }>(
    "SELECT change FROM library_followed_changes",
  );
  if (followed?.change !== before) return followed?.change ?? 0;

  // A newer version of Vitrine may have added columns to the database.
  const columns = await transaction.all<{ name: string }>(
    "SELECT name FROM pragma_table_info('library_pictures')",
  );
  const names = columns.map(({ name }) => name);
  const sources = new Set<Value | undefined>();
  for (const { picture, row, source } of changes) {
    const { id = null, path = null, source: number = null } = row ?? {};
    // Other pictures had the id or the path before; their own change follows.
    await transaction.run(
      ...sql`DELETE FROM library_pictures
        WHERE number = ${picture} OR id = ${id} OR (source = ${number} AND path = ${path})`,
    );
    if (row === null || source === null) continue;
    if (!sources.has(number)) await putSource(transaction, source);
    sources.add(number);
    await transaction.run(
      ...sql`INSERT INTO library_pictures (${[names.join(", ")]})
        VALUES ${sqlList(names.map((name) => row[name] ?? null))}`,
    );
  }
  await transaction.run(...sql`UPDATE library_followed_changes SET change = ${after}`);
  return after;
}

/** Adds a source. Deletes the older record of a source that was removed and added again. */
async function putSource(transaction: Writing, source: Row) {
  const { number = null, location = null, kind = null, origin = null } = source;
  await transaction.run(
    ...sql`DELETE FROM library_sources WHERE location = ${location} AND number <> ${number}`,
  );
  await transaction.run(
    ...sql`INSERT INTO library_sources (number, location, kind, origin)
      VALUES ${sqlList([number, location, kind, origin])} ON CONFLICT (number) DO NOTHING`,
  );
}
