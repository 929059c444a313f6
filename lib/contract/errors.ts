import type { FilterName } from "@/lib/protocol/search-parameters";

export type ErrorRow = {
  status: number;
  /** Who can make the same request succeed. `host`: the image's host; `time`: it may succeed later. */
  fixedBy: "caller" | "operator" | "time" | "host";
  /** The operations of `/v1` that may return it; `none`: other paths of `/v1`. */
  v1?: "all" | "search" | "grant" | "none";
  /**
   * How long paid calls pause after the search service failed with it (lib/gallery/pause-length.ts):
   * - `probes`: until a probe succeeds;
   * - `hour`, `half-minute`: for the time that the service states, by default for this long;
   * - `as-stated`: for the time that the service states, by default not at all;
   * - `none`: not at all.
   */
  pause?: "probes" | "hour" | "half-minute" | "as-stated" | "none";
  /** The drawing on its screen; a crack by default. */
  sign?: "key" | "ticket" | "spent" | "clock" | "noise" | "offline" | "empty" | "address";
};

/** The row of a failure of the search service must say how it pauses calls. */
type Rows = {
  [code: string]: ErrorRow;
  [code: `service_${string}`]: ErrorRow & Required<Pick<ErrorRow, "pause">>;
};

/**
 * Every error that this server's routes report, in the order of the API docs within a status. Screens,
 * logs and the OpenAPI document derive from these rows. The texts are in
 * `lib/messages/<locale>/failure.json`, those for API clients in `api-failure.json`, under the same codes
 * (docs/decisions/0004-decisions-return-failures-throw.md).
 */
export const ERRORS = {
  invalid_query: { status: 400, fixedBy: "caller", v1: "search", sign: "address" },
  not_found: { status: 404, fixedBy: "caller", v1: "none", sign: "empty" },
  method_not_allowed: { status: 405, fixedBy: "caller", v1: "all", sign: "address" },
  body_too_large: { status: 413, fixedBy: "caller", v1: "grant" },
  cross_site: { status: 403, fixedBy: "caller", sign: "address" },
  search_unconfirmed: { status: 403, fixedBy: "caller", sign: "ticket" },
  key_missing: { status: 401, fixedBy: "caller", v1: "all", sign: "key" },
  picker_search_refused: { status: 403, fixedBy: "operator", sign: "ticket" },
  sign_in_needed: { status: 401, fixedBy: "caller", sign: "key" },
  api_key_in_url: { status: 401, fixedBy: "caller", v1: "all" },
  api_key_expired: { status: 401, fixedBy: "caller", v1: "all" },
  api_key_revoked: { status: 401, fixedBy: "caller", v1: "all" },
  api_key_disabled: { status: 401, fixedBy: "caller", v1: "all" },
  api_account_suspended: { status: 401, fixedBy: "operator", v1: "all" },
  api_not_in_plan: { status: 402, fixedBy: "caller", v1: "search" },
  api_wrong_scope: { status: 403, fixedBy: "caller", v1: "all" },
  api_site_not_allowed: { status: 403, fixedBy: "caller", v1: "search" },
  api_picker_origin: { status: 400, fixedBy: "operator", v1: "grant" },
  api_quota_spent: { status: 429, fixedBy: "time", v1: "search" },
  api_rate_limited: { status: 429, fixedBy: "time", v1: "search" },
  api_keys_unreadable: { status: 503, fixedBy: "time", v1: "all" },
  report_invalid: { status: 400, fixedBy: "caller" },
  report_limited: { status: 429, fixedBy: "time" },
  images_invalid: { status: 400, fixedBy: "caller" },
  crop_mismatch: { status: 409, fixedBy: "caller" },
  image_unproven: { status: 403, fixedBy: "caller" },
  link_expired: { status: 410, fixedBy: "caller" },
  image_gone: { status: 404, fixedBy: "host" },
  image_refused: { status: 502, fixedBy: "host" },
  image_too_large: { status: 502, fixedBy: "host" },
  not_an_image: { status: 502, fixedBy: "host" },
  image_host_slow: { status: 504, fixedBy: "time" },
  image_unavailable: { status: 502, fixedBy: "time" },
  rate_limited: { status: 429, fixedBy: "time", sign: "clock" },
  visitor_day_spent: { status: 429, fixedBy: "time", sign: "spent" },
  budget_day_spent: { status: 429, fixedBy: "time", sign: "spent" },
  budget_month_spent: { status: 429, fixedBy: "time", sign: "spent" },
  budget_unknown: { status: 503, fixedBy: "time" },
  busy: { status: 503, fixedBy: "time", v1: "all", sign: "clock" },
  service_key_refused: { status: 502, fixedBy: "operator", pause: "probes", sign: "key" },
  service_subscription: { status: 502, fixedBy: "operator", pause: "probes", sign: "ticket" },
  service_quota_spent: { status: 429, fixedBy: "time", pause: "hour", sign: "spent" },
  service_rate_limited: { status: 429, fixedBy: "time", pause: "half-minute", sign: "clock" },
  service_refused: { status: 502, fixedBy: "caller", pause: "none", sign: "address" },
  service_failed: { status: 502, fixedBy: "time", pause: "as-stated" },
  service_answer_unreadable: { status: 502, fixedBy: "time", pause: "none", sign: "noise" },
  service_unreachable: { status: 502, fixedBy: "time", pause: "none", sign: "offline" },
  service_connection_lost: { status: 502, fixedBy: "time", pause: "none", sign: "offline" },
  service_timeout: { status: 504, fixedBy: "time", pause: "none", sign: "clock" },
  store_unreachable: { status: 503, fixedBy: "time", sign: "offline" },
  library_unreadable: { status: 503, fixedBy: "time", v1: "search" },
  internal: { status: 500, fixedBy: "time", v1: "all" },
} as const satisfies Rows;

export type AnyErrorCode = keyof typeof ERRORS;

/** Codes of `/v1`. No page shows them; their texts are in `lib/messages/<locale>/api-failure.json`. */
export type ApiErrorCode = Extract<AnyErrorCode, `api_${string}`>;

/** All other codes. Pages show them too. */
export type ErrorCode = Exclude<AnyErrorCode, ApiErrorCode>;

/** The row of a code. */
export function errorRow(code: AnyErrorCode): ErrorRow {
  return ERRORS[code];
}

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
