import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@/lib/platform/errors";
import { createLibrary } from "../library/create-library";
import type { LibraryStore } from "../library-store";
import { createLibraryIndex } from "./library-index";
import { withPostgresSchema } from "./migrate-postgres";
import {
  createPostgresDatabase,
  type PostgresDatabase,
  PostgresFailure,
  type Sql,
} from "./postgres-database";
import { createPostgresStore } from "./postgres-store";
import { STORE_SCHEMA } from "./store-schema";

const TURN = "hashtextextended('vitrine library scan', 0)";
const TURN_POLL_MS = 2_000;
/** A statement violates a constraint, because a source was removed during its scan. Others may go on. */
const CONSTRAINT = /^23/;

/**
 * Creates the library in the PostgreSQL database of `url`, for all instances that use it. It connects
 * at the first call. `onFailure` is called with the cause of a failure, once while the cause stays
 * the same.
 */
export function createPostgresLibrary({
  url,
  onFailure,
}: {
  url: string;
  onFailure: (cause: unknown) => void;
}): LibraryStore {
  const database = withPostgresSchema(createPostgresDatabase(url), STORE_SCHEMA);
  /** Connections of running scans. */
  const sessions = new Set<PostgresDatabase>();
  let lastReason = "";

  async function use<T>(work: () => Promise<T>): Promise<T> {
    try {
      const answer = await work();
      lastReason = "";
      return answer;
    } catch (cause) {
      const isOwn = cause instanceof PostgresFailure && !CONSTRAINT.test(cause.code);
      if (!isOwn) throw cause;
      if (cause.message !== lastReason) onFailure(cause);
      lastReason = cause.message;
      throw new AppError("library_unreadable", "the library's database can't be used", { cause });
    }
  }

  return createLibrary({
    store: createPostgresStore(database),
    index: createLibraryIndex(database),
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
      await Promise.all([database, ...sessions].map((each) => each.close()));
    },
  });
}

/** Reads the library's tables; does not create them. */
export async function checkPostgresLibrary(url: string): Promise<"absent" | "sound" | "unusable"> {
  const database = createPostgresDatabase(url);
  try {
    const [row] = await database.run(
      (sql) => sql`SELECT to_regclass('vitrine.library_pictures')::text AS name`,
    );
    if (row?.name == null) return "absent";
    await database.run((sql) => sql`SELECT FROM vitrine.library_pictures LIMIT 1`);
    return "sound";
  } catch {
    return "unusable";
  } finally {
    await database.close();
  }
}

async function takeTurn(sql: Sql): Promise<boolean> {
  const [row] = await sql`SELECT pg_try_advisory_lock(${sql.unsafe(TURN)}) AS "isTaken"`;
  return row?.isTaken === true;
}
