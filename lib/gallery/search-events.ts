import "server-only";
import type { ErrorCode } from "@/lib/contract/errors";
import type { SearchAnswer } from "@/lib/contract/search-answer";

/** What happens to searches, for whoever counts it. Visitors' words are no part of it. */
export type SearchEvents = {
  /** A visitor got an answer; `staleReason` when an older one had to do. */
  served(answer: Pick<SearchAnswer, "from" | "staleReason" | "searchesUsed">): void;
  /** A visitor got none. */
  failed(code: ErrorCode): void;
  /** The service was called. */
  called(call: { outcome: "ok" | ErrorCode; seconds: number }): void;
};

export const NO_EVENTS: SearchEvents = { served() {}, failed() {}, called() {} };
