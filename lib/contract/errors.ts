/**
 * One row of the error table. `message` says what happened, `move` whose move it is and what to
 * do; both may be shown to anyone. An exception's own text never is.
 */
export type ErrorSpec = {
  status: number;
  /** True where the same request may succeed later without anyone changing anything. */
  isRetryable: boolean;
  title: string;
  message: string;
  move: string;
};

/**
 * Every failure that can leave this server. The browser, the pages and both APIs speak from this
 * table alone (docs/decisions/0004-decisions-return-failures-throw.md).
 */
export const ERRORS = {
  invalid_query: {
    status: 400,
    isRetryable: false,
    title: "This search can't be read",
    message: "Something in the address is not what a search needs.",
    move: "Your move: correct what is listed, or start from the search field.",
  },
  not_found: {
    status: 404,
    isRetryable: false,
    title: "Not here",
    message: "There is nothing at this address, or no longer.",
    move: "Your move: go back, or search again.",
  },
  method_not_allowed: {
    status: 405,
    isRetryable: false,
    title: "Not that way",
    message: "This address does not answer requests of this kind.",
    move: "Your move: send a GET request.",
  },
  cross_site: {
    status: 403,
    isRetryable: false,
    title: "Not from another site",
    message: "Searches of this gallery can't be sent by another site's page.",
    move: "Your move: search on the gallery's own page.",
  },
  key_missing: {
    status: 401,
    isRetryable: false,
    title: "A key is needed",
    message: "The API key is missing or not valid.",
    move: "Your move: send the key as X-API-Key, or as Authorization: Bearer.",
  },
  rate_limited: {
    status: 429,
    isRetryable: true,
    title: "A little slower, please",
    message: "More new searches came from your address than this server takes in a minute.",
    move: "Your move: wait a moment. What was searched before opens at once.",
  },
  visitor_day_spent: {
    status: 429,
    isRetryable: true,
    title: "Enough new searches for one day",
    message: "Your address has asked as many new searches as one visitor may in a day.",
    move: "Your move: come back tomorrow. What was searched before still opens.",
  },
  budget_day_spent: {
    status: 429,
    isRetryable: true,
    title: "Today's share of searches is used up",
    message: "Each search costs, so the month's are spread over its days; today's are gone.",
    move: "Your move: come back tomorrow (UTC). What was searched before still opens.",
  },
  budget_month_spent: {
    status: 429,
    isRetryable: true,
    title: "This month's searches are used up",
    message: "This server has spent the searches it may spend at the service in a month.",
    move: "The operator's move: wait for the next month, or raise VITRINE_MONTHLY_SEARCHES.",
  },
  budget_unknown: {
    status: 503,
    isRetryable: true,
    title: "What was spent can't be read",
    message: "Without the record of paid searches, this server asks no new ones.",
    move: "The operator's move: see to the data folder. What was searched before still opens.",
  },
  busy: {
    status: 503,
    isRetryable: true,
    title: "Too many at once",
    message: "This server has as many searches under way as it can take.",
    move: "Your move: try again in a moment.",
  },
  service_key_refused: {
    status: 502,
    isRetryable: false,
    title: "The search service refused our key",
    message: "The image search service does not accept the key of this server.",
    move: "The operator's move: check SEARCH_API_KEY. Searching again will not help until then.",
  },
  service_subscription: {
    status: 502,
    isRetryable: false,
    title: "The subscription does not include this",
    message: "The image search service says that the subscription does not permit this search.",
    move: "The operator's move: upgrade the subscription.",
  },
  service_quota_spent: {
    status: 429,
    isRetryable: true,
    title: "The searches of this plan are used up",
    message: "The image search service has no searches left for this server's plan.",
    move: "The operator's move: wait for the next period, or raise the plan.",
  },
  service_rate_limited: {
    status: 429,
    isRetryable: true,
    title: "Too many searches at once",
    message: "The image search service asks this server to slow down.",
    move: "Your move: wait a moment, then search again.",
  },
  service_refused: {
    status: 502,
    isRetryable: false,
    title: "The search service refused this search",
    message: "The image search service does not answer a search of this kind.",
    move: "Your move: ask in other words, or with other filters.",
  },
  service_failed: {
    status: 502,
    isRetryable: true,
    title: "The search service could not answer",
    message: "The image search service answered with an error.",
    move: "Your move: try again in a while.",
  },
  service_answer_unreadable: {
    status: 502,
    isRetryable: true,
    title: "The search service's answer could not be read",
    message: "The image search service sent something that is not a search answer.",
    move: "Your move: try again in a while. If it stays, tell the operator the number below.",
  },
  service_unreachable: {
    status: 502,
    isRetryable: true,
    title: "The search service can't be reached",
    message: "No connection to the image search service came about.",
    move: "Your move: try again in a while.",
  },
  service_connection_lost: {
    status: 502,
    isRetryable: true,
    title: "The connection to the search service was lost",
    message: "The search was sent, but the connection ended before an answer came.",
    move: "Your move: try again in a while. The lost search may have been counted.",
  },
  service_timeout: {
    status: 504,
    isRetryable: true,
    title: "The search service took too long",
    message: "The image search service did not answer in time.",
    move: "Your move: try again.",
  },
  library_unreadable: {
    status: 503,
    isRetryable: true,
    title: "The library can't be read",
    message: "The file in which this server keeps its library is damaged, or its disk is full.",
    move: "The operator's move: npm run doctor says what is wrong, and what to do.",
  },
  internal: {
    status: 500,
    isRetryable: true,
    title: "Something broke here",
    message: "This server made a mistake. It has been noted.",
    move: "Your move: try again. If it stays, tell the operator the number below.",
  },
} as const satisfies Record<string, ErrorSpec>;

export type ErrorCode = keyof typeof ERRORS;

/** One thing that is wrong with a request; `path` is the parameter's name. */
export type Problem = { path: string; message: string };

/** The body of every failed answer of `/api/*`. */
export type ErrorBody = {
  error: {
    code: ErrorCode;
    message: string;
    /** Matches a line of the server's log. */
    requestId: string;
    /** Everything that is wrong with the request, all at once. */
    problems?: readonly Problem[];
    /** The search service's own words, as plain text, at most 300 characters. */
    serviceSaid?: string;
    retryAfterSeconds?: number;
  };
};
