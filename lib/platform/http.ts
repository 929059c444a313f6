import "server-only";
import Negotiator from "negotiator";
import type { ErrorBody } from "@/lib/contract/error-body";
import { ERRORS, type ErrorCode, errorRow } from "@/lib/contract/errors";
import { apiFailureText } from "@/lib/messages/api-failure-text";
import { failureText, failureTextForPrograms, problemText } from "@/lib/messages/failure-text";
import { BytesResponse } from "./bytes-response";
import { AppError, toAppError } from "./errors";
import { log } from "./log";

/** Who a request is authenticated as. */
export type Principal = ApiClient | { kind: "metrics" } | AccountPrincipal;

/**
 * A program with a key: the operator's key (`keyDigest` is null), or a key whose digest the store has
 * yet to check.
 */
export type ApiClient = { kind: "api-client"; keyDigest: string | null };

/** A person who is signed in. */
export type AccountPrincipal = {
  kind: "account";
  accountId: string;
  sessionId: string;
  isOperator: boolean;
};

/** The facts of a request that are not in a web-standard `Request`. Each is computed on first use. */
export type Context = {
  /** In the log, in error bodies and in the header `x-request-id`. */
  readonly requestId: string;
  /** Aborts when the visitor leaves. */
  readonly signal: AbortSignal;
  /** The name under which the visitor is counted (lib/http/visitor-ip.ts), or `unknown`. */
  readonly visitor: string;
  /** The identity that the request is authenticated as; null for a visitor. */
  readonly principal: Principal | null;
  /** The request target as sent: path and query string, not normalised. */
  readonly target: string;
  /** The decoded parameters of the route's path. */
  readonly params: Readonly<Record<string, string>>;
  /** The error that the response shows, and whether the request paid for a search; for the console. */
  code?: ErrorCode;
  isPaid?: boolean;
};

export type Handler = (request: Request, context: Context) => Promise<Response>;

/** The form of a JSON error body: our own `ErrorBody`, or the interface's `{ error: string }`. */
export type ErrorDialect = "gallery" | "interface";

/** For programs, after a 503 whose end is unknown. Pages promise no time then. */
const RETRY_AFTER_SECONDS = 5;

/** The form of an error's body: one of the JSON forms, or a line of text. */
export type TextForm = ErrorDialect | "plain";

/**
 * Logs a failed request and returns its response, with `no-store` and the request's id.
 *
 * The message comes from `lib/messages`, never from the exception, which may quote a URL and with it
 * a search text. Some failures have their own responses: thumbnails, which must be images
 * (lib/thumbnails/thumbnail-response.ts); heads that the front door refuses, and pages that waited too
 * long (lib/http/front-door); and forms, which show their page again with a notice (lib/web/forms.ts).
 */
export function errorResponse(
  cause: unknown,
  context: Pick<Context, "requestId" | "code">,
  form: TextForm,
  accept: string | null = null,
): Response {
  const error = toAppError(cause);
  const { status } = ERRORS[error.code];
  logFailure(error, context);
  const retryAfterSeconds =
    error.retryAfterSeconds ?? (status === 503 ? RETRY_AFTER_SECONDS : null);
  const headers: Record<string, string> = {
    "cache-control": "no-store",
    ...(retryAfterSeconds !== null && { "retry-after": String(retryAfterSeconds) }),
    ...error.headers,
    ...(status === 405 && { allow: (error.allow ?? ["GET"]).join(", ") }),
    // RFC 9110 §15.5.2: a 401 names the accepted scheme.
    ...(status === 401 && {
      "www-authenticate": `${error.code === "sign_in_needed" ? "Cookie" : "Bearer"} realm="Vitrine"`,
    }),
  };
  if (form === "gallery")
    return BytesResponse.of(toErrorBody(error, context.requestId), { status, headers });
  const { title, message } =
    form === "interface" ? apiFailureText(error.code) : failureText(error.code);
  // All problems in one text, or else the error's message.
  const text = error.problems?.map(problemText).join(" ") ?? error.detail ?? message;
  if (form === "interface") {
    return interfaceFailure({ status, code: error.code, title, text, accept, headers });
  }
  headers["content-type"] = "text/plain; charset=utf-8";
  return new BytesResponse(`${text}\n`, { status, headers });
}

/** The two types of an error's body under `/v1`; the first unless the client prefers the other. */
const ERROR_TYPES = ["application/json", "application/problem+json"];

/**
 * Returns the failure of a request to the interface: its `{ error }`, or, if `Accept` prefers it,
 * problem details (RFC 9457), whose `type` links to the documentation; `about:blank` for a failure that
 * is not documented there, and for none of our own (`code` null).
 */
export function interfaceFailure(failure: {
  status: number;
  code: ErrorCode | null;
  title: string;
  text: string;
  accept: string | null;
  headers: Readonly<Record<string, string>>;
}): BytesResponse {
  const { status, code, title, text, accept } = failure;
  const isProblem =
    accept?.includes("problem") === true &&
    new Negotiator({ headers: { accept } }).mediaType(ERROR_TYPES) === ERROR_TYPES[1];
  const headers = { ...failure.headers, vary: "accept" };
  if (!isProblem) return BytesResponse.of({ error: text }, { status, headers });
  const isDocumented = code !== null && errorRow(code).v1 !== undefined;
  const type = isDocumented ? `/v1/docs#${code}` : "about:blank";
  const body = { type, title, status, detail: text, error: text };
  return BytesResponse.of(body, {
    status,
    headers: { ...headers, "content-type": "application/problem+json" },
  });
}

/**
 * Returns the principal of a request to a route whose caller is `account` or `operator`.
 *
 * @throws AppError sign_in_needed
 */
export function accountOf({ principal }: Pick<Context, "principal">): AccountPrincipal {
  if (principal?.kind === "account") return principal;
  throw new AppError("sign_in_needed", "the route has no account");
}

/** Not logged: under load there are too many refusals, and any image's host may fail. */
const TOO_MANY: ReadonlySet<ErrorCode> = new Set([
  "busy",
  "image_refused",
  "image_too_large",
  "not_an_image",
  "image_host_slow",
  "image_unavailable",
]);

/**
 * Logs a failure: an error if it is a bug of ours, a warning if a dependency failed. Notes its code in
 * the context.
 */
export function logFailure(error: AppError, context: Pick<Context, "requestId" | "code">): void {
  context.code = error.code;
  const { requestId } = context;
  const line = { event: "request_failed", requestId, code: error.code, err: error };
  if (ERRORS[error.code].status === 500) log().error(line);
  else if (ERRORS[error.code].status > 500 && !TOO_MANY.has(error.code)) log().warn(line);
  else log().debug(line);
}

/** Returns the body of an error response of `/api/*`. */
export function toErrorBody(error: AppError, requestId: string): ErrorBody {
  return {
    error: {
      code: error.code,
      message: failureTextForPrograms(error.code),
      requestId,
      ...(error.problems && {
        problems: error.problems.map((problem) => ({ ...problem, message: problemText(problem) })),
      }),
      ...(error.serviceSaid !== undefined && { serviceSaid: error.serviceSaid }),
      ...(error.retryAfterSeconds !== undefined && { retryAfterSeconds: error.retryAfterSeconds }),
      ...(error.searchesUsed !== undefined && { searchesUsed: error.searchesUsed }),
      ...(error.searchOffer && { searchOffer: error.searchOffer }),
    },
  };
}

/** Returns a 303. The location is relative: behind a proxy, only the browser knows the host name. */
export function seeOther(location: string, ...cookies: readonly string[]): Response {
  const headers = new Headers({ location, "cache-control": "no-store" });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}
