import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { DEFAULT_FILTERS } from "@/lib/contract/search-query";
import { createServiceKeys } from "@/lib/service/identify-key";
import { ask } from "@/tests/support/requests/ask";
import { applicationOf, libraryRoutes, TEST_VISITOR } from "@/tests/support/servers/application";
import {
  type RunningEmbeddedService,
  startEmbeddedService,
} from "@/tests/support/servers/embedded-service";

const KEY = "a-key-of-at-least-24-characters";
const PUBLIC_URL = "http://localhost:4100";

let running: RunningEmbeddedService;
beforeAll(async () => {
  running = await startEmbeddedService({ publicUrl: PUBLIC_URL });
});
afterAll(() => running.stop());

function search(query: string, options: Parameters<typeof ask>[2] = { key: KEY }) {
  const application = applicationOf(libraryRoutes(running.service), { serviceKey: KEY });
  return ask(application, `/v1/search${query}`, options);
}

describe("200", () => {
  test("the demo collection answers in the interface's format", async () => {
    const response = await search("?q=sea&count=10");
    expect(response.status).toBe(200);
    const body = await response.json();
    expect(Object.keys(body)).toEqual(["name", "value"]);
    expect(body.value).toHaveLength(10);
    expect(Object.keys(body.value[0])).toEqual([
      "imageUrl",
      "width",
      "height",
      "accentColor",
      "name",
      "hostUrl",
    ]);
  });

  test("name is the query exactly as it was sent", async () => {
    const q = "  Sea\u0301  sea ";
    expect((await (await search(`?q=${encodeURIComponent(q)}`)).json()).name).toBe(q);
  });

  test("URLs come from the configuration, not from the request", async () => {
    const response = await search("?q=sea&count=100", {
      headers: {
        "x-api-key": KEY,
        host: "attacker.example",
        "x-forwarded-host": "attacker.example",
      },
    });
    const { value } = (await response.json()) as { value: { imageUrl: string; hostUrl: string }[] };
    for (const { imageUrl, hostUrl } of value) {
      expect(imageUrl).toMatch(/^http:\/\/localhost:4100\/library\/[a-z0-9-]+\/original$/);
      expect(hostUrl).toMatch(/^http:\/\/[a-z]+\.localhost:4100\/library\/[a-z0-9-]+$/);
    }
  });

  test("site limits the source pages to one domain", async () => {
    const { value } = (await (await search("?q=sea&count=100")).json()) as {
      value: { hostUrl: string }[];
    };
    const site = new URL(value[0]?.hostUrl ?? "").hostname;
    const held = (await (await search(`?q=sea&count=100&site=${site}`)).json()) as typeof value & {
      value: { hostUrl: string }[];
    };
    expect(held.value.length).toBeGreaterThan(0);
    expect(held.value.every(({ hostUrl }) => new URL(hostUrl).hostname === site)).toBe(true);
  });

  test("a picture without a name is called untitled, with its host", async () => {
    const [picture] = await running.service.find(
      { ...DEFAULT_FILTERS, q: "sea", count: 1 },
      { signal: new AbortController().signal },
    );
    const find = async () => (picture === undefined ? [] : [{ ...picture, name: "" }]);
    const embedded = { ...running.service, find };
    const application = applicationOf(libraryRoutes(embedded), { serviceKey: KEY });
    const { value } = await (await ask(application, "/v1/search?q=sea", { key: KEY })).json();
    expect(value[0].name).toBe(`Untitled image from ${picture?.host}`);
  });

  test("the time that it takes counts as its sender's, so another's search need not wait for all", async () => {
    const find = vi.fn(running.service.find);
    const routes = libraryRoutes({ ...running.service, find });
    await ask(applicationOf(routes, { serviceKey: KEY }), "/v1/search?q=sea", { key: KEY });
    expect(find.mock.calls[0]?.[1]?.visitor).toBe(TEST_VISITOR);

    const order: string[] = [];
    const search = (visitor: string) =>
      running.service.find({ q: "sea" }, { visitor }).then(() => order.push(visitor));
    // At least four threads would be needed to answer them at once.
    const crowd = Array.from({ length: 30 }, () => search("crowd"));
    await Promise.all([...crowd, search("ann")]);
    expect(order.indexOf("ann")).toBeLessThan(20);
  });

  test("no match is an empty answer", async () => {
    const response = await search("?q=%F0%9F%98%80");
    expect(await response.json()).toEqual({ name: "😀", value: [] });
  });
});

describe("400", () => {
  test("one text has all problems", async () => {
    const response = await search(
      "?q=&count=0&safesearch=off&transparent=1&site=a/b&page=2&count=3",
    );
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { error: string };
    for (const name of ["q,", "count", "safesearch", "transparent", "site", "“page”"]) {
      expect(error.toLowerCase()).toContain(`${name.toLowerCase()} `);
    }
    expect(response.headers.get("cache-control")).toBe("no-store");
  });
});

test.each([
  ["site=", "site must be"],
  ["site=%20", "site must be"],
  ["count=", "count must be"],
  ["safesearch=", "safesearch must be"],
  ["__proto__=1", "“__proto__” isn’t a search parameter"],
])("400 for %s", async (part, problem) => {
  const response = await search(`?q=sea&${part}`);
  expect(response.status).toBe(400);
  expect((await response.json()).error).toContain(problem);
});

describe("401", () => {
  test.each([
    ["no key", {}],
    ["a wrong key", { "x-api-key": `${KEY}x` }],
    ["an empty key", { "x-api-key": "" }],
    ["two keys that disagree", { "x-api-key": KEY, authorization: "Bearer other" }],
    ["another scheme", { authorization: `Basic ${KEY}` }],
  ])("%s", async (_what, headers: Record<string, string>) => {
    const response = await search("?q=sea", { headers });
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ error: expect.stringContaining("key") });
  });

  test("comes before 400, so that the parameters are not revealed", async () => {
    expect((await search("?x=1", { headers: {} })).status).toBe(401);
  });
});

describe("405", () => {
  test.each(["POST", "PUT", "DELETE"])("%s", async (method) => {
    const response = await search("?q=sea", { method, key: KEY });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET");
    expect(await response.json()).toEqual({ error: expect.any(String) });
  });
});

test("a key is generated at start and stored", async () => {
  const options = { serviceKey: null, keyPepper: null, dataDir: running.dataDir };
  const keys = createServiceKeys(options);
  const { readFileSync, statSync } = await import("node:fs");
  const path = keys.file ?? "";
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(keys.identify("guess")).toBeNull();
  const key = readFileSync(path, "utf8").trim();
  expect(createServiceKeys(options).identify(key)).toEqual({ keyDigest: null });
});
