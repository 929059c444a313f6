import { NextRequest } from "next/server";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { parseConfig } from "@/lib/config";
import type { SearchAnswer, ServiceLabel } from "@/lib/contract/search-answer";
import { DEFAULT_FILTERS } from "@/lib/contract/search-query";
import type { RecentAnswer } from "@/lib/contract/shelf";
import { openState } from "@/lib/state/open-state";
import { createVitrine, type Vitrine } from "@/lib/vitrine";
import { AN_ACTOR } from "@/tests/support/accounts/accounts";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { copyPhotographs } from "@/tests/support/pictures/photographs";
import { TEST_VISITOR } from "@/tests/support/servers/application";
import { startFixtureService } from "@/tests/support/servers/fixture-service";

const KEY = "a-key-of-at-least-24-characters";
const HERE = "http://localhost:3000";

type Settings = Record<string, string>;

/** Starts the whole program, without its socket and pages. */
function start(settings: Settings): {
  vitrine: Vitrine;
  ask: (request: Request) => Promise<Response>;
} {
  const vitrine = createVitrine(parseConfig({ VITRINE_SERVICE_KEY: KEY, ...settings }));
  onTestFinished(async () => {
    await Promise.all([vitrine.close(), vitrine.embedded.close()]);
  });
  return {
    vitrine,
    async ask(request) {
      const { pathname, search } = new URL(request.url);
      const answer = vitrine.application.answer(request, {
        target: pathname + search,
        peer: TEST_VISITOR,
        forwardedFor: undefined,
        leaveSignal: () => new AbortController().signal,
      });
      if (answer === null) throw new Error("a page");
      return answer;
    },
  };
}

const OWN = { "sec-fetch-site": "same-origin" };
const get = (path: string) => new Request(`${HERE}${path}`, { headers: OWN });
const post = (path: string, fields: Record<string, string>) =>
  new Request(`${HERE}${path}`, {
    method: "POST",
    headers: { ...OWN, accept: "application/json" },
    body: new URLSearchParams(fields),
  });
const json = async <T>(answer: Promise<Response>) => (await (await answer).json()) as T;

describe("a locked library", () => {
  /** Returns what each endpoint shows of a picture that is rated `moderate`. */
  async function waysTo(settings: Settings, id: string) {
    const { vitrine, ask } = start(settings);
    await vitrine.embedded.ready();
    const isIt = ({ imageUrl }: { imageUrl: string }) => imageUrl.includes(id);
    const query = "q=nagasaki&safesearch=moderate";
    const fields = { q: "nagasaki", safesearch: "moderate" } as const;
    const moderate = { ...DEFAULT_FILTERS, ...fields };
    const view = { order: "newest", page: 1, folder: null, colour: null, size: null } as const;
    const signal = new AbortController().signal;
    const thumbnails = (await json<SearchAnswer>(ask(get(`/api/search?${query}`)))).images;
    const v1 = new Request(`${HERE}/v1/search?${query}`, { headers: { "x-api-key": KEY } });
    const [recent] = await json<RecentAnswer[]>(ask(post("/api/recent", { search: query })));
    const reference = ask(
      new Request(`${HERE}/api/image-references`, {
        method: "POST",
        headers: OWN,
        body: JSON.stringify({ images: [{ imageUrl: `/library/${id}/original` }] }),
      }),
    );
    const ways: Record<string, boolean> = {
      "/api/search": thumbnails.some(isIt),
      "POST /api/search": (await json<SearchAnswer>(ask(post("/api/search", fields)))).images.some(
        isIt,
      ),
      page: (await vitrine.searchImages(moderate, { signal, mayPay: true })).images.some(isIt),
      "/v1/search": (await json<{ value: { imageUrl: string }[] }>(ask(v1))).value.some(isIt),
      "/api/recent": recent?.pictures.length === 1,
      reference: (await json<{ images: unknown[] }>(reference)).images[0] !== null,
      "/library": (await vitrine.browsing.page(view)).images.some(isIt),
      shelf: JSON.stringify(await vitrine.shelf()).includes(id),
      "/library/:id": (await vitrine.embedded.picture(id)) !== null,
      "/library/:id/original": (await ask(get(`/library/${id}/original`))).ok,
      file: (await vitrine.embedded.readPicture(id)) !== null,
      revision: (await vitrine.embedded.revision(id)) !== null,
    };
    const { isStrictOnly = false } = await json<ServiceLabel>(ask(get("/api/service")));
    return { shown: Object.keys(ways).filter((way) => ways[way]), isStrictOnly };
  }

  test("never shows a moderate picture, whatever is requested", async () => {
    const folder = temporaryFolder();
    copyPhotographs(folder);
    const settings = { VITRINE_DATA_DIR: temporaryFolder(), VITRINE_LIBRARY_DIRS: folder };
    const { vitrine, ask } = start(settings);
    await vitrine.embedded.ready();
    const { images } = await json<SearchAnswer>(ask(get("/api/search?q=nagasaki")));
    const [, id = ""] = /\/library\/([^/]+)/.exec(images[0]?.imageUrl ?? "") ?? [];
    const state = openState({ dataDir: settings.VITRINE_DATA_DIR });
    await state
      .moderation()
      .rate({ source: `lib:${id}`, name: "", pageUrl: null }, "moderate", AN_ACTOR);
    await state.close();
    const strict = () => json<SearchAnswer>(ask(get("/api/search?q=nagasaki")));
    await expect.poll(async () => (await strict()).images).toEqual([]);

    const byRequest = ["/api/search", "POST /api/search", "page", "/v1/search", "/api/recent"];
    const byLink = ["reference", "/library/:id", "/library/:id/original", "file", "revision"];
    expect(await waysTo(settings, id)).toEqual({
      shown: [...byRequest, ...byLink],
      isStrictOnly: false,
    });
    const locked = { ...settings, VITRINE_SAFESEARCH_LOCK: "strict" };
    expect(await waysTo(locked, id)).toEqual({ shown: [], isStrictOnly: true });
  });
});

test("a locked gallery asks a remote service for strict answers, and shows no other older answers", async () => {
  const fixture = await startFixtureService();
  onTestFinished(() => fixture.stop());
  const settings = {
    VITRINE_DATA_DIR: temporaryFolder(),
    SEARCH_API_URL: fixture.baseUrl,
    SEARCH_API_KEY: fixture.key,
    VITRINE_SHARED_RECENT: "on",
  };
  const fields = { q: "sea", safesearch: "moderate" };
  const asked = () =>
    fixture.searches.map(({ target }) => new URL(target, HERE).searchParams.get("safesearch"));

  const open = start(settings);
  expect((await open.ask(post("/api/search", fields))).status).toBe(200);
  expect((await open.ask(get("/api/search?q=sea&safesearch=moderate"))).status).toBe(200);
  expect(asked()).toEqual(["moderate"]);

  const locked = start({ ...settings, VITRINE_SAFESEARCH_LOCK: "strict" });
  const cached = await locked.ask(get("/api/search?q=sea&safesearch=moderate"));
  expect([cached.status, await cached.json()]).toMatchObject([
    403,
    { error: { code: "search_unconfirmed" } },
  ]);
  const recent = post("/api/recent", { search: "q=sea&safesearch=moderate" });
  expect(await json(locked.ask(recent))).toMatchObject([{ pictures: [], isFree: false }]);
  const answer = await json<SearchAnswer>(locked.ask(post("/api/search", fields)));
  expect(answer.query.safesearch).toBe("strict");
  expect((await locked.ask(post("/api/search/again", fields))).status).toBe(200);
  expect(
    asked()
      .slice(1)
      .every((safesearch) => safesearch === "strict"),
  ).toBe(true);
  expect(asked().length).toBeGreaterThan(1);
});

test("the page of a search leads to the locked one", async () => {
  const locationOf = async (target: string) => {
    const { answerPage } = await import("@/proxy");
    const request = new NextRequest(`${HERE}${target}`, { headers: OWN });
    return answerPage(request).headers.get("location");
  };
  vi.stubEnv("VITRINE_SAFESEARCH_LOCK", "strict");
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  expect(await locationOf("/search?q=sea&safesearch=moderate&sort=size")).toBe(
    `${HERE}/search?q=sea&sort=size`,
  );
  expect(await locationOf("/search?q=sea&safesearch=strict")).toBe(`${HERE}/search?q=sea`);
  expect(await locationOf("/search?q=sea&safesearch=none&safesearch=moderate")).toBe(
    `${HERE}/search?q=sea`,
  );
  expect(await locationOf("/search?q=sea")).toBeNull();
  expect(await locationOf("/?safesearch=moderate")).toBeNull();
});
