import "server-only";
import type { Scope } from "@/lib/contract/account";
import type { AnyErrorCode } from "@/lib/contract/errors";
import type { SearchQuery } from "@/lib/contract/search-query";
import type { Plan, PlannedSearch } from "@/lib/core/limits/plan";
import { apiFailureMessages } from "@/lib/messages/compiled/api-failure";
import { listText } from "@/lib/messages/list-text";
import type { BytesResponse } from "@/lib/platform/bytes-response";
import { toAppError } from "@/lib/platform/errors";
import type { Context } from "@/lib/platform/http";
import { warnThrottled } from "@/lib/platform/log";
import type {
  AccountState,
  AccountUsage,
  KeyDecision,
  KeyLimits,
  KeyOwner,
  KeyRequest,
} from "@/lib/state/account-state";
import { REFUSAL_CODES } from "@/lib/state/accounts/key-decision";
import { ApiError } from "./api-error";
import { rateLimitHeaders } from "./rate-limit-headers";
import type { ReadSearch } from "./read-search-parameters";

/** Seconds after which a client should retry while the store is unreachable. */
const STORE_RETRY_SECONDS = 5;

/** Checks with the store what the key of a request permits, and counts the request. */
export type KeyQuota = {
  /**
   * Answers a search of an API client. `read` parses the request. A malformed request is refused
   * after its key is checked, and is not counted. A search that `answer` rejects is refunded.
   *
   * Rejects with the errors of `read` and `answer`, and with errors whose code begins with `api_`.
   */
  search(
    context: Context,
    read: () => ReadSearch,
    answer: (query: SearchQuery) => Promise<BytesResponse>,
  ): Promise<BytesResponse>;
  /**
   * Counts a search of an API client, whom the caller answers. `read` as in `search`. Rejects with the
   * errors of `read`, and with errors whose code begins with `api_`.
   */
  count(context: Context, read: () => ReadSearch): Promise<CountedSearch>;
  /** Checks that a key may search, without counting. Rejects as `search` does. */
  assertMaySearch(context: Context): Promise<void>;
  /** Returns the usage of the account that a key belongs to. Rejects as `search` does. */
  usage(context: Context): Promise<AccountUsage>;
};

type CountedSearch = {
  /** Its default count is lowered to what the plan permits. */
  query: SearchQuery;
  /** Null for the operator's key. */
  limits: KeyLimits | null;
  /**
   * Uncounts the search, and counts its error. `code` is null if the search succeeded but cost nothing.
   * A client that disconnected gets no refund for an error. Logs its own failures.
   */
  refund(code: AnyErrorCode | null): Promise<void>;
};

type Allowed = Extract<KeyDecision, { outcome: "allowed" }>;
type Refused = Exclude<KeyDecision, Allowed>;

export function createKeyQuota(
  accounts: Pick<AccountState, "checkKey" | "refund" | "recordError" | "usage">,
): KeyQuota {
  async function checkKey(request: KeyRequest): Promise<Allowed> {
    const decision = await readable(accounts.checkKey(request));
    if (decision.outcome === "allowed") return decision;
    throw refusal(decision, request.scope);
  }

  async function count(context: Context, read: () => ReadSearch): Promise<CountedSearch> {
    const digest = keyDigestOf(context);
    if (digest === null) return { query: read().query, limits: null, refund: async () => {} };
    const query = attempt(read);
    const search = query.isRead ? plannedSearch(query.value) : null;
    const allowed = await checkKey({ digest, scope: "search", search });
    const { countedAtMs, limits, keyId, account } = allowed;
    const owner: KeyOwner = { keyId, account };
    if (!query.isRead) {
      const { code } = toAppError(query.cause);
      await accounts.recordError({ ...owner, code }).catch(warnUnrecorded);
      throw query.cause;
    }
    return {
      query: withinPlan(query.value, limits.plan),
      limits,
      async refund(code) {
        if (code !== null && context.signal.aborted) return;
        await accounts.refund({ ...owner, code, countedAtMs }).catch(warnUnrecorded);
      },
    };
  }

  return {
    count,
    async search(context, read, answer) {
      const { query, limits, refund } = await count(context, read);
      let response: BytesResponse;
      try {
        response = await answer(query);
      } catch (cause) {
        await refund(toAppError(cause).code);
        throw cause;
      }
      const headers = limits === null ? {} : rateLimitHeaders(limits);
      for (const [name, value] of Object.entries(headers)) response.setField(name, value);
      return response;
    },
    async assertMaySearch(context) {
      const digest = keyDigestOf(context);
      if (digest !== null) await checkKey({ digest, scope: "search", search: null });
    },
    async usage(context) {
      const digest = keyDigestOf(context);
      if (digest === null) {
        const detail = apiFailureMessages("operatorKey");
        throw new ApiError("api_wrong_scope", "the operator's key has no account", { detail });
      }
      const { account } = await checkKey({ digest, scope: "usage", search: null });
      return readable(accounts.usage(account, null));
    },
  };
}

/**
 * Returns the digest of the key that a request has; null for the operator's.
 *
 * @throws ApiError key_missing for a route that takes no key
 */
export function keyDigestOf({ principal }: Context): string | null {
  if (principal?.kind === "api-client") return principal.keyDigest;
  throw new ApiError("key_missing", "the route has no API client");
}

async function readable<T>(asked: Promise<T>): Promise<T> {
  return asked.catch((cause) => {
    const retryAfterSeconds = STORE_RETRY_SECONDS;
    throw new ApiError("api_keys_unreadable", "the store failed", { cause, retryAfterSeconds });
  });
}

/** Drops the search text, which the store of keys does not need. */
function plannedSearch({ query: { q: _, ...filters }, hasCount }: ReadSearch): PlannedSearch {
  return { ...filters, count: hasCount ? filters.count : null };
}

/** Lowers a default count to what the plan permits. */
function withinPlan({ query, hasCount }: ReadSearch, { countMax }: Plan): SearchQuery {
  return hasCount ? query : { ...query, count: Math.min(query.count, countMax) };
}

function attempt<T>(read: () => T): { isRead: true; value: T } | { isRead: false; cause: unknown } {
  try {
    return { isRead: true, value: read() };
  } catch (cause) {
    return { isRead: false, cause };
  }
}

function warnUnrecorded(cause: unknown): void {
  warnThrottled("store_failed", "refund", cause);
}

/** Returns the error for a request that the store refused. */
function refusal(refused: Refused, scope: Scope): ApiError {
  const code = REFUSAL_CODES[refused.outcome];
  switch (refused.outcome) {
    case "wrong-scope": {
      const detail = apiFailureMessages("wrongScope", { scope });
      return new ApiError(code, "wrong scope", { detail });
    }
    case "site-not-allowed": {
      const detail = apiFailureMessages("siteNotAllowed", { sites: listText(refused.sites) });
      return new ApiError(code, "another site", { detail });
    }
    case "not-in-plan": {
      const { name: plan, countMax: max } = refused.plan;
      const detail =
        refused.parameter === "count"
          ? apiFailureMessages("countNotInPlan", { plan, max })
          : apiFailureMessages("parameterNotInPlan", {
              plan,
              // Strict search is in every plan.
              parameter:
                refused.parameter === "safesearch" ? "safesearch=moderate" : refused.parameter,
            });
      return new ApiError(code, "not in the plan", { detail });
    }
    case "quota":
    case "rate":
      return limitReached(refused);
    default:
      return new ApiError(code, refused.outcome);
  }
}

function limitReached({
  outcome,
  retryAfterSeconds,
  limits,
}: Extract<Refused, { outcome: "quota" | "rate" }>): ApiError {
  const { name: plan, searchesPerMonth: limit, requestsPerSecond } = limits.plan;
  const headers = rateLimitHeaders(limits);
  if (outcome === "quota") {
    const startsAt = new Date(Date.now() + retryAfterSeconds * 1_000);
    // Rounds to a day: the seconds are rounded up, and the clock of this process may be behind.
    const day = new Date(startsAt.getTime() + 43_200_000).toISOString().slice(0, 10);
    const detail = apiFailureMessages("quotaSpent", { limit, plan, time: `${day} 00:00 UTC` });
    return new ApiError(REFUSAL_CODES.quota, "quota", { detail, headers, retryAfterSeconds });
  }
  const detail = apiFailureMessages("rateLimited", {
    plan,
    rate: requestsPerSecond,
    seconds: retryAfterSeconds,
  });
  return new ApiError(REFUSAL_CODES.rate, "rate", { detail, headers, retryAfterSeconds });
}
