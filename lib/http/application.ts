import "server-only";
import { ERRORS, type ErrorCode } from "@/lib/contract/errors";
import { AppError, toAppError } from "@/lib/platform/errors";
import {
  type AccountPrincipal,
  type Context,
  type ErrorDialect,
  errorResponse,
  type Handler,
  logFailure,
  seeOther,
} from "@/lib/platform/http";
import { isForm } from "@/lib/platform/is-form";
import { isSameSecret } from "@/lib/platform/is-same-secret";
import { ApiError } from "@/lib/service/api/api-error";
import { hasKeyInUrl, presentedKey, type ServiceKeys } from "@/lib/service/identify-key";
import { ThumbnailFailure } from "@/lib/thumbnails/thumbnail-failure";
import { failureResponse } from "@/lib/thumbnails/thumbnail-response";
import { assertOwnPage } from "@/lib/web/cross-site";
import type { Route } from "@/lib/web/route";
import { createRequestBodies } from "./request-bodies";
import type { RequestSlots, Slot } from "./request-slots";
import { addResponseHeaders } from "./response-headers";
import type { VisitorOf } from "./visitor-ip";

/** What the HTTP server knows about a request beyond the `Request`. */
export type Connection = {
  /** The request target as sent. */
  target: string;
  /** The IP address of the peer; undefined if unknown. */
  peer: string | undefined;
  /** The header `X-Forwarded-For` as sent; Next adds one for its own use. */
  forwardedFor: string | undefined;
  /** Creates the signal that aborts when the visitor leaves. Called at most once. */
  leaveSignal(): AbortSignal;
};

/** Returns the account whose session the request's cookie names; null without a valid session. */
export type SessionOf = (headers: Pick<Headers, "get">) => Promise<AccountPrincipal | null>;

type Found = { route: Route; params: Context["params"] };

export type Application = ReturnType<typeof createApplication>;

const NO_PARAMS = {};

/**
 * Creates the application: it answers every request except those for pages
 * (docs/decisions/0024-one-route-table.md). The front door and Next's route files share it.
 */
export function createApplication(
  routes: readonly Route[],
  {
    visitorOf,
    serviceKeys,
    metricsToken,
    sessionOf,
    slots,
  }: {
    visitorOf: VisitorOf;
    serviceKeys: Pick<ServiceKeys, "identify">;
    /** Null turns the metrics off. */
    metricsToken: string | null;
    sessionOf: SessionOf;
    slots: Pick<RequestSlots, "enter">;
  },
) {
  const find = createRouter(routes);
  const bodies = createRequestBodies();

  /**
   * @throws AppError key_missing, api_key_in_url, sign_in_needed; cross_site if another site's page
   *   sent the request; not_found if metrics are off, or if the account's role is not operator
   *   where the route requires it
   */
  async function authenticate(
    { caller }: Route,
    { method, headers }: Request,
    target: string,
  ): Promise<Context["principal"]> {
    if (caller === "account" || caller === "operator") {
      const account = await sessionOf(headers);
      if (account === null) throw new AppError("sign_in_needed", "no session");
      if (method === "POST") assertOwnPage({ headers });
      if (caller === "account" || account.isOperator) return account;
      throw new AppError("not_found", "only for an operator");
    }
    if (caller === "api-key") {
      if (hasKeyInUrl(target)) throw new ApiError("api_key_in_url", "a key in the query string");
      const key = presentedKey(headers);
      const client = key === null ? null : serviceKeys.identify(key);
      if (client !== null) return { kind: "api-client", ...client };
      throw new AppError("key_missing", "no valid key");
    }
    if (caller === "metrics-token") {
      if (metricsToken === null) throw new AppError("not_found", "metrics are switched off");
      if (hasMetricsToken(headers, metricsToken)) return { kind: "metrics" };
      throw new AppError("key_missing", "no token, or a wrong one, for the metrics");
    }
    return null;
  }

  const contextOf = (connection: Connection, found: Found | null) =>
    new RequestContext(connection, found?.params ?? NO_PARAMS, visitorOf);

  async function run(
    handler: Handler,
    route: Route,
    request: Request,
    context: RequestContext,
  ): Promise<Response> {
    let response: Response;
    let slot: Slot | null = null;
    try {
      assertAnswered(route, request.method);
      context.principal = await authenticate(route, request, context.target);
      const bounded = hasNoBody(request)
        ? request
        : await bodies.read(request, route.bodyBytesMax, context.visitor);
      // The visitor may have left meanwhile. Other requests did not wait, and creating the signal takes
      // 4 µs.
      const hasWaited = bounded !== request || context.principal?.kind === "account";
      if (hasWaited) context.signal.throwIfAborted();
      if (route.priority !== "none") slot = await slots.enter(route.priority, context);
      response = await handler(bounded, context);
    } catch (cause) {
      response = toSignIn(cause, request) ?? failure(cause, route, context, request);
    } finally {
      slot?.leave();
    }
    addResponseHeaders(response, context.requestId, route.cacheControl);
    return response;
  }

  return {
    /** Returns the route of a request target; null for a page that is not in the table. */
    find,
    sessionOf,
    contextOf,
    /** Answers a request. Never rejects. Returns null if Next must answer with a page. */
    answer(
      request: Request,
      connection: Connection,
      found = find(connection.target),
      context = contextOf(connection, found),
    ): Promise<Response> | null {
      if (found === null || found.route.handler === "page") return null;
      return run(found.route.handler, found.route, request, context);
    },
  };
}

class RequestContext implements Context {
  principal: Context["principal"] = null;
  readonly target: string;
  readonly params: Context["params"];
  code?: ErrorCode;
  isPaid?: boolean;
  readonly #connection: Connection;
  readonly #visitorOf: VisitorOf;
  #requestId: string | null = null;
  #signal: AbortSignal | null = null;
  #visitor: string | null = null;

  constructor(connection: Connection, params: Context["params"], visitorOf: VisitorOf) {
    this.target = connection.target;
    this.params = params;
    this.#connection = connection;
    this.#visitorOf = visitorOf;
  }

  get requestId(): string {
    this.#requestId ??= crypto.randomUUID();
    return this.#requestId;
  }

  get signal(): AbortSignal {
    this.#signal ??= this.#connection.leaveSignal();
    return this.#signal;
  }

  get visitor(): string {
    this.#visitor ??= this.#visitorOf(this.#connection);
    return this.#visitor;
  }
}

/** Whether a request has the token for metrics and for the details of readiness. */
export function hasMetricsToken(headers: Headers, token: string | null): boolean {
  return token !== null && isSameSecret(headers.get("authorization") ?? "", `Bearer ${token}`);
}

/** The API that a path belongs to, in any version; null for other paths. */
function apiOf(path: string): ErrorDialect | null {
  const [, name] = /^\/(api|v\d+)(?:\/|$)/i.exec(path) ?? [];
  if (name === undefined) return null;
  return name.toLowerCase() === "api" ? "gallery" : "interface";
}

/** Answers 404 in the API's form for a path that the API does not have. */
function unknownPath(errorForm: ErrorDialect): Route {
  return {
    path: errorForm === "gallery" ? "/api/*" : "/v1/*",
    // Without methods, `assertAnswered` throws `not_found`.
    methods: [],
    handler: async () => new Response(null),
    caller: "visitor",
    priority: "none",
    bodyBytesMax: 0,
    errorForm,
  };
}

/**
 * Finds routes by the path as sent. A path spelled differently (percent-encoding, dot segments,
 * letter case, trailing slash) does not match its route: below an API it is an unknown path.
 * Elsewhere Next gets it, and has no page for it (lib/page-bridge.ts).
 */
function createRouter(routes: readonly Route[]): (target: string) => Found | null {
  const exact = new Map<string, Found>();
  const patterns: { pattern: RegExp; route: Route }[] = [];
  for (const route of routes) {
    if (!/[:*]/.test(route.path)) exact.set(route.path, { route, params: NO_PARAMS });
    else {
      const source = route.path.replace(/:(\w+)/g, "(?<$1>[^/]+)").replace(/\*$/, ".*");
      patterns.push({ pattern: new RegExp(`^${source}$`), route });
    }
  }
  const unknown = { gallery: unknownPath("gallery"), interface: unknownPath("interface") };

  return (target) => {
    const end = target.indexOf("?");
    const path = end === -1 ? target : target.slice(0, end);
    const found = exact.get(path);
    if (found !== undefined) return found;
    for (const { pattern, route } of patterns) {
      const match = pattern.exec(path);
      const params = match === null ? null : decoded(match.groups);
      if (params !== null) return { route, params };
    }
    // Next resolves dot segments, which may lead out of an API's paths. Any text can be a target.
    const hasDots = /^\/(?:.*\/)?(?:\.|%2e)/i.test(path);
    const resolved = hasDots ? new URL(`http://gallery${path}`).pathname : path;
    const api = apiOf(resolved);
    return api === null ? null : { route: unknown[api], params: NO_PARAMS };
  };
}

/** The parameters of a path; null if one cannot be decoded. */
function decoded(groups: Record<string, string> | undefined): Context["params"] | null {
  if (groups === undefined) return NO_PARAMS;
  try {
    const entries = Object.entries(groups);
    return Object.fromEntries(entries.map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch {
    return null;
  }
}

/** @throws AppError not_found, method_not_allowed */
function assertAnswered({ methods }: Route, method: string): void {
  if (methods.some((each) => each === method)) return;
  if (methods.length === 0) throw new AppError("not_found", "no such path");
  throw new AppError("method_not_allowed", `${method} is not answered here`, { allow: methods });
}

/** The body of a GET has no meaning (RFC 9110 §9.3.1); no handler reads it. */
function hasNoBody({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}

/** Redirects a person without a session to sign-in; null for other failures and for programs. */
function toSignIn(cause: unknown, { headers }: Request): Response | null {
  const isPerson = headers.get("accept")?.includes("text/html") === true;
  if (!isPerson || toAppError(cause).code !== "sign_in_needed") return null;
  return seeOther("/sign-in");
}

function failure(
  cause: unknown,
  { errorForm, failedFormHref }: Route,
  context: Context,
  { headers }: Request,
): Response {
  // The client has closed the connection; 499 is nginx's status for it.
  if (context.signal.aborted) return new Response(null, { status: 499 });
  const error = toAppError(cause);
  const isLed = failedFormHref !== undefined && isForm(headers);
  if (errorForm !== "image" && !isLed) {
    return errorResponse(error, context, errorForm, headers.get("accept"));
  }
  logFailure(error, context);
  const { code, retryAfterSeconds } = error;
  if (isLed) {
    return seeOther(failedFormHref(code, headers.get("referer")));
  }
  const { status } = ERRORS[code];
  return failureResponse(
    new ThumbnailFailure(status < 500 ? "refused" : "unavailable", status, code, {
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    }),
  );
}
