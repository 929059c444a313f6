import { request } from "undici";
import type { ErrorBody } from "@/lib/contract/error-body";
import type { SearchAnswer } from "@/lib/contract/search-answer";
import type { RemoteServiceConfig } from "@/lib/gallery/config";
import { createFreeSearch } from "@/lib/gallery/free-search";
import type { Timeouts } from "@/lib/gallery/http-client";
import { createRemoteService } from "@/lib/gallery/remote-service";
import { unsignedSearches } from "@/tests/support/servers/unsigned-searches";
import { applicationOf } from "./application";
import { serveHandler } from "./serve-handler";

type AskOptions = { method?: string; headers?: Record<string, string>; signal?: AbortSignal };

export type Asked = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  answer: SearchAnswer;
  error: ErrorBody["error"];
};

export type Gallery = {
  /** Sends `?{query}` to `/api/search`; the response body becomes `answer`, its error `error`. */
  ask(query: string, options?: AskOptions): Promise<Asked>;
  stop(): Promise<void>;
};

export const ANSWERED_AT = "2026-03-04T05:06:07.000Z";

/** Starts the gallery's API on a socket, with a remote service behind it. */
export async function startGallery(
  {
    url,
    key,
    keyHeader = "x-api-key",
  }: Omit<RemoteServiceConfig, "keyHeader"> & {
    keyHeader?: RemoteServiceConfig["keyHeader"];
  },
  options: { timeouts?: Timeouts } = {},
): Promise<Gallery> {
  const service = createRemoteService({ url, key, keyHeader }, options);
  const searchImages = createFreeSearch({
    service,
    label: async () => ({ kind: "remote", host: new URL(url).host }),
    clock: () => Date.parse(ANSWERED_AT),
  });
  const served = await serveHandler(applicationOf(unsignedSearches(searchImages)));
  return {
    async ask(query, { method = "GET", headers = {}, signal } = {}) {
      const response = await request(`${served.baseUrl}/api/search?${query}`, {
        method: method as "GET",
        headers,
        signal: signal ?? null,
      });
      const text = await response.body.text();
      const body = text === "" ? {} : JSON.parse(text);
      return {
        status: response.statusCode,
        headers: response.headers,
        text,
        answer: body,
        error: body.error,
      };
    },
    async stop() {
      await service.close();
      await served.stop();
    },
  };
}
