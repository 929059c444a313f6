import "server-only";
import type { Handler, TextForm } from "@/lib/platform/http";

/**
 * The requests that wait for a request slot (lib/http/request-slots.ts), the most important first.
 * `api`: a search with a key.
 */
export type RequestPriority = "page" | "search" | "api" | "thumbnail";

/** One entry of the route table (lib/http/routes.ts). */
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
