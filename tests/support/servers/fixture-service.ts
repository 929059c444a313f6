import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { FIXTURE_PICTURES } from "../pictures/fixture-pictures";
import { solidPng } from "../pictures/solid-png";
import { fixtureSearch } from "./fixture-search";
import { close, listen } from "./listen";

/** A scripted response instead of a search. Omitted fields are as in a successful response. */
export type FixtureAnswer = {
  status?: number;
  statusText?: string;
  headers?: Record<string, string>;
  /** An object is sent as JSON; text is sent unchanged, with the content type of `headers`. */
  body?: string | Uint8Array | object;
  encoding?: "gzip" | "br";
  /** Delay before the response head; Infinity never responds. */
  delayMs?: number;
  /** The response head is sent when this resolves. */
  until?: Promise<unknown>;
  /** Sends the full Content-Length, then breaks the connection after this many bytes. */
  breakAfterBytes?: number;
  /** Sends one byte of the body at a time, with this pause between. */
  dripMs?: number;
};

export type RecordedSearch = {
  method: string;
  /** The request target as sent: path and raw query. */
  target: string;
  headers: IncomingMessage["headers"];
  /** Resolves to true when the client disconnects before the response is complete. */
  hasLeft: Promise<boolean>;
};

export type FixtureService = {
  baseUrl: string;
  key: string;
  /** With these, a gallery searches here and may fetch the pictures. */
  settings: Record<"SEARCH_API_URL" | "SEARCH_API_KEY" | "VITRINE_THUMBNAIL_PRIVATE_HOSTS", string>;
  /** Every request to `/v1/search`, in order. */
  searches: RecordedSearch[];
  /** Sends this response to every search with a valid key; null restores real searches. */
  answerWith(answer: FixtureAnswer | null): void;
  /** Sends this response to searches for exactly `q`; takes precedence over `answerWith`. */
  answerTo(q: string, answer: FixtureAnswer): void;
  /** Resolves with the next search request. */
  nextSearch(): Promise<RecordedSearch>;
  stop(): Promise<void>;
};

/**
 * Starts a small implementation of the search interface on 127.0.0.1; port 0 selects a free port.
 *
 * `prefix` mounts the service under a path. Depends on Node only, so any test runner can start it.
 */
export async function startFixtureService({
  port = 0,
  key = "fixture-key-3f9a1c77",
  prefix = "",
} = {}): Promise<FixtureService> {
  let always: FixtureAnswer | null = null;
  const byQuery = new Map<string, FixtureAnswer>();
  const searches: RecordedSearch[] = [];
  const waiting: ((search: RecordedSearch) => void)[] = [];

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", baseUrl);
    if (url.pathname === `${prefix}/v1/search`) answerSearch(request, response, url);
    else send(response, imageAnswer(url));
  });
  const baseUrl = (await listen(server, port)) + prefix;

  function answerSearch(request: IncomingMessage, response: ServerResponse, url: URL): void {
    const search = record(request, response);
    searches.push(search);
    for (const resolve of waiting.splice(0)) resolve(search);
    send(response, answerFor(request, url));
  }

  function answerFor(request: IncomingMessage, url: URL): FixtureAnswer {
    if (!hasKey(request, key)) {
      return { status: 401, body: { error: "API key missing or invalid." } };
    }
    const scripted = byQuery.get(url.searchParams.get("q") ?? "") ?? always;
    if (scripted !== null) return scripted;
    if (request.method !== "GET") return { status: 405, body: { error: "Send a GET request." } };
    return fixtureSearch(url.searchParams, baseUrl);
  }

  return {
    baseUrl,
    key,
    settings: {
      SEARCH_API_URL: baseUrl,
      SEARCH_API_KEY: key,
      VITRINE_THUMBNAIL_PRIVATE_HOSTS: new URL(baseUrl).host,
    },
    searches,
    answerWith(answer) {
      always = answer;
    },
    answerTo: (q, answer) => void byQuery.set(q, answer),
    nextSearch: () => new Promise((resolve) => waiting.push(resolve)),
    stop: () => close(server),
  };
}

function record(request: IncomingMessage, response: ServerResponse): RecordedSearch {
  return {
    method: request.method ?? "",
    target: request.url ?? "",
    headers: request.headers,
    hasLeft: new Promise((resolve) => {
      response.on("close", () => resolve(!response.writableFinished));
    }),
  };
}

/** If both headers are present, both must hold the key. */
function hasKey({ headers }: IncomingMessage, key: string): boolean {
  const sent = [headers["x-api-key"], /^Bearer (.+)$/i.exec(headers.authorization ?? "")?.[1]];
  const given = sent.filter((text) => text !== undefined);
  return given.length > 0 && given.every((text) => text === key);
}

function imageAnswer(url: URL): FixtureAnswer {
  const picture = FIXTURE_PICTURES.find(({ id }) => url.pathname.endsWith(`/images/${id}.png`));
  if (picture === undefined) return { status: 404, body: { error: "Not here." } };
  const { width, height, accentColor, isTransparent } = picture;
  return {
    headers: { "content-type": "image/png" },
    body: solidPng(width, height, accentColor, { isTransparent }),
  };
}

function send(response: ServerResponse, answer: FixtureAnswer): void {
  const { status = 200, delayMs = 0, until, encoding, breakAfterBytes, dripMs } = answer;
  if (delayMs === Number.POSITIVE_INFINITY) return;
  const bytes = toBytes(answer.body ?? "", encoding);
  const head = () => {
    const headers = {
      "content-type": "application/json",
      "content-length": bytes.length,
      ...(encoding && { "content-encoding": encoding }),
      ...answer.headers,
    };
    if (answer.statusText === undefined) response.writeHead(status, headers);
    else response.writeHead(status, answer.statusText, headers);
  };
  const run = () => {
    if (response.destroyed) return;
    head();
    if (breakAfterBytes !== undefined) {
      response.write(bytes.subarray(0, breakAfterBytes), () => response.destroy());
    } else if (dripMs !== undefined) drip(response, bytes, dripMs);
    else response.end(bytes);
  };
  if (until !== undefined) void until.then(run);
  else if (delayMs > 0) setTimeout(run, delayMs);
  else run();
}

function toBytes(body: string | Uint8Array | object, encoding: FixtureAnswer["encoding"]): Buffer {
  const isReady = typeof body === "string" || body instanceof Uint8Array;
  const bytes = Buffer.from(isReady ? body : JSON.stringify(body));
  if (encoding === "gzip") return gzipSync(bytes);
  return encoding === "br" ? brotliCompressSync(bytes) : bytes;
}

function drip(response: ServerResponse, bytes: Buffer, pauseMs: number): void {
  let sent = 0;
  const timer = setInterval(() => {
    if (response.destroyed || sent === bytes.length) {
      clearInterval(timer);
      response.end();
    } else {
      response.write(bytes.subarray(sent, sent + 1));
      sent += 1;
    }
  }, pauseMs);
}
