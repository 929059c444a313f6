import type { FilterName } from "@/lib/protocol/search-parameters";

/**
 * Every error that this server reports. `isRetryable`: the same request may succeed later. The texts
 * are in `lib/messages/<locale>/failure.json`, under the same codes
 * (docs/decisions/0004-decisions-return-failures-throw.md).
 */
export const ERRORS = {
  invalid_query: { status: 400, isRetryable: false },
  not_found: { status: 404, isRetryable: false },
  method_not_allowed: { status: 405, isRetryable: false },
  body_too_large: { status: 413, isRetryable: false },
  cross_site: { status: 403, isRetryable: false },
  search_unconfirmed: { status: 403, isRetryable: true },
  key_missing: { status: 401, isRetryable: false },
  sign_in_needed: { status: 401, isRetryable: false },
  api_key_in_url: { status: 401, isRetryable: false },
  api_key_expired: { status: 401, isRetryable: false },
  api_key_revoked: { status: 401, isRetryable: false },
  api_account_suspended: { status: 401, isRetryable: false },
  api_not_in_plan: { status: 402, isRetryable: false },
  api_wrong_scope: { status: 403, isRetryable: false },
  api_site_not_allowed: { status: 403, isRetryable: false },
  api_quota_spent: { status: 429, isRetryable: true },
  api_rate_limited: { status: 429, isRetryable: true },
  api_keys_unreadable: { status: 503, isRetryable: true },
  report_invalid: { status: 400, isRetryable: false },
  report_limited: { status: 429, isRetryable: true },
  images_invalid: { status: 400, isRetryable: false },
  image_unproven: { status: 403, isRetryable: false },
  image_gone: { status: 404, isRetryable: false },
  image_refused: { status: 502, isRetryable: false },
  image_too_large: { status: 502, isRetryable: false },
  not_an_image: { status: 502, isRetryable: false },
  image_host_slow: { status: 504, isRetryable: true },
  image_unavailable: { status: 502, isRetryable: true },
  rate_limited: { status: 429, isRetryable: true },
  visitor_day_spent: { status: 429, isRetryable: true },
  budget_day_spent: { status: 429, isRetryable: true },
  budget_month_spent: { status: 429, isRetryable: true },
  budget_unknown: { status: 503, isRetryable: true },
  busy: { status: 503, isRetryable: true },
  service_key_refused: { status: 502, isRetryable: false },
  service_subscription: { status: 502, isRetryable: false },
  service_quota_spent: { status: 429, isRetryable: true },
  service_rate_limited: { status: 429, isRetryable: true },
  service_refused: { status: 502, isRetryable: false },
  service_failed: { status: 502, isRetryable: true },
  service_answer_unreadable: { status: 502, isRetryable: true },
  service_unreachable: { status: 502, isRetryable: true },
  service_connection_lost: { status: 502, isRetryable: true },
  service_timeout: { status: 504, isRetryable: true },
  library_unreadable: { status: 503, isRetryable: true },
  internal: { status: 500, isRetryable: true },
} as const satisfies Record<string, { status: number; isRetryable: boolean }>;

export type ErrorCode = keyof typeof ERRORS;

/** Of `/v1`: no page shows them, so their texts are in `lib/messages/<locale>/api-failure.json`. */
export type ApiErrorCode = Extract<ErrorCode, `api_${string}`>;

/** A failure that a page can show. Only the browser can detect the last two. */
export type FailureCode = ErrorCode | "offline" | "server_unreachable";

/**
 * A validation problem; `path` is the parameter's name. The texts are in
 * `lib/messages/<locale>/problem.json`.
 */
export type Problem =
  | { path: string; code: ProblemCode }
  | { path: string; code: LimitProblemCode; params: { max: number } };

type ProblemCode =
  | "unknown_parameter"
  | "repeated"
  | "missing_q"
  | `invalid_${Exclude<FilterName, "count">}`;

type LimitProblemCode = "long_q" | "invalid_count";

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
  };
};
