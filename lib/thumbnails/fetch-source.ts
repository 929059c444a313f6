import "server-only";
import type { IncomingMessage } from "node:http";
import { parseUrl } from "@/lib/protocol/parse-url";
import { type ConnectOptions, connectChecked } from "./connect";
import { fetchHop } from "./fetch-hop";
import { type ByteBudget, readImageBody } from "./read-image-body";
import { parseSourceUrl, type SourcePolicy } from "./source-url";
import { badHost, refused, slowHost, ThumbnailFailure } from "./thumbnail-failure";

export type FetchSourceOptions = Omit<ConnectOptions, "signal"> & {
  bytesMax: number;
  /** Shared by all concurrent fetches. */
  budget: ByteBudget;
};

const REDIRECTS_MAX = 3;
const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);
const LOCATION_CHARACTERS_MAX = 2048;

/**
 * Fetches an original: all of its bytes, which begin like a supported image.
 *
 * Follows up to three redirects, none from https to http; each target is checked, resolved and
 * connected to like the first URL.
 *
 * @throws ThumbnailFailure where the original cannot be fetched; the signal's reason once it aborts,
 *   after closing the connection.
 */
export async function fetchSource(
  source: string,
  options: FetchSourceOptions,
  signal: AbortSignal,
): Promise<Buffer> {
  const deadline = new AbortController();
  const timer = setTimeout(
    () => deadline.abort(slowHost("the whole fetch took too long")),
    options.deadlines.wholeMs,
  );
  try {
    const either = AbortSignal.any([signal, deadline.signal]);
    return await follow(source, { ...options, signal: either });
  } finally {
    clearTimeout(timer);
  }
}

async function follow(
  source: string,
  options: FetchSourceOptions & ConnectOptions,
): Promise<Buffer> {
  let url = allowedUrl(source, options.policy);
  for (let hops = 0; hops <= REDIRECTS_MAX; hops += 1) {
    options.signal.throwIfAborted();
    const hop = await fetchHop(url, await connectChecked(url, options), options);
    try {
      const { response } = hop;
      if (!REDIRECT_STATUSES.has(response.statusCode ?? 0)) {
        assertUsable(response);
        return await readImageBody(response, options);
      }
      url = redirectTarget(url, response, options.policy);
    } finally {
      hop.close();
    }
  }
  throw badHost("too many redirects");
}

/** @throws ThumbnailFailure `refused` where the policy does not allow the URL. */
export function allowedUrl(text: string, policy: SourcePolicy): URL {
  const source = parseSourceUrl(text, policy);
  if (!source.isAllowed) throw refused(`the URL is not fetched: ${source.problem}`);
  return source.url;
}

function redirectTarget(from: URL, response: IncomingMessage, policy: SourcePolicy): URL {
  const locations = response.rawHeaders.filter(
    (_, index, raw) => index % 2 === 1 && raw[index - 1]?.toLowerCase() === "location",
  );
  const [location] = locations;
  if (location === undefined || location === "" || locations.length > 1) {
    throw badHost("a redirect without one target");
  }
  if (location.length > LOCATION_CHARACTERS_MAX || /[^\x21-\x7e]/.test(location)) {
    throw badHost("a redirect with an unreadable target");
  }
  const named = parseUrl(location, from);
  if (named === null) throw badHost("a redirect with an unreadable target");
  const target = allowedUrl(named.href, policy);
  const leavesHttps = from.protocol === "https:" && target.protocol === "http:";
  if (leavesHttps) throw refused("a redirect from https to http");
  return target;
}

/** Rejects by status and content coding, before the body is read. */
function assertUsable(response: IncomingMessage): void {
  const status = response.statusCode ?? 0;
  if (status === 404 || status === 410) {
    throw new ThumbnailFailure("gone", 404, `the host answered ${status}`);
  }
  if (status === 401 || status === 402 || status === 403 || status === 451) {
    throw new ThumbnailFailure("refused", 502, `the host answered ${status}`);
  }
  if (status !== 200) throw badHost(`the host answered ${status}`);
  const coding = (response.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  if (coding !== "identity") throw badHost("the host sent an encoded body");
}
