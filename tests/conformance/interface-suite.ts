import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRemoteService } from "@/lib/gallery/remote-service";
import type { FixturePicture } from "@/tests/support/pictures/fixture-pictures";
import { type Answer, ask, type Item, type RunningService, type Subject, send } from "./subject";

/** Characters reserved in URLs, JSON, HTML or query languages, and several scripts. */
const UNUSUAL_QUERIES = [
  "a&b=c",
  "what?",
  "#1",
  "1+1",
  "100%",
  "%41%zz",
  "either/or",
  "a;b,c:d",
  "it's",
  '"quoted"',
  "<b>&amp;</b>",
  "back\\slash",
  "(a OR b) NOT c*",
  "-x ^y ~z {n}[m]|p",
  "$`@!",
  "naïve café",
  "cafe\u0301",
  "ﬁne Å",
  "שלום עולם",
  "مرحبا",
  "山の写真",
  "한국어",
  "🏞️👩‍🚀",
  "\u{1F3F4}\u{E0067}\u{E0062}\u{E007F}",
];

/** Checks the search interface over HTTP, limited to what every implementation must do. */
export function describeInterface(subject: Subject): void {
  describe(`the search interface of ${subject.name}`, () => {
    let service: RunningService;
    beforeAll(async () => {
      service = await subject.start();
    });
    afterAll(() => service?.stop());
    const running = () => service;

    describeAuthentication(running, subject);
    describeAnswer(running, subject);
    if (subject.pictures !== null) {
      describeQueries(running);
      describeFilters(running, subject.query, subject.pictures);
      describeErrors(running, subject.query);
    }
  });
}

function describeAuthentication(running: () => RunningService, { query, pictures }: Subject): void {
  test.each([
    ["X-API-Key", (key: string) => ({ "X-API-Key": key })],
    ["Authorization: Bearer", (key: string) => ({ Authorization: `Bearer ${key}` })],
  ])("accepts the key in %s", async (_name, headers) => {
    const answer = await send(
      running(),
      { q: query, count: "10" },
      { headers: headers(running().key) },
    );
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain(running().key);
  });

  const refused: [string, (key: string) => Record<string, string>][] = [
    ["no key", () => ({})],
    ["another key", () => ({ "x-api-key": "another-key-0123456789" })],
    ["another bearer", () => ({ authorization: "Bearer another-key-0123456789" })],
  ];
  const refusedByOwn: typeof refused = [
    ["an empty key", () => ({ "x-api-key": "" })],
    ["half the key", (key) => ({ "x-api-key": key.slice(0, -1) })],
    ["the key and more", (key) => ({ "x-api-key": `${key}x` })],
    ["the key of another scheme", (key) => ({ authorization: `Basic ${key}` })],
    ["two keys", (key) => ({ "x-api-key": key, authorization: "Bearer another-key-0123456789" })],
  ];
  test.each(pictures === null ? refused : [...refused, ...refusedByOwn])(
    "401 for %s",
    async (_case, headers) => {
      expectFailure(await send(running(), { q: query }, { headers: headers(running().key) }), 401);
    },
  );

  test.runIf(pictures !== null)("a key in the query string is not accepted", async () => {
    const { key } = running();
    for (const name of ["key", "api_key", "X-API-Key", "access_token"]) {
      expectFailure(await send(running(), { q: query, [name]: key }), 401);
    }
  });
}

function describeAnswer(running: () => RunningService, { query, pictures }: Subject): void {
  test("every item has the documented fields with valid values", async () => {
    const { status, contentType, body } = await ask(running(), { q: query, count: "10" });
    expect(status).toBe(200);
    expect(contentType).toMatch(/^application\/json\b/);
    expect(body.name).toBe(query);
    expect(body.value.length).toBeGreaterThan(0);
    for (const item of body.value) {
      expect(new URL(item.imageUrl).protocol).toMatch(/^https?:$/);
      expect(new URL(item.hostUrl).protocol).toMatch(/^https?:$/);
      expect(typeof item.name).toBe("string");
      if (pictures === null) continue;
      expect(item.name).not.toBe("");
      expect(item.accentColor).toMatch(/^#[0-9a-f]{6}$/);
      expect(Number.isInteger(item.width) && item.width > 0).toBe(true);
      expect(Number.isInteger(item.height) && item.height > 0).toBe(true);
    }
  });

  test("the gallery's client parses every item", async () => {
    const { baseUrl: url, key } = running();
    for (const keyHeader of ["x-api-key", "bearer"] as const) {
      const client = createRemoteService({ url, key, keyHeader });
      const { items, droppedCount } = await client.search(
        { q: query, count: 10, safesearch: "strict", transparent: true },
        { signal: new AbortController().signal },
      );
      await client.close();
      expect(items.length).toBeGreaterThan(0);
      expect(droppedCount).toBe(0);
    }
  });

  test("the query is echoed exactly, including special characters", async () => {
    const q = UNUSUAL_QUERIES.join(" ");
    const { status, body } = await ask(running(), { q });
    expect(status).toBe(200);
    expect(body.name).toBe(q);
  });

  test("all parameters together limit the answer to the site of a previous result", async () => {
    const first = await ask(running(), { q: query, count: "10" });
    const site = new URL(first.body.value[0]?.hostUrl ?? "").hostname;
    const filters = { count: "10", safesearch: "strict", transparent: "true", site };
    const { status, body } = await ask(running(), { q: query, ...filters });
    expect(status).toBe(200);
    expect(body.value.length).toBeLessThanOrEqual(10);
    expect(body.value.filter((item) => !isOfSite(hostOf(item), site))).toEqual([]);
  });
}

function describeQueries(running: () => RunningService): void {
  test.each(UNUSUAL_QUERIES)("%j is echoed exactly", async (q) => {
    const { status, body } = await ask(running(), { q });
    expect(status).toBe(200);
    expect(body.name).toBe(q);
    expect(Array.isArray(body.value)).toBe(true);
  });

  test("a space may be written as %20 or as +", async () => {
    for (const raw of ["q=lighthouse%20storm", "q=lighthouse+storm"]) {
      const { body } = await ask(running(), raw);
      expect(body.name).toBe("lighthouse storm");
      expect(body.value.length).toBeGreaterThan(0);
    }
  });

  test("accepts a query of 200 characters", async () => {
    const q = "x".repeat(200);
    expect((await ask(running(), { q })).body.name).toBe(q);
  });

  test("a query without matches returns an empty answer", async () => {
    const { status, body } = await ask(running(), { q: "zyxwvut" });
    expect(status).toBe(200);
    expect(body.value).toEqual([]);
  });

  test("a query returns only pictures that match it", async () => {
    const { body } = await ask(running(), { q: "tulips", safesearch: "moderate", count: "100" });
    expect(body.value).toHaveLength(4);
    for (const { name } of body.value) expect(name).toMatch(/Tulips/);
  });
}

function describeFilters(
  running: () => RunningService,
  query: string,
  pictures: readonly FixturePicture[],
): void {
  test.each([1, 10, 20, 24])("count=%i limits the answer", async (count) => {
    const { body } = await ask(running(), { q: query, count: `${count}`, safesearch: "moderate" });
    expect(body.value).toHaveLength(count);
  });

  test.each([30, 50, 100])("count=%i returns all matches if there are fewer", async (count) => {
    const { body } = await ask(running(), { q: query, count: `${count}`, safesearch: "moderate" });
    expect(namesOf(body.value).sort()).toEqual(pictures.map(({ name }) => name).sort());
  });

  test("the default count is 24", async () => {
    const { body } = await ask(running(), { q: query, safesearch: "moderate" });
    expect(body.value).toHaveLength(24);
  });

  test("the order is stable, and a smaller count returns its beginning", async () => {
    const all = await ask(running(), { q: query, count: "50" });
    const again = await ask(running(), { q: query, count: "50" });
    const few = await ask(running(), { q: query, count: "5" });
    expect(again.body.value).toEqual(all.body.value);
    expect(few.body.value).toEqual(all.body.value.slice(0, 5));
  });

  test("safe search is strict by default", async () => {
    const byDefault = await ask(running(), { q: query, count: "100" });
    const strict = await ask(running(), { q: query, count: "100", safesearch: "strict" });
    expect(byDefault.body.value).toEqual(strict.body.value);
    expect(strict.body.value.length).toBeLessThan(pictures.length);
  });

  test("transparent=false is no filter", async () => {
    const byDefault = await ask(running(), { q: query, count: "100" });
    const off = await ask(running(), { q: query, count: "100", transparent: "false" });
    expect(off.body.value).toEqual(byDefault.body.value);
  });

  const combinations = ["strict", "moderate"].flatMap((safesearch) =>
    ["false", "true"].flatMap((transparent) =>
      [undefined, "harbour.example", "photos.harbour.example", "nowhere.example"].map((site) => ({
        safesearch,
        transparent,
        ...(site !== undefined && { site }),
      })),
    ),
  );
  test.each(combinations)(
    "%o returns exactly the allowed pictures, in rank order",
    async (filters) => {
      const all = await ask(running(), { q: query, count: "100", safesearch: "moderate" });
      const filtered = await ask(running(), { q: query, count: "100", ...filters });
      const allowed = new Set(
        pictures.filter((picture) => isAllowed(picture, filters)).map(({ name }) => name),
      );
      expect(namesOf(filtered.body.value)).toEqual(
        namesOf(all.body.value).filter((name) => allowed.has(name)),
      );
      expect(filtered.body.value).toHaveLength(allowed.size);
    },
  );

  test("count applies after the filters", async () => {
    const filters = { transparent: "true", site: "harbour.example" };
    const { body } = await ask(running(), { q: query, count: "3", ...filters });
    expect(body.value).toHaveLength(3);
  });
}

function describeErrors(running: () => RunningService, query: string): void {
  test.each([
    "",
    "q=",
    "q=%20%20",
    "count=10",
    ...["0", "-1", "101", "1.5", "ten", "1e1", "%2B5"].map((count) => `q=x&count=${count}`),
    "q=x&safesearch=off",
    "q=x&safesearch=STRICT",
    "q=x&transparent=yes",
    "q=x&transparent=1",
    "q=x&site=https%3A%2F%2Fa.example%2F",
    "q=x&site=a.example%2Fpath",
    "q=x&site=a.example%3A80",
    "q=x&site=*.example",
  ])("400 with a reason for ?%s", async (raw) => {
    expectFailure(await ask(running(), raw), 400);
  });

  test.each(["POST", "PUT", "PATCH", "DELETE"])("405 for %s", async (method) => {
    const answer = await ask(running(), { q: query }, { method });
    expectFailure(answer, 405);
  });
}

/** Expects the status and an error body with one sentence. */
function expectFailure({ status, contentType, body }: Answer, expected: number): void {
  expect(status).toBe(expected);
  expect(contentType).toMatch(/^application\/json\b/);
  expect(typeof body.error).toBe("string");
  expect(body.error).not.toBe("");
}

function isAllowed(
  picture: FixturePicture,
  filters: { safesearch: string; transparent: string; site?: string },
): boolean {
  return (
    (filters.safesearch === "moderate" || !picture.isModerate) &&
    (filters.transparent === "false" || !picture.isTransparent) &&
    (filters.site === undefined || isOfSite(picture.host, filters.site))
  );
}

function isOfSite(host: string, site: string): boolean {
  return host === site || host.endsWith(`.${site}`);
}

function hostOf({ hostUrl }: Item): string {
  return new URL(hostUrl).hostname;
}

function namesOf(items: readonly Item[]): string[] {
  return items.map(({ name }) => name);
}
