import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fixtureOfFile } from "@/tests/support/servers/fixture-of-file";
import { ANSWERED_AT, type Gallery, startGallery } from "@/tests/support/servers/gallery";

const fixture = await fixtureOfFile();
let gallery: Gallery;

beforeAll(async () => {
  gallery = await startGallery({ url: fixture.baseUrl, key: fixture.key });
});

afterAll(async () => {
  await gallery.stop();
});

describe("200", () => {
  test("returns the images, the service, the time and the cost", async () => {
    const { status, answer } = await gallery.ask("q=lighthouse&count=10");
    expect(status).toBe(200);
    expect(answer).toMatchObject({
      query: { q: "lighthouse", count: 10, safesearch: "strict", transparent: false, site: null },
      answeredAt: ANSWERED_AT,
      service: { kind: "remote", host: new URL(fixture.baseUrl).host },
      droppedCount: 0,
      searchesUsed: 0,
    });
    expect(answer.images.length).toBeGreaterThan(1);
    expect(answer.images[0]).toEqual({
      id: expect.stringMatching(/^[\w-]{22}$/),
      name: "Lighthouse above the breakers at dawn",
      imageUrl: `${fixture.baseUrl}/images/picture-5.png`,
      hostUrl: expect.stringMatching(/^https:\/\/[a-z.]+\.example\/found\/picture-5$/),
      host: expect.stringMatching(/\.example$/),
      width: expect.any(Number),
      height: expect.any(Number),
      accentColor: expect.stringMatching(/^#[0-9a-f]{6}$/),
      thumbnails: null,
      fallbackUrl: null,
    });
  });

  test("sends one request, with the set parameters only", async () => {
    await gallery.ask("q=sea");
    expect(fixture.searches.map(({ target }) => target)).toEqual([
      "/v1/search?q=sea&count=24&safesearch=strict",
    ]);
  });

  test("passes on every filter, encoded", async () => {
    await gallery.ask(
      "q=a%26b%3Dc%20%23%2B%25&count=50&safesearch=moderate&transparent=true&site=b%C3%BCcher.example",
    );
    expect(fixture.searches[0]?.target).toBe(
      "/v1/search?q=a%26b%3Dc%20%23%2B%25&count=50&safesearch=moderate&transparent=true&site=xn--bcher-kva.example",
    );
  });

  test("an answer without images is a success", async () => {
    const { status, answer } = await gallery.ask("q=nothing-is-called-this");
    expect(status).toBe(200);
    expect(answer.images).toEqual([]);
  });

  test("unusable and duplicate images are dropped and counted", async () => {
    const good = { imageUrl: "https://a.example/1.jpg", hostUrl: "https://a.example/" };
    fixture.answerWith({
      body: { name: "x", value: [good, { imageUrl: "javascript:alert(1)" }, null, good] },
    });
    const { answer } = await gallery.ask("q=x");
    expect(answer.images.map(({ imageUrl }) => imageUrl)).toEqual(["https://a.example/1.jpg"]);
    expect(answer.droppedCount).toBe(3);
  });

  test("is not cacheable, and lists the headers it depends on in Vary", async () => {
    const { headers } = await gallery.ask("q=sea");
    expect(headers["cache-control"]).toBe("private, no-store");
    expect(headers.vary).toBe(
      "sec-fetch-site, sec-fetch-dest, sec-purpose, purpose, origin, referer",
    );
  });

  test("only the request's query changes the answer", async () => {
    const plain = await gallery.ask("q=sea");
    const forged = await gallery.ask("q=sea", {
      headers: {
        "x-forwarded-host": "evil.example",
        "x-original-url": "/other?q=evil",
        "x-rewrite-url": "/other?q=evil",
        forwarded: "host=evil.example",
      },
    });
    expect(forged.text).toBe(plain.text);
  });

  test.each(["same-origin", "none"])("a browser's %s request is answered", async (site) => {
    const { status } = await gallery.ask("q=sea", { headers: { "sec-fetch-site": site } });
    expect(status).toBe(200);
  });
});

describe("400", () => {
  test("reports all problems at once, without calling the service", async () => {
    const { status, error } = await gallery.ask(
      "count=101&safesearch=off&transparent=1&site=http%3A%2F%2Fx%2F&page=2&q=a&q=b",
    );
    expect(status).toBe(400);
    expect(error.code).toBe("invalid_query");
    expect(error.problems?.map(({ path }) => path).sort()).toEqual([
      "count",
      "page",
      "q",
      "safesearch",
      "site",
      "transparent",
    ]);
    expect(fixture.searches).toEqual([]);
  });

  test.each(["", "q=", "q=%20%09", `q=${"x".repeat(201)}`])("%j is not a search", async (query) => {
    const { status, error } = await gallery.ask(query);
    expect(status).toBe(400);
    expect(error.problems?.[0]?.path).toBe("q");
  });
});

describe("403", () => {
  const foreign: Record<string, string>[] = [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
    { "sec-fetch-site": "same-site" },
    { origin: "https://evil.example" },
    { origin: "null" },
  ];
  test.each(foreign)(
    "another site's page can't search through its visitors: %o",
    async (headers) => {
      const { status, error } = await gallery.ask("q=sea", { headers });
      expect(status).toBe(403);
      expect(error.code).toBe("cross_site");
      expect(fixture.searches).toEqual([]);
    },
  );
});

describe("405", () => {
  test.each(["PUT", "PATCH", "DELETE", "OPTIONS"])("%s spends no search", async (method) => {
    const { status, error, headers } = await gallery.ask("q=sea", { method });
    expect(status).toBe(405);
    expect(error.code).toBe("method_not_allowed");
    expect(headers.allow).toBe("GET, POST");
    expect(fixture.searches).toEqual([]);
  });

  test("HEAD spends no search", async () => {
    const { status } = await gallery.ask("q=sea", { method: "HEAD" });
    expect(status).toBe(405);
    expect(fixture.searches).toEqual([]);
  });
});
