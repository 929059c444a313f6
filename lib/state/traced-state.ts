import "server-only";
import { traced } from "@/lib/platform/tracing";
import type { State } from "./state";

type Operations = Record<string, (...inputs: unknown[]) => Promise<unknown>>;

/**
 * Returns the state with a span around each operation of its parts (lib/platform/tracing.ts), which
 * includes the wait for the worker thread, or for a connection to PostgreSQL.
 */
export function tracedState(state: State, system: "sqlite" | "postgresql"): State {
  function tracedPart<Part extends object>(part: Part): Part {
    const operations = part as unknown as Operations;
    return new Proxy(part, {
      get:
        (_, operation: string) =>
        (...inputs: unknown[]) =>
          traced(
            `store ${operation}`,
            { "db.system.name": system, "db.operation.name": operation },
            () => operations[operation]?.(...inputs) as Promise<unknown>,
          ),
    });
  }
  return {
    ...state,
    searches: (settings) => tracedPart(state.searches(settings)),
    accounts: (settings) => tracedPart(state.accounts(settings)),
    authRecords: () => tracedPart(state.authRecords()),
    moderation: () => tracedPart(state.moderation()),
    warnings: () => tracedPart(state.warnings()),
    activity: () => tracedPart(state.activity()),
  };
}
