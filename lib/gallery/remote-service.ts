import "server-only";
import { AppError } from "@/lib/platform/errors";
import { describeSpan, traced, traceParent } from "@/lib/platform/tracing";
import { parseJson } from "@/lib/protocol/parse-json";
import { readSearchResponse } from "@/lib/protocol/read-search-response";
import { formatSearchParameters, type SearchParameters } from "@/lib/protocol/search-parameters";
import type { ServiceAnswer } from "@/lib/protocol/search-service";
import { createKeyConcealer } from "./conceal-key";
import type { RemoteServiceConfig } from "./config";
import { createHttpClient, type Timeouts } from "./http-client";
import { toServiceError } from "./service-error";

/**
 * Creates a client of the search service at `{url}/v1/search` with our key (the interface, "Search
 * images"). It opens no connection before the first search, and never retries.
 */
export function createRemoteService(
  { url, key, keyHeader }: RemoteServiceConfig,
  {
    timeouts,
    sendsTraceParent = false,
  }: {
    timeouts?: Timeouts;
    /** Whether the service may continue our traces. */
    sendsTraceParent?: boolean;
  } = {},
) {
  const client = createHttpClient(timeouts);
  const { conceal, isIn: hasKey } = createKeyConcealer(key);
  const keyHeaders: Record<string, string> =
    keyHeader === "bearer" ? { authorization: `Bearer ${key}` } : { "x-api-key": key };

  const { hostname, port, protocol } = new URL(url);
  const serverAttributes = {
    "http.request.method": "GET",
    "server.address": hostname,
    "server.port": Number(port || (protocol === "https:" ? 443 : 80)),
  };

  async function send(parameters: SearchParameters, signal: AbortSignal) {
    const traceparent = sendsTraceParent ? traceParent() : null;
    const headers = traceparent === null ? keyHeaders : { ...keyHeaders, traceparent };
    const answer = await client.get(searchUrl(url, parameters), headers, { signal });
    const { status } = answer;
    describeSpan({
      "http.response.status_code": status,
      ...(status >= 400 && { "error.type": String(status) }),
    });
    return answer;
  }

  async function search(
    parameters: SearchParameters,
    { signal }: { signal: AbortSignal },
  ): Promise<ServiceAnswer> {
    const answer = await traced("GET", serverAttributes, () => send(parameters, signal), "client");
    const parsed = answer.body === null ? null : parseJson(answer.body);
    const body = parsed?.isJson ? parsed.value : undefined;
    const isSuccess = answer.status >= 200 && answer.status <= 299;
    if (!isSuccess) throw toServiceError({ ...answer, body }, conceal);

    if (answer.body === null) throw answer.bodyProblem;
    if (!parsed?.isJson) throw unreadable(answer.status, parsed?.problem ?? "no body");
    const read = readSearchResponse(body, (name) => (hasKey(name) ? conceal(name) : name));
    if (!read.isReadable) throw unreadable(answer.status, read.problem);
    // All of this reaches browsers; a URL that contains our key must not.
    const items = read.items.filter(
      ({ imageUrl, hostUrl }) => !hasKey(imageUrl) && !hasKey(hostUrl ?? ""),
    );
    const droppedCount = read.droppedCount + read.items.length - items.length;
    // An answer without any usable item is damaged; it must not be cached as an empty result.
    if (items.length === 0 && droppedCount > 0) {
      throw unreadable(answer.status, `none of ${droppedCount} items is usable`);
    }
    return { items, droppedCount };
  }

  return { search, close: client.close };
}

/** A base URL may have a path, which precedes `/v1/search`. */
function searchUrl(url: string, parameters: SearchParameters): URL {
  const { origin, pathname } = new URL(url);
  const query = formatSearchParameters(parameters);
  return new URL(`${origin}${pathname.replace(/\/+$/, "")}/v1/search?${query}`);
}

function unreadable(status: number, problem: string): AppError {
  return new AppError("service_answer_unreadable", `status ${status}: ${problem}`);
}
