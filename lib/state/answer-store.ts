import "server-only";
import { LRUCache } from "lru-cache";
import { inTransaction, migrate, type SqliteDatabase } from "@/lib/state/sqlite/database";

/**
 * One answer as it is stored. `key` stands for the whole query, `family` for the query without its
 * count; both are hashes, so the store holds no visitor's text.
 */
export type AnswerRecord = {
  key: string;
  family: string;
  /** How many images were asked for. */
  count: number;
  /** When the service answered; milliseconds since the epoch. */
  answeredAtMs: number;
  /** When it may be deleted. */
  keepUntilMs: number;
  /** JSON; its shape is up to the caller. */
  body: string;
};

/** Stores answers. Losing them is safe but costs money. */
export type AnswerStore = {
  find(key: string): Promise<AnswerRecord | null>;
  /** Only `answeredAtMs` of the record that `find` would return; cheaper. */
  stampOf(key: string): Promise<number | null>;
  /** A family's answers with a count above `count`, the newest first; at most ten. */
  findLarger(family: string, count: number): Promise<AnswerRecord[]>;
  /** Stores an answer; replaces an older one with its key. */
  put(answer: AnswerRecord): Promise<void>;
  /** Deletes expired answers, then the oldest ones until all fit the store. */
  purge(nowMs: number): Promise<void>;
};

/** How many larger answers a store offers; a family has rarely more than three. */
const LARGER_MAX = 10;

/** Creates a store in this process's memory (LRU); `bytesMax` counts the bodies' characters. */
export function createMemoryAnswerStore({ bytesMax }: { bytesMax: number }): AnswerStore {
  const answers = new LRUCache<string, AnswerRecord>({
    maxSize: bytesMax,
    // 500 is about what an object and its keys weigh.
    sizeCalculation: ({ body }) => body.length + 500,
  });
  return {
    find: async (key) => answers.get(key) ?? null,
    stampOf: async (key) => answers.peek(key)?.answeredAtMs ?? null,
    findLarger: async (family, count) =>
      [...answers.values()]
        .filter((answer) => answer.family === family && answer.count > count)
        .sort((one, other) => other.answeredAtMs - one.answeredAtMs)
        .slice(0, LARGER_MAX),
    put: async (answer) => {
      if ((answers.peek(answer.key)?.answeredAtMs ?? -1) <= answer.answeredAtMs) {
        answers.set(answer.key, answer);
      }
    },
    purge: async (nowMs) => {
      for (const [key, { keepUntilMs }] of answers.entries()) {
        if (keepUntilMs <= nowMs) answers.delete(key);
      }
    },
  };
}

/**
 * Puts a store in memory in front of a shared one.
 *
 * The memory saves reading only: each lookup compares time stamps, so an answer that another process
 * has renewed is found. While the shared store fails, the memory answers alone and `onFailure` gets
 * the error.
 */
export function createLayeredAnswerStore({
  memory,
  shared,
  onFailure,
}: {
  memory: AnswerStore;
  shared: AnswerStore;
  onFailure: (cause: unknown) => void;
}): AnswerStore {
  /** Reads the shared store, or the memory while that fails. */
  function read<T>(use: (store: AnswerStore) => Promise<T>): Promise<T> {
    return use(shared).catch((cause: unknown) => {
      onFailure(cause);
      return use(memory);
    });
  }

  /** Changes both stores; the memory has the change also if the shared one fails. */
  async function change(use: (store: AnswerStore) => Promise<void>): Promise<void> {
    await use(memory);
    await use(shared).catch(onFailure);
  }

  return {
    find: (key) =>
      read(async (store) => {
        const cached = await memory.find(key);
        if (store === memory) return cached;
        const stamp = await store.stampOf(key);
        if (cached !== null && (stamp === null || cached.answeredAtMs === stamp)) return cached;
        const found = await store.find(key);
        if (found !== null) await memory.put(found);
        return found;
      }),
    stampOf: (key) => read((store) => store.stampOf(key)),
    findLarger: (family, count) => read((store) => store.findLarger(family, count)),
    put: (answer) => change((store) => store.put(answer)),
    purge: (nowMs) => change((store) => store.purge(nowMs)),
  };
}

const STEPS = [
  `CREATE TABLE answers (
     key TEXT PRIMARY KEY,
     family TEXT NOT NULL,
     count INTEGER NOT NULL,
     answered_at_ms INTEGER NOT NULL,
     keep_until_ms INTEGER NOT NULL,
     bytes INTEGER NOT NULL,
     body TEXT NOT NULL
   ) STRICT;
   CREATE INDEX answers_family ON answers (family, count);
   CREATE INDEX answers_age ON answers (answered_at_ms, bytes);
   CREATE INDEX answers_end ON answers (keep_until_ms);`,
];

const COLUMNS = `key, family, count, answered_at_ms AS answeredAtMs,
  keep_until_ms AS keepUntilMs, body`;

/** Creates a store in SQLite: answers survive a restart, and processes on one file share them. */
export function createSqliteAnswerStore(
  database: SqliteDatabase,
  { bytesMax }: { bytesMax: number },
): AnswerStore {
  migrate(database, "answers", STEPS);
  const find = database.prepare(`SELECT ${COLUMNS} FROM answers WHERE key = ?`);
  const stamp = database.prepare("SELECT answered_at_ms AS stamp FROM answers WHERE key = ?");
  const findLarger = database.prepare(
    `SELECT ${COLUMNS} FROM answers WHERE family = ? AND count > ?
     ORDER BY answered_at_ms DESC LIMIT ${LARGER_MAX}`,
  );
  const put = database.prepare(
    `INSERT INTO answers (key, family, count, answered_at_ms, keep_until_ms, bytes, body)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET
       family = excluded.family, count = excluded.count, bytes = excluded.bytes,
       answered_at_ms = excluded.answered_at_ms, keep_until_ms = excluded.keep_until_ms,
       body = excluded.body
     WHERE excluded.answered_at_ms >= answers.answered_at_ms`,
  );
  const dropEnded = database.prepare("DELETE FROM answers WHERE keep_until_ms <= ?");
  const sumBytes = database.prepare("SELECT coalesce(sum(bytes), 0) AS total FROM answers");
  const dropOldest = database.prepare(
    `DELETE FROM answers WHERE key IN (
       SELECT key FROM (
         SELECT key, sum(bytes) OVER (ORDER BY answered_at_ms DESC, key) AS kept FROM answers
       ) WHERE kept > ?
     )`,
  );

  return {
    find: async (key) => {
      const row = find.get(key);
      return row === undefined ? null : toRecord(row);
    },
    stampOf: async (key) => (stamp.get(key) as { stamp: number } | undefined)?.stamp ?? null,
    findLarger: async (family, count) => findLarger.all(family, count).map(toRecord),
    put: async ({ key, family, count, answeredAtMs, keepUntilMs, body }) => {
      put.run(key, family, count, answeredAtMs, keepUntilMs, Buffer.byteLength(body), body);
    },
    purge: async (nowMs) =>
      inTransaction(database, () => {
        dropEnded.run(nowMs);
        if ((sumBytes.get() as { total: number }).total > bytesMax) dropOldest.run(bytesMax);
      }),
  };
}

/** libsql adds a field of its own to the rows it returns. */
function toRecord(row: unknown): AnswerRecord {
  const { key, family, count, answeredAtMs, keepUntilMs, body } = row as AnswerRecord;
  return { key, family, count, answeredAtMs, keepUntilMs, body };
}
