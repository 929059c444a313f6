import "server-only";
import type { Handler, TextForm } from "@/lib/platform/http";

/**
 * The requests that wait for a request slot (lib/http/request-slots.ts), the most important first.
 * `api`: a search with a key.
 */
export type RequestPriority = "page" | "search" | "api" | "thumbnail";

/**
 * One row of the route table: what answers a path, who may call it, its priority and its largest body. A
 * limit per visitor is the handler's own (`reportEndpoint` in lib/gallery/report-endpoint.ts).
 */
export type Route = {
  /**
   * Compared with the path as sent, without decoding: a literal path, `:name` for one segment, or a
   * final `*` for the rest.
   */
  path: string;
  /** A route that lists HEAD answers it as GET without a body. */
  methods: readonly ("GET" | "HEAD" | "POST")[];
  /** `page`: Next answers; proxy.ts checks the method and sets the headers of a page. */
  handler: Handler | "page";
  /**
   * Who may call it: a visitor; an API client with a service key; a program with the metrics token;
   * a person who is signed in; an operator; or anyone, under any host name. Pages for the signed-in
   * and for operators check this themselves (app/signed-in.ts).
   */
  caller: "anyone" | "visitor" | "api-key" | "metrics-token" | "account" | "operator";
  /** Decides which requests wait, and which are refused first, under load. `none`: never waits. */
  priority: RequestPriority | "none";
  /** A longer body is refused before or while it is read. 0: a request must have no body. */
  bodyBytesMax: number;
  errorForm: TextForm | "image";
  /**
   * The page that a failed form redirects to (303), for the error's code and the URL of the page
   * that sent the form. Without it, a failed form is answered in `errorForm`.
   */
  failedFormHref?: (code: string, sentFrom: string | null) => string;
  /** The `Cache-Control` of every response whose handler sets none. */
  cacheControl?: string;
};

/** Whether probes or scrapers call a route; such requests are neither counted nor traced. */
export function isForMonitoring({ caller }: Pick<Route, "caller">): boolean {
  return caller === "anyone" || caller === "metrics-token";
}

/** A route that this server answers without Next. */
export type Endpoint = Route & { handler: Handler };

/* The parts that many routes share. */

export const READ = { methods: ["GET", "HEAD"], bodyBytesMax: 0 } as const;

/** A file that is made once, or from the configuration. */
export const FILE = {
  ...READ,
  caller: "visitor",
  priority: "none",
  errorForm: "plain",
} as const;

export const FORM_BYTES_MAX = 8 * 1024;

/** Checking a password takes as much time as a search, or more. */
const POST = {
  methods: ["POST"],
  caller: "visitor",
  priority: "search",
  bodyBytesMax: FORM_BYTES_MAX,
} as const;

/** A form of our own pages. */
export const FORM = { ...POST, errorForm: "plain", cacheControl: "no-store" } as const;

/** A form that needs a session. */
export const ACCOUNT_FORM = { ...FORM, caller: "account" } as const;

/** A search of our own scripts, or of a form without them; says itself how long it may be cached. */
export const SEARCH_ROUTE = { ...POST, errorForm: "gallery" } as const;

/** Another request of our own scripts, or of a form without them. */
export const GALLERY_POST = { ...SEARCH_ROUTE, cacheControl: "no-store" } as const;

/** A request of an API client. */
export const INTERFACE = {
  methods: ["GET"],
  caller: "api-key",
  priority: "api",
  bodyBytesMax: 0,
  errorForm: "interface",
} as const;

/** Returns the routes of pages, which Next answers. */
export function pageRoutes(caller: Route["caller"], paths: readonly string[]): readonly Route[] {
  return paths.map((path) => ({
    ...READ,
    path,
    handler: "page",
    caller,
    priority: "page",
    errorForm: "plain",
  }));
}
