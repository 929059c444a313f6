import type { Problem } from "@/lib/contract/errors";
import type { SearchAnswer } from "@/lib/contract/search-answer";
import { DEFAULT_FILTERS, type SearchQuery } from "@/lib/contract/search-query";
import type { FailureCode } from "./failure-words";
import { formatSearchQuery, parseSearchQuery } from "./search-query";

/** A failed search, as much of it as a page shows. */
export type SearchFailure = {
  code: FailureCode;
  /** Matches a line of the server's log; absent where no server took part. */
  requestId?: string;
  problems?: readonly Problem[];
  /** The search service's own words, as plain text. */
  serviceSaid?: string;
  retryAfterSeconds?: number;
};

/**
 * How a search ended. A failure is a value here, not an exception: the page keeps it like an
 * answer, so that going back to it shows it again and asks nothing.
 */
export type SearchOutcome =
  | {
      kind: "answer";
      answer: SearchAnswer;
      /** Why a search again brought nothing newer. */
      failed?: FailureCode;
    }
  | { kind: "failure"; failure: SearchFailure };

/** What an address asks: nothing yet, a question, or something that cannot be read. */
export type AskedQuery =
  | { kind: "nothing" }
  | { kind: "query"; query: SearchQuery }
  | { kind: "invalid"; problems: Problem[] };

/** Reads a page's address: blank words ask nothing, and parameters that are no part of the search are somebody else's. */
export function readAsked(parameters: URLSearchParams): AskedQuery {
  if ((parameters.get("q") ?? "").trim() === "") return { kind: "nothing" };
  const parsed = parseSearchQuery(parameters, { ignoreUnknown: true });
  return parsed.isValid
    ? { kind: "query", query: parsed.query }
    : { kind: "invalid", problems: parsed.problems };
}

/** The address of a search's page. */
export function searchHref(query: SearchQuery): string {
  return `/search?${formatSearchQuery(query)}`;
}

/** The address that answers a search with JSON; also the name of its outcome in the browser. */
export function searchAddress(query: SearchQuery): string {
  return `/api/search?${formatSearchQuery(query)}`;
}

/** Where a form asks for a new answer although one is held. */
export const SEARCH_AGAIN_ADDRESS = "/api/search/again";

/** The search with every filter as it is when nothing is said. */
export function withoutFilters(query: SearchQuery): SearchQuery {
  return { ...DEFAULT_FILTERS, q: query.q };
}

/**
 * What the fields of the form hold for an address: its search, or of an unreadable one whatever was
 * written, so that it can be corrected.
 */
export function writtenFields(parameters: URLSearchParams): SearchQuery {
  const asked = readAsked(parameters);
  if (asked.kind === "query") return asked.query;
  const repaired = asked.kind === "invalid" ? repairedQuery(parameters, asked.problems) : null;
  return {
    ...DEFAULT_FILTERS,
    ...repaired,
    q: parameters.get("q") ?? "",
    site: parameters.get("site") || null,
  };
}

/** What is left of an unreadable search without its unreadable parts; null if the words are. */
export function repairedQuery(
  parameters: URLSearchParams,
  problems: readonly Problem[],
): SearchQuery | null {
  const readable = new URLSearchParams(parameters);
  for (const { path } of problems) readable.delete(path);
  const asked = readAsked(readable);
  return asked.kind === "query" ? asked.query : null;
}
