import { test as base, expect, type Page } from "@playwright/test";

/** What went on behind a page: every request, and everything the browser complained about. */
export type Watched = { requests: string[]; complaints: string[] };

/**
 * Tests on a page that is watched: after each, the browser must have complained of nothing (no
 * error, no warning, no violation of the policy) and asked no origin but ours.
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
    if (["error", "warning"].includes(message.type())) watched.complaints.push(message.text());
  });
  page.on("pageerror", (error) => watched.complaints.push(error.message));
  return watched;
}

/** The requests that asked our API a search. */
export function searchesAsked({ requests }: Watched): string[] {
  return requests.filter((url) => new URL(url).pathname === "/api/search");
}
