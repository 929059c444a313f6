import "server-only";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Dictionary } from "@/lib/core/finding/dictionary";
import { AppError } from "@/lib/platform/errors";
import { createLibrary } from "../library/create-library";
import type { LibraryCheck, LibraryStore } from "../library-store";
import { createLibraryFile } from "../sqlite/library-file";
import type { Store } from "../store";
import { createLocalIndex } from "./local-index";
import { withPostgresSchema } from "./migrate-postgres";
import {
  createPostgresDatabase,
  isOutage,
  type PostgresDatabase,
  PostgresFailure,
  type Sql,
} from "./postgres-database";
import { POSTGRES_SCHEMA } from "./postgres-schema";
import { createPostgresStore } from "./postgres-store";

const TURN = "hashtextextended('vitrine library scan', 0)";
const TURN_POLL_MS = 2_000;
/**
 * The classes of errors of one statement; others may go on. 22: a value that no column holds; 23: a
 * violated constraint, because a source was removed during its scan (PostgreSQL, appendix A).
 */
const STATEMENT_ERROR = /^2[23]/;

/** The folder in the data folder for this instance's index. */
const INDEX_FOLDER = "search-index";

/**
 * Creates the library in the PostgreSQL database of `url`, for all instances that use it, with an
 * index in `dataDir`. It connects at the first call. `onFailure` is called with the cause of each
 * failure.
 */
export function createPostgresLibrary({
  url,
  dataDir,
  dictionary,
  onFailure,
}: {
  url: string;
  dataDir: string;
  dictionary: Dictionary | null;
  onFailure: (cause: unknown) => void;
}): LibraryStore {
  const database = withPostgresSchema(createPostgresDatabase(url), POSTGRES_SCHEMA);
  /** Connections of running scans. */
  const sessions = new Set<PostgresDatabase>();

  async function use<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      const isOwn = cause instanceof PostgresFailure && !STATEMENT_ERROR.test(cause.code);
      if (!isOwn) throw cause;
      onFailure(cause);
      throw new AppError("library_unreadable", "the library's database can't be used", { cause });
    }
  }

  const indexDir = join(dataDir, INDEX_FOLDER);
  mkdirSync(indexDir, { recursive: true, mode: 0o700 });
  const file = createLibraryFile({ dataDir: indexDir, onFailure });
  const index = createLocalIndex(database, file, dictionary);
  const records = createPostgresStore(database);
  const store: Store = {
    ...records,
    // While the database is lost, the copy that searches use answers every question.
    read: (work) =>
      records.read(work).catch((cause) => {
        if (!isOutage(cause) || !index.isBuilt()) throw cause;
        return file.use(() => file.store.read(work));
      }),
    write: (options, work) => records.write(options, work).finally(index.noteChange),
  };

  return createLibrary({
    store,
    index,
    use,
    isReadOnly: () => false,
    copy: null,
    /** Uses a session's advisory lock, which PostgreSQL releases when the connection ends. */
    async scanInTurn(work) {
      const session = createPostgresDatabase(url, { isOneSession: true });
      sessions.add(session);
      try {
        while (!(await use(() => session.run(takeTurn)))) await sleep(TURN_POLL_MS);
        await work();
      } finally {
        sessions.delete(session);
        await session.close();
      }
    },
    async close() {
      await index.close();
      await Promise.all([database, ...sessions].map((each) => each.close()));
    },
  });
}

/** Reads the library's tables; does not create them. */
export async function checkPostgresLibrary(url: string): Promise<LibraryCheck> {
  const database = createPostgresDatabase(url);
  try {
    const [row] = await database.run(
      (sql) => sql`SELECT to_regclass('vitrine.library_pictures')::text AS name`,
    );
    if (row?.name == null) return { state: "absent", sources: [] };
    await database.run((sql) => sql`SELECT FROM vitrine.library_pictures LIMIT 1`);
    const sources = await database.run(
      (sql) => sql<LibraryCheck["sources"]>`SELECT location, kind, problem
        FROM vitrine.library_sources ORDER BY number`,
    );
    return { state: "sound", sources };
  } catch {
    return { state: "unusable", sources: [] };
  } finally {
    await database.close();
  }
}

async function takeTurn(sql: Sql): Promise<boolean> {
  const [row] = await sql`SELECT pg_try_advisory_lock(${sql.unsafe(TURN)}) AS "isTaken"`;
  return row?.isTaken === true;
}
