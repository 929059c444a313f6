import "server-only";
import { ERRORS, type ErrorCode, type Problem } from "@/lib/contract/errors";
import type { SearchOffer } from "@/lib/contract/search-offer";

export type AppErrorOptions = {
  cause?: unknown;
  problems?: readonly Problem[] | undefined;
  /** The search service's own text, already cleaned for display. */
  serviceSaid?: string | undefined;
  /** A text with figures that replaces the code's message for the client, from lib/messages. */
  detail?: string | undefined;
  /** Further headers of the response, in lower case. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Whole seconds, at least 1 (RFC 9110 §10.2.3). */
  retryAfterSeconds?: number | undefined;
  /** The methods that the URL accepts, for `method_not_allowed`. */
  allow?: readonly string[] | undefined;
  /** How many searches of the budget a failed search has used. */
  searchesUsed?: number | undefined;
  /** What the visitor's next search costs, after a failed search. */
  searchOffer?: SearchOffer | undefined;
};

/**
 * A failure with a code of the error table.
 *
 * `internal` is for the log alone; a visitor reads the message of `code` (lib/messages).
 */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly problems: readonly Problem[] | undefined;
  declare readonly serviceSaid: string | undefined;
  declare readonly detail: string | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly allow: readonly string[] | undefined;
  readonly searchesUsed: number | undefined;
  declare readonly searchOffer: SearchOffer | undefined;

  constructor(code: ErrorCode, internal: string, options: AppErrorOptions = {}) {
    super(internal, options.cause === undefined ? {} : { cause: options.cause });
    this.code = code;
    this.problems = options.problems;
    // Not enumerable, so that the log omits them: they may repeat a visitor's query.
    for (const name of ["serviceSaid", "detail", "searchOffer"] as const) {
      Object.defineProperty(this, name, { value: options[name], enumerable: false });
    }
    this.headers = options.headers;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.allow = options.allow;
    this.searchesUsed = options.searchesUsed;
  }
}

/**
 * Returns an error of the table: `store_unreachable` for an outage of the database (`isOutage`, in
 * lib/state), and `internal` for anything else that is not an `AppError`, because that is a bug.
 *
 * It checks the name and the code instead of the class. Next loads pages and routes as separate
 * module graphs, so an error of the running program (lib/vitrine.ts) has the class of another graph.
 */
export function toAppError(cause: unknown): AppError {
  const { name, code, isOutage } = (cause ?? {}) as Partial<AppError & { isOutage: boolean }>;
  const isOfTable = cause instanceof Error && name === "AppError" && String(code) in ERRORS;
  if (isOfTable) return cause as AppError;
  return isOutage === true
    ? new AppError("store_unreachable", "the database cannot be used", { cause })
    : new AppError("internal", "unhandled exception", { cause });
}
