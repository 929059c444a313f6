import "server-only";
import type {
  Admission,
  Finished,
  Found,
  Reservation,
  SearchState,
  SearchStateSettings,
  Suspension,
} from "../search-state";
import type { PostgresDatabase, Sql } from "./postgres-database";

const ANSWER_BYTES_MAX = 64 * 1024 * 1024;

/** A result without its answer's body, which comes beside it: it is large, and JSON already. */
type Answered<T extends Found> = { result: T; body: string };

/**
 * Creates the state of one service's paid searches in PostgreSQL. Each method is one statement that
 * calls a function of `SEARCH_SCHEMA`, with which `database` must have been migrated.
 */
export function createPostgresSearchState(
  database: PostgresDatabase,
  settings: SearchStateSettings,
): SearchState {
  const ours = { ...settings, answerBytesMax: ANSWER_BYTES_MAX };

  /** Runs a statement that returns one row. */
  async function one<Row>(statement: (sql: Sql) => PromiseLike<readonly unknown[]>): Promise<Row> {
    const [row] = await database.run(statement);
    return row as Row;
  }

  /** Runs a statement that returns one value, as `result`. */
  async function value<T>(statement: (sql: Sql) => PromiseLike<readonly unknown[]>): Promise<T> {
    return (await one<{ result: T }>(statement)).result;
  }

  return {
    find: async (lookup) =>
      withBody(
        await one<Answered<Found>>(
          (sql) =>
            sql`SELECT result, body FROM vitrine.find_v1(${sql.json(ours)}, ${sql.json(lookup)})`,
        ),
      ),
    admit: async (search) =>
      withBody(
        await one<Answered<Admission>>(
          (sql) =>
            sql`SELECT result, body FROM vitrine.admit_v1(${sql.json(ours)}, ${sql.json(search)})`,
        ),
      ),
    reserve: () =>
      value<Reservation>((sql) => sql`SELECT vitrine.reserve_v1(${sql.json(ours)}) AS result`),
    renew: async (lease) => {
      await database.run((sql) => sql`SELECT vitrine.renew_v1(${sql.json(lease)})`);
    },
    finish: ({ answer, ...end }) => {
      const { body = null, ...rest } = answer ?? {};
      const ending = { ...end, answer: answer === null ? null : rest };
      return value<Finished>(
        (sql) =>
          sql`SELECT vitrine.finish_v1(${sql.json(ours)}, ${sql.json(ending as never)}, ${body}) AS result`,
      );
    },
    usage: () => value((sql) => sql`SELECT vitrine.usage_v1(${sql.json(ours)}) AS result`),
    suspension: () =>
      value<Suspension | null>(
        (sql) => sql`SELECT vitrine.suspension_v1(${sql.json(ours)}) AS result`,
      ),
    lift: async () => {
      await database.run((sql) => sql`SELECT vitrine.lift_v1(${sql.json(ours)})`);
    },
    mendClock: () => value((sql) => sql`SELECT vitrine.mend_clock_v1(${sql.json(ours)}) AS result`),
  };
}

function withBody<T extends Found>({ result, body }: Answered<T>): T {
  return result.answer === null ? result : { ...result, answer: { ...result.answer, body } };
}
