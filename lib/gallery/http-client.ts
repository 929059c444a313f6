import "server-only";
import { Agent, type Dispatcher } from "undici";
import { AppError } from "@/lib/platform/errors";
import { readBody } from "./read-body";
import { toTransportError } from "./transport-error";

/** Deadlines of one request, in milliseconds; `totalMs` includes connecting and the whole body. */
export type Timeouts = { connectMs: number; totalMs: number };

export const DEFAULT_TIMEOUTS: Timeouts = { connectMs: 2000, totalMs: 6000 };

/** Requests under way at once; more wait their turn within their own deadline. */
const CONNECTIONS_MAX = 16;

/** An answer of any status. `body` is null, and `bodyProblem` says why, when it can't be used. */
export type HttpAnswer = {
  status: number;
  statusText: string;
  retryAfter: string | null;
} & ({ body: string } | { body: null; bodyProblem: AppError });

/**
 * A GET client for one server.
 *
 * Its own connections on `undici`, because the `fetch` of the framework is patched (it caches and
 * retries), follows redirects with all headers, and asks for brotli, which a kilobyte can blow up
 * to a gigabyte. No redirects, no cookies, no proxy from the environment, no retry: a search may
 * have been billed although its answer was lost.
 */
export function createHttpClient(timeouts: Timeouts = DEFAULT_TIMEOUTS) {
  const agent = new Agent({
    connections: CONNECTIONS_MAX,
    connect: { timeout: timeouts.connectMs },
    // The deadline over everything is ours; these two would only race with it.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    /**
     * Sends one GET and reads the answer to its end.
     *
     * @throws AppError service_timeout, service_unreachable, service_answer_unreadable; the reason
     * of `signal` when that aborted.
     */
    async get(
      url: URL,
      headers: Record<string, string>,
      { signal }: { signal: AbortSignal },
    ): Promise<HttpAnswer> {
      signal.throwIfAborted();
      const deadline = startDeadline(timeouts.totalMs, signal);
      try {
        const response = await agent.request({
          origin: url.origin,
          path: url.pathname + url.search,
          method: "GET",
          headers: { ...FIXED_HEADERS, ...headers },
          signal: deadline.signal,
        });
        return await toAnswer(response);
      } catch (cause) {
        signal.throwIfAborted();
        throw deadline.signal.aborted ? timedOut(timeouts) : toTransportError(cause);
      } finally {
        deadline.stop();
      }

      async function toAnswer(response: Dispatcher.ResponseData): Promise<HttpAnswer> {
        const head = {
          status: response.statusCode,
          statusText: response.statusText,
          retryAfter: [response.headers["retry-after"]].flat()[0] ?? null,
        };
        try {
          return { ...head, body: await readBody(response) };
        } catch (cause) {
          signal.throwIfAborted();
          const bodyProblem = deadline.signal.aborted ? timedOut(timeouts) : brokenBody(cause);
          return { ...head, body: null, bodyProblem };
        }
      }
    },

    /** Ends all connections at once. */
    close: () => agent.destroy(),
  };
}

const FIXED_HEADERS = {
  accept: "application/json",
  "accept-encoding": "gzip, identity",
  "user-agent": "Vitrine",
};

/** A signal that aborts with `outer` or after `ms`; leaves neither timer nor listener behind. */
function startDeadline(ms: number, outer: AbortSignal) {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, ms);
  outer.addEventListener("abort", abort, { once: true });
  return {
    signal: controller.signal,
    stop() {
      clearTimeout(timer);
      outer.removeEventListener("abort", abort);
    },
  };
}

/** Past the head, a lost connection is half an answer rather than none. */
function brokenBody(cause: unknown): AppError {
  const error = toTransportError(cause);
  return error.code === "service_unreachable"
    ? new AppError("service_answer_unreadable", `the body broke off: ${error.message}`)
    : error;
}

function timedOut({ totalMs }: Timeouts): AppError {
  return new AppError("service_timeout", `no complete answer within ${totalMs} ms`);
}
