import "server-only";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { Agent, buildConnector, type Dispatcher } from "undici";
import { connectionOptions } from "@/lib/platform/connection-options";
import { contentCodings } from "@/lib/platform/content-codings";
import { AppError } from "@/lib/platform/errors";
import { readBody } from "@/lib/platform/read-body";
import { toTransportError, toUnconnected } from "./service-error";

/** Deadlines of one request in milliseconds; `totalMs` includes connecting and the whole body. */
export type Timeouts = { connectMs: number; totalMs: number };

export const DEFAULT_TIMEOUTS: Timeouts = { connectMs: 2000, totalMs: 6000 };

/**
 * Requests at once. Further ones wait within their own deadline. A search that waits until then counts,
 * although it was not sent: for that, the service must leave more than 16 searches unanswered.
 */
const CONNECTIONS_MAX = 16;

/** Limit of the body as sent, and again after decompression; about a hundred times a usual answer. */
const BODY_BYTES_MAX = 2 * 1024 * 1024;

const FIXED_HEADERS = {
  accept: "application/json",
  "accept-encoding": "gzip, identity",
  "user-agent": "Vitrine",
};

/** An answer of any status. If its body cannot be used, it is null and `bodyProblem` says why. */
export type HttpAnswer = {
  status: number;
  statusText: string;
  retryAfter: string | null;
} & ({ body: string } | { body: null; bodyProblem: AppError });

/**
 * Creates a GET client for one server, with its own connections.
 *
 * It uses `undici` directly, because the framework's `fetch` is patched (it caches and retries),
 * follows redirects with all headers, and asks for brotli, which can unpack a kilobyte to a gigabyte.
 * It uses no redirects, cookies, proxy from the environment, or retries: a search may have been
 * billed although its answer was lost.
 */
export function createHttpClient(timeouts: Timeouts = DEFAULT_TIMEOUTS) {
  const { connectMs } = timeouts;
  const connect = buildConnector({ timeout: connectMs, ...connectionOptions(connectMs) });
  const agent = new Agent({
    connections: CONNECTIONS_MAX,
    connect: (options, callback) =>
      connect(options, (...[error, socket]) =>
        error === null ? callback(null, socket) : callback(toUnconnected(error), null),
      ),
    // The deadline below covers both; these two would only race with it.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    /**
     * Sends one GET and reads the answer to its end.
     *
     * @throws AppError service_timeout, service_unreachable, service_connection_lost,
     * service_answer_unreadable; the reason of `signal` if that aborted
     */
    async get(
      url: URL,
      headers: Record<string, string>,
      { signal }: { signal: AbortSignal },
    ): Promise<HttpAnswer> {
      signal.throwIfAborted();
      const deadline = new AbortController();
      const timer = setTimeout(() => deadline.abort(), timeouts.totalMs);
      const toError = (cause: unknown) => {
        signal.throwIfAborted();
        if (!deadline.signal.aborted) return toTransportError(cause);
        return new AppError("service_timeout", `no whole answer in ${timeouts.totalMs} ms`);
      };
      try {
        const response = await agent.request({
          origin: url.origin,
          path: url.pathname + url.search,
          method: "GET",
          headers: { ...FIXED_HEADERS, ...headers },
          signal: AbortSignal.any([signal, deadline.signal]),
        });
        const head = {
          status: response.statusCode,
          statusText: response.statusText,
          retryAfter: [response.headers["retry-after"]].flat()[0] ?? null,
        };
        const bodyProblem = (cause: unknown) => brokenBody(toError(cause));
        return await readText(response).then(
          (body) => ({ ...head, body }),
          (cause) => ({ ...head, body: null, bodyProblem: bodyProblem(cause) }),
        );
      } catch (cause) {
        throw toError(cause);
      } finally {
        clearTimeout(timer);
      }
    },

    /** Closes all connections at once. */
    close: () => agent.destroy(),
  };
}

/**
 * Reads a body as UTF-8 text, unpacked from gzip; stops reading at 2 MiB.
 *
 * @throws AppError service_answer_unreadable for a longer body, another encoding, or broken gzip;
 * the connection's own error if it ends early.
 */
async function readText({ headers, body }: Dispatcher.ResponseData): Promise<string> {
  const codings = contentCodings(String(headers["content-encoding"] ?? ""));
  const isGzip = codings.length === 1 && /gzip$/.test(codings[0] ?? "");
  try {
    if (codings.length > 0 && !isGzip) {
      // The encoding's name is the service's own text, so it must not be logged.
      throw unreadable("a content encoding that was not asked for");
    }
    const isTooLong = Number(headers["content-length"]) > BODY_BYTES_MAX;
    const bytes = isTooLong ? null : await readBody(body, BODY_BYTES_MAX);
    if (bytes === null) throw unreadable(`a body of more than ${BODY_BYTES_MAX} bytes`);
    return new TextDecoder().decode(isGzip ? await unpack(bytes) : bytes);
  } finally {
    // The unread rest would keep the connection busy. Destroying a body emits an error.
    if (!body.readableEnded) body.on("error", () => {}).destroy();
  }
}

async function unpack(bytes: Buffer): Promise<Buffer> {
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: BODY_BYTES_MAX });
  } catch (cause) {
    throw unreadable("gzip that is broken or too long", cause);
  }
}

/** A connection that is lost after the head leaves half an answer. */
function brokenBody(error: AppError): AppError {
  return error.code === "service_connection_lost"
    ? unreadable(`the body broke off: ${error.message}`)
    : error;
}

function unreadable(internal: string, cause?: unknown): AppError {
  return new AppError("service_answer_unreadable", internal, { cause });
}
