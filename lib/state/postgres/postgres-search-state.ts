import "server-only";
import type postgres from "postgres";
import type {
  BudgetUsage,
  Finished,
  FoundAnswer,
  RecentAnswers,
  Reservation,
  SearchAdmission,
  SearchState,
  SearchStateSettings,
  SpentDays,
  Suspension,
  VisitorUsage,
} from "../search-state";
import type { PostgresDatabase, Sql } from "./postgres-database";

const ANSWER_BYTES_MAX = 64 * 1024 * 1024;

/** A result without its answer's body, which comes beside it: it is large, and JSON already. */
type Answered<T extends FoundAnswer> = { result: T; body: string };

/**
 * Creates the state of one service's paid searches in PostgreSQL. Each method is one statement that
 * calls a function of `SEARCH_SCHEMA`, with which `database` must have been migrated.
 */
export function createPostgresSearchState(
  database: PostgresDatabase,
  settings: SearchStateSettings,
): SearchState {
  /** The memory of the store's steady clock for this process (`vitrine.steady_v1`). */
  let clock: object = {};

  const ours = () => ({
    ...settings,
    answerBytesMax: ANSWER_BYTES_MAX,
    clock: { ...clock, callersMs: performance.now() },
  });

  /** Runs a statement that returns one row. */
  async function row<Row>(statement: (sql: Sql) => PromiseLike<readonly unknown[]>): Promise<Row> {
    const [first] = await database.run(statement);
    return first as Row;
  }

  async function value<T>(statement: (sql: Sql) => PromiseLike<readonly unknown[]>): Promise<T> {
    return (await row<{ result: T }>(statement)).result;
  }

  /** Takes the clock's memory out of a result. */
  function withUsage<T extends { usage: BudgetUsage & { clock?: object } }>(result: T): T {
    const { clock: next = clock, ...usage } = result.usage;
    clock = next;
    return { ...result, usage };
  }

  function withBody<T extends FoundAnswer>({ result, body }: Answered<T>): T {
    const found = withUsage(result);
    return found.answer === null ? found : { ...found, answer: { ...found.answer, body } };
  }

  return {
    find: async (lookup) =>
      withBody(
        await row<Answered<FoundAnswer>>(
          (sql) => sql`
            SELECT result, body FROM vitrine.find_v1(${sql.json(ours())}, ${sql.json(lookup)})`,
        ),
      ),
    admit: async (search) =>
      withBody(
        await row<Answered<SearchAdmission>>(
          (sql) => sql`
            SELECT result, body FROM vitrine.admit_v1(${sql.json(ours())}, ${sql.json(search)})`,
        ),
      ),
    reserve: async () =>
      withUsage(
        await value<Reservation>(
          (sql) => sql`SELECT vitrine.reserve_v1(${sql.json(ours())}) AS result`,
        ),
      ),
    renew: async (lease) => {
      await database.run((sql) => sql`SELECT vitrine.renew_v1(${sql.json(lease)})`);
    },
    finish: async ({ answer, ...end }) => {
      const { body = null, ...rest } = answer ?? {};
      const ending = { ...end, answer: rest } as object as postgres.JSONValue;
      return withUsage(
        await value<Finished>(
          (sql) => sql`
            SELECT vitrine.finish_v2(${sql.json(ours())}, ${sql.json(ending)}, ${body}) AS result`,
        ),
      );
    },
    usage: async () => {
      const usage = await value<BudgetUsage>(
        (sql) => sql`SELECT vitrine.usage_v1(${sql.json(ours())}) AS result`,
      );
      return withUsage({ usage }).usage;
    },
    spentDays: async () =>
      withUsage(
        await value<SpentDays>(
          (sql) => sql`SELECT vitrine.spent_days_v1(${sql.json(ours())}) AS result`,
        ),
      ),
    visitorUsage: async (visitor) =>
      withUsage(
        await value<VisitorUsage>(
          (sql) => sql`SELECT vitrine.visitor_usage_v1(${sql.json(ours())}, ${visitor}) AS result`,
        ),
      ),
    recent: (countMax) =>
      value<RecentAnswers>((sql) => sql`SELECT vitrine.recent_v1(${countMax}) AS result`),
    suspension: () =>
      value<Suspension | null>(
        (sql) => sql`SELECT vitrine.suspension_v1(${sql.json(ours())}) AS result`,
      ),
    lift: async () => {
      await database.run((sql) => sql`SELECT vitrine.lift_v1(${sql.json(ours())})`);
    },
    mendClock: () =>
      value((sql) => sql`SELECT vitrine.mend_clock_v1(${sql.json(ours())}) AS result`),
  };
}
