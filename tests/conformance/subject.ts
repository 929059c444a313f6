import { request } from "undici";
import type { FixturePicture } from "@/tests/support/fixture-pictures";

/** A running service that claims to answer the interface. */
export type RunningService = {
  /** `{base_url}`, without a slash at its end. */
  baseUrl: string;
  key: string;
  stop(): Promise<void>;
};

/** What the suite is run against. */
export type Subject = {
  name: string;
  start(): Promise<RunningService>;
  /** A query that finds something. */
  query: string;
  /**
   * Everything that `query` finds without any filter; null for a service about whose pictures
   * nothing is known and whose searches cost: it is asked little, and only what is documented.
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

/** Sends a search with exactly these headers; `query` is parameters, or a raw query string. */
export async function send(
  { baseUrl }: RunningService,
  query: string | Record<string, string>,
  { method = "GET", headers = {} }: AskOptions = {},
): Promise<Answer> {
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
    body: text.startsWith("{") ? JSON.parse(text) : {},
  };
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
