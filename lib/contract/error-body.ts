import type { ErrorCode, Problem } from "./errors";
import type { SearchOffer } from "./search-offer";

/** The error body of `/api/*`. */
export type ErrorBody = {
  error: {
    code: ErrorCode;
    /** In the language of this installation. */
    message: string;
    /** The id of the request in the server's log. */
    requestId: string;
    /** All validation problems, with their texts. */
    problems?: readonly (Problem & { message: string })[];
    /** The search service's own error text, at most 300 characters. */
    serviceSaid?: string;
    retryAfterSeconds?: number;
    /** How many searches of the budget the failed search has used, if any. */
    searchesUsed?: number;
    /** What the visitor's next search costs, if a search failed. */
    searchOffer?: SearchOffer;
  };
};
