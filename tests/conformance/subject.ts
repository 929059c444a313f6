import { request } from "undici";
import type { FixturePicture } from "@/tests/support/pictures/fixture-pictures";

/** A running service that implements the search interface. */
export type RunningService = {
  /** `{base_url}`, without a trailing slash. */
  baseUrl: string;
  key: string;
  /** Sends a GET; undici by default. */
  client?: Client;
  stop(): Promise<void>;
};

/** Sends a search; `query` is parameters or a raw query string. */
export type Client = (
  query: string | Record<string, string>,
  headers: Record<string, string>,
) => Promise<{ status: number; contentType: string; text: string }>;

/** A service under test. */
export type Subject = {
  name: string;
  start(): Promise<RunningService>;
  /** A query with results. */
  query: string;
  /**
   * All pictures that match `query` without a filter. Null for a remote service: its pictures are
   * unknown and its searches cost money, so the suite sends few requests and checks only documented
   * behaviour.
   */
  pictures: readonly FixturePicture[] | null;
};

export type Item = {
  imageUrl: string;
  width: number;
  height: number;
  accentColor: string;
  name: string;
  hostUrl: string;
};

export type Answer = {
  status: number;
  contentType: string;
  text: string;
  body: { name: string; value: Item[]; error: string };
};

type AskOptions = { method?: string; headers?: Record<string, string> };

/** Sends a search with exactly these headers. `query` is parameters or a raw query string. */
export async function send(
  { baseUrl, client }: RunningService,
  query: string | Record<string, string>,
  { method = "GET", headers = {} }: AskOptions = {},
): Promise<Answer> {
  if (client !== undefined && method === "GET") {
    const answer = await client(query, headers);
    return { ...answer, body: bodyOf(answer.text) };
  }
  const written = typeof query === "string" ? query : encode(query);
  const response = await request(`${baseUrl}/v1/search?${written}`, {
    method: method as "GET",
    headers,
  });
  const text = await response.body.text();
  return {
    status: response.statusCode,
    contentType: String(response.headers["content-type"]),
    text,
    body: bodyOf(text),
  };
}

function bodyOf(text: string): Answer["body"] {
  return JSON.parse(text.startsWith("{") ? text : "{}");
}

/** Sends a search with the key. */
export function ask(
  service: RunningService,
  query: string | Record<string, string>,
  { method = "GET", headers = {} }: AskOptions = {},
): Promise<Answer> {
  return send(service, query, { method, headers: { "x-api-key": service.key, ...headers } });
}

function encode(parameters: Record<string, string>): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
}
