import { test as base, type ConsoleMessage, expect, type Page } from "@playwright/test";

/** All requests of a page, and all errors and warnings of its console. */
export type Watched = { requests: string[]; complaints: string[] };

/**
 * Extends `test`: after each test, the console must have no errors, warnings or policy violations,
 * and all requests must have gone to this server.
 */
export const test = base.extend<{ watched: Watched }>({
  watched: [
    async ({ page, baseURL }, use) => {
      const watched = watch(page);
      await use(watched);
      expect(watched.complaints).toEqual([]);
      const foreign = watched.requests.filter((url) => !url.startsWith(`${baseURL}/`));
      expect(foreign).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

function watch(page: Page): Watched {
  const watched: Watched = { requests: [], complaints: [] };
  page.on("request", (request) => watched.requests.push(request.url()));
  page.on("console", (message) => {
    if (!["error", "warning"].includes(message.type()) || isOfBusyServer(message)) return;
    watched.complaints.push(message.text());
  });
  page.on("pageerror", (error) => watched.complaints.push(error.message));
  return watched;
}

/** On a busy machine, a server refuses thumbnails for the moment. */
function isOfBusyServer(message: ConsoleMessage): boolean {
  const { pathname } = new URL(message.location().url || "about:blank");
  return pathname.startsWith("/thumb/") && message.text().includes("status of 503");
}

/** Returns the requests to `/api/search`. */
export function searchesAsked({ requests }: Watched): string[] {
  return requests.filter((url) => new URL(url).pathname === "/api/search");
}
