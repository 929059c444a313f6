import "server-only";
import pLimit from "p-limit";
import postgres from "postgres";
import { createCooldown } from "@/lib/platform/cooldown";
import { urlsOfHosts } from "./urls-of-hosts";

/** postgres.js's query function; `bigint` columns are numbers. */
export type Sql = postgres.Sql<{ bigint: number }>;

export type PostgresDatabase = {
  /**
   * Runs `work` on a connection of the pool: one statement, or a transaction (`sql.begin`).
   *
   * Rejects with an `Error` whose message may be logged: it contains no URL, user or value. Rethrows
   * the errors of `work`. While the server is unreachable, calls reject at once for a second after
   * each failed attempt.
   */
  run<T>(work: (sql: Sql) => PromiseLike<T>, options?: { timeoutMs?: number }): Promise<T>;
  close(): Promise<void>;
};

export type PostgresOptions = {
  /** Called with the text of every statement that is sent. */
  onStatement?: (text: string) => void;
  /** One connection, which stays open, so that it can keep locks. */
  isOneSession?: boolean;
};

const CONNECTIONS_MAX = 10;
const CONNECT_TIMEOUT_SECONDS = 4;
const STATEMENT_TIMEOUT_MS = 5_000;
/**
 * Releases the locks of a process that stops in the middle of a transaction. Longer than a busy machine
 * keeps a process waiting: postgres.js 3.4 throws outside of any call when a connection ends there
 * (its issue 1208), and that call ends by `RUN_TIMEOUT_MS` only.
 */
const IDLE_IN_TRANSACTION_MS = 10_000;
/** Shorter than a statement's timeout, so that an operation can still react to it. */
const LOCK_TIMEOUT_MS = 4_000;
const IDLE_SECONDS = 30;

/** Connecting and a statement together take less; calls still pending then have lost their server. */
const RUN_TIMEOUT_MS = 10_000;
const TIMEOUT = "TIMEOUT";
const UNREACHABLE_COOLDOWN_MS = 1_000;

/** A connection ended. Only the next attempt shows whether its host can be reached. */
const CONNECTION_LOST = /^(?:CONNECTION_CLOSED|ECONNRESET|EPIPE)$/;

/**
 * Creates a pool of connections to `url`; connects at the first use. Of several hosts it uses the
 * primary: after a failure it tries the next one, and pauses after it has tried each.
 */
export function createPostgresDatabase(
  url: string,
  { onStatement, isOneSession = false }: PostgresOptions = {},
): PostgresDatabase {
  const cooldown = createCooldown({ firstMs: UNREACHABLE_COOLDOWN_MS });
  const connections = isOneSession ? 1 : CONNECTIONS_MAX;
  // postgres.js would send a BEGIN behind other statements on one connection, and lose track of it
  // when the socket's buffer is full.
  const limit = pLimit(connections);
  const urls = urlsOfHosts(url);
  let host = 0;
  let pool = connect();

  function connect(): Sql {
    return postgres(urls[host] ?? url, {
      // Not `read-write`, which postgres.js also finds on a standby of PostgreSQL 14 or later.
      ...(urls.length > 1 && { target_session_attrs: "primary" }),
      max: connections,
      connect_timeout: CONNECT_TIMEOUT_SECONDS,
      idle_timeout: isOneSession ? 0 : IDLE_SECONDS,
      // By default, postgres.js ends an idle connection after 30 to 60 minutes, and its locks with it.
      ...(isOneSession && { max_lifetime: null }),
      // The cooldown decides when to connect again; postgres.js would wait for up to 20 s.
      backoff: () => 0,
      fetch_types: false,
      types: {
        bigint: { to: 20, from: [20], serialize: String, parse: (text: string) => Number(text) },
      },
      connection: {
        application_name: "vitrine",
        search_path: "vitrine",
        statement_timeout: STATEMENT_TIMEOUT_MS,
        lock_timeout: LOCK_TIMEOUT_MS,
        idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
        // Transactions must see everything that was committed while they waited for a lock.
        default_transaction_isolation: "read committed",
      },
      onnotice: () => {},
      debug: onStatement === undefined ? false : (_, text) => onStatement(text),
    });
  }

  function leaveHost(failure: PostgresFailure): void {
    host = (host + 1) % urls.length;
    // After a timeout too, because a connection whose network is gone stays open for minutes.
    if (urls.length > 1 || failure.code === TIMEOUT) {
      void pool.end({ timeout: 0 });
      pool = connect();
    }
    if (host === 0) cooldown.fail(failure);
  }

  async function run<T>(
    work: (sql: Sql) => PromiseLike<T>,
    { timeoutMs = RUN_TIMEOUT_MS }: { timeoutMs?: number } = {},
  ): Promise<T> {
    cooldown.throwIfActive();
    const used = pool;
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      const failure = new PostgresFailure("PostgreSQL does not answer", TIMEOUT);
      timer = setTimeout(() => reject(failure), timeoutMs);
    });
    try {
      return await Promise.race([work(used), timeout]);
    } catch (cause) {
      const failure = toFailure(cause);
      // Calls that fail together leave the host once.
      if (used === pool && isUnreachable(failure, urls.length)) leaveHost(failure);
      throw failure;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    run: (work, options) => limit(() => run(work, options)),
    close: () => pool.end({ timeout: 1 }),
  };
}

/**
 * A failure of the database. `code` is PostgreSQL's SQLSTATE, or the network's error code. `isOutage`:
 * the database cannot be used now; other failures are refusals, or bugs.
 */
export class PostgresFailure extends Error {
  override readonly name = "PostgresFailure";
  constructor(
    message: string,
    readonly code: string,
  ) {
    super(`${message} (${code})`);
  }
  get isOutage(): boolean {
    return !SQLSTATE.test(this.code) || OUTAGE.test(this.code);
  }
}

/** PostgreSQL, "Appendix A. Error Codes". */
const SQLSTATE = /^[0-9A-Z]{5}$/;
/** Connection exceptions, insufficient resources, operator intervention. */
const OUTAGE = /^(?:08|53|57P0)/;
/** The server is starting, stopping, or a standby that takes no connections. */
const CANNOT_CONNECT_NOW = "57P03";

/** Replaces texts of the server that name the user, the database or the host. */
const MESSAGES: readonly (readonly [RegExp, string])[] = [
  [/^28/, "PostgreSQL refuses the user or the password"],
  [/^3D000$/, "PostgreSQL does not have this database"],
  [/^42501$/, "PostgreSQL denies a right that the user needs"],
  [/^(?:57P0|53300)/, "PostgreSQL accepts no connections now"],
  [/^57014$/, "PostgreSQL needed too long for a statement"],
  [/^55P03$/, "PostgreSQL waited too long for a lock"],
];

/** Drops the cause on purpose: it names the host, and may contain a statement's values. */
function toFailure(cause: unknown): unknown {
  if (!(cause instanceof Error) || cause instanceof PostgresFailure) return cause;
  const { code } = cause as { code?: unknown };
  if (typeof code !== "string") return cause;
  if (cause.name === "PostgresError") {
    const known = MESSAGES.find(([pattern]) => pattern.test(code));
    return new PostgresFailure(known?.[1] ?? `PostgreSQL reports: ${cause.message}`, code);
  }
  // Errors of the network, of TLS and of postgres.js; this program's errors have other names.
  return cause.name === "Error" || cause.name === "AggregateError"
    ? new PostgresFailure("PostgreSQL is unreachable", code)
    : cause;
}

/** Whether an error says that the database cannot be used now. */
export function isOutage(cause: unknown): boolean {
  return cause instanceof PostgresFailure && cause.isOutage;
}

/** With several hosts, a lost connection counts: a proxy may take connections for a lost host. */
function isUnreachable(failure: unknown, hostCount: number): failure is PostgresFailure {
  if (!(failure instanceof PostgresFailure)) return false;
  if (hostCount === 1 && CONNECTION_LOST.test(failure.code)) return false;
  return failure.code === CANNOT_CONNECT_NOW || !SQLSTATE.test(failure.code);
}
