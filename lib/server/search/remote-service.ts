import "server-only";
import { parseJson } from "@/lib/protocol/parse-json";
import { readSearchResponse } from "@/lib/protocol/read-search-response";
import { formatSearchParameters, type SearchParameters } from "@/lib/protocol/search-parameters";
import type { FoundItem, SearchService, ServiceAnswer } from "@/lib/protocol/search-service";
import type { RemoteServiceConfig } from "@/lib/server/config";
import { AppError } from "@/lib/server/errors";
import { createKeyConcealer } from "./conceal-key";
import { createHttpClient, type Timeouts } from "./http-client";
import { toServiceError } from "./service-error";

export type RemoteService = SearchService & { close(): Promise<void> };

/**
 * The search service at `{url}/v1/search`, asked over HTTP with our key (the interface, "Search
 * images"). Makes no connection before the first search, and asks once: it never retries.
 */
export function createRemoteService(
  { url, key, keyHeader }: RemoteServiceConfig,
  { timeouts }: { timeouts?: Timeouts } = {},
): RemoteService {
  const client = createHttpClient(timeouts);
  const { conceal } = createKeyConcealer(key);
  const keyHeaders: Record<string, string> =
    keyHeader === "bearer" ? { authorization: `Bearer ${key}` } : { "x-api-key": key };

  async function search(
    parameters: SearchParameters,
    { signal }: { signal: AbortSignal },
  ): Promise<ServiceAnswer> {
    const answer = await client.get(searchAddress(url, parameters), keyHeaders, { signal });
    const parsed = answer.body === null ? null : parseJson(answer.body);
    const body = parsed?.isJson ? parsed.value : undefined;
    if (answer.status < 200 || answer.status > 299)
      throw toServiceError({ ...answer, body }, conceal);

    if (answer.body === null) throw answer.bodyProblem;
    if (!parsed?.isJson) throw unreadable(answer.status, parsed?.problem ?? "no body");
    const read = readSearchResponse(body);
    if (!read.isReadable) throw unreadable(answer.status, read.problem);
    const items = read.items
      .map((item) => withoutKey(item, conceal))
      .filter((item) => item !== null);
    return { items, droppedCount: read.droppedCount + read.items.length - items.length };
  }

  return { search, close: client.close };
}

/** A base address may have a path of its own, which stays in front of `/v1/search`. */
function searchAddress(url: string, parameters: SearchParameters): URL {
  const { origin, pathname } = new URL(url);
  const query = formatSearchParameters(parameters);
  return new URL(`${origin}${pathname.replace(/\/+$/, "")}/v1/search?${query}`);
}

/** Addresses go to browsers: one that carries our key is not usable, whatever the service meant. */
function withoutKey(item: FoundItem, conceal: (text: string) => string): FoundItem | null {
  if (conceal(item.imageUrl) !== item.imageUrl) return null;
  if (item.hostUrl !== null && conceal(item.hostUrl) !== item.hostUrl) return null;
  return { ...item, name: conceal(item.name) };
}

function unreadable(status: number, problem: string): AppError {
  return new AppError("service_answer_unreadable", `status ${status}: ${problem}`);
}
