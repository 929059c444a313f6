import "server-only";
import { isTracing, traced } from "@/lib/platform/tracing";
import type { AccountState, AccountStateSettings } from "./account-state";
import { createAccountState } from "./accounts/create-account-state";
import { createActivityState } from "./activity/create-activity-state";
import type { ActivityState } from "./activity-state";
import type { AuthRecords } from "./auth-records";
import { createModerationState } from "./moderation/create-moderation-state";
import type { ModerationState } from "./moderation-state";
import type { SearchState, SearchStateSettings } from "./search-state";
import { createSearchState } from "./searches/create-search-state";
import type { DayCounts } from "./searches/ledger";
import { createAuthRecords } from "./sign-in/create-auth-records";
import type { Store } from "./store";
import type { WarningState } from "./warning-state";
import { createWarningState } from "./warnings/create-warning-state";

/**
 * Creates the parts of the state over a store. This is their only table: both databases, the calls to
 * the state worker, and traces derive from it.
 *
 * @param dayCounts a second copy of the ledger's counts, for a database that may be deleted
 */
export function createParts(store: Store, dayCounts: DayCounts | null) {
  return {
    searches: (settings: SearchStateSettings): SearchState =>
      createSearchState(store, settings, dayCounts),
    accounts: (settings: AccountStateSettings): AccountState => createAccountState(store, settings),
    authRecords: (): AuthRecords => createAuthRecords(store),
    moderation: (): ModerationState => createModerationState(store),
    warnings: (): WarningState => createWarningState(store),
    activity: (): ActivityState => createActivityState(store),
  };
}

export type StateParts = ReturnType<typeof createParts>;

/** Any operation of any part. */
export type Operation = (...inputs: unknown[]) => Promise<unknown>;

/** The place of an operation in `StateParts`. */
export type OperationPlace = { part: keyof StateParts; settings: unknown; operation: string };

/** Returns a part whose operations are those that `replace` returns. */
export function mapOperations<Part extends object>(
  part: Part,
  replace: (operation: keyof Part & string, run: Operation) => Operation,
): Part {
  const operations = Object.entries(part) as [keyof Part & string, Operation][];
  return Object.fromEntries(
    operations.map(([operation, run]) => [operation, replace(operation, run)]),
  ) as Part;
}

/** Returns all parts with the operations that `replace` returns. */
export function mapParts(
  parts: StateParts,
  replace: (place: OperationPlace, run: Operation) => Operation,
): StateParts {
  const creators = Object.entries(parts) as [keyof StateParts, (settings: unknown) => object][];
  return Object.fromEntries(
    creators.map(([part, create]) => [
      part,
      (settings: unknown = null) =>
        mapOperations(create(settings), (operation, run) =>
          replace({ part, settings, operation }, run),
        ),
    ]),
  ) as StateParts;
}

/**
 * Returns the parts with a span around each operation, if this program writes traces. A span includes
 * the wait for the worker thread, or for a connection to PostgreSQL.
 */
export function tracedParts(parts: StateParts, system: "sqlite" | "postgresql"): StateParts {
  if (!isTracing()) return parts;
  return mapParts(
    parts,
    ({ operation }, run) =>
      (...inputs) =>
        traced(
          `store ${operation}`,
          { "db.system.name": system, "db.operation.name": operation },
          () => run(...inputs),
        ),
  );
}
