import { beforeEach, describe, expect, test, vi } from "vitest";
import type { ErrorBody } from "@/lib/contract/error-body";
import { ERRORS } from "@/lib/contract/errors";
import type { SearchAnswer } from "@/lib/contract/search-answer";
import type { SearchOptions } from "@/lib/gallery/search-images";
import { AppError } from "@/lib/platform/errors";
import { ask, HERE, OWN } from "@/tests/support/requests/ask";
import { applicationOf, TEST_VISITOR } from "@/tests/support/servers/application";
import { unsignedSearches } from "@/tests/support/servers/unsigned-searches";

const asked: { q: string; options: Omit<SearchOptions, "signal"> }[] = [];
let outcome: Partial<SearchAnswer> | AppError = {};

const application = applicationOf(
  unsignedSearches(async (query, { signal: _, ...options }) => {
    asked.push({ q: query.q, options });
    if (outcome instanceof AppError) throw outcome;
    return { query, images: [], staleReason: null, ...outcome } as unknown as SearchAnswer;
  }),
);

beforeEach(() => {
  asked.length = 0;
  outcome = {};
});

const SAME_ORIGIN = { host: OWN.host, "sec-fetch-site": "same-origin" };

function send(body: string, headers: Record<string, string> = {}, method = "POST") {
  return ask(application, "/api/search/again", {
    method,
    headers: { ...SAME_ORIGIN, ...headers },
    ...(method === "POST" && { body }),
  });
}

async function codeOf(response: Response) {
  const { error } = (await response.json()) as ErrorBody;
  return [response.status, error.code];
}

describe("200", () => {
  test("a script gets the new answer, which counts for its visitor", async () => {
    const response = await send("q=red+barn&count=50", { accept: "application/json" });
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    expect(((await response.json()) as SearchAnswer).query).toMatchObject({ count: 50 });
    expect(asked).toEqual([
      { q: "red barn", options: { visitor: TEST_VISITOR, isAgain: true, mayPay: true } },
    ]);
  });
});

describe("303", () => {
  test("a form that searches goes to the page of its search, without untouched fields", async () => {
    const form = async (body: string) => {
      const response = await ask(application, "/api/search", {
        method: "POST",
        headers: SAME_ORIGIN,
        body,
      });
      return [response.status, response.headers.get("location")];
    };
    expect(await form("q=sea&safesearch=strict&site=&count=24")).toEqual([303, "/search?q=sea"]);
    expect(asked).toEqual([
      { q: "sea", options: { visitor: TEST_VISITOR, isAgain: false, mayPay: true } },
    ]);
    expect(await form("q=sea&site=two+words")).toEqual([303, "/search?q=sea&site=two+words"]);
    expect(asked).toHaveLength(1);
  });

  test("a form is redirected to the page, whose reload spends nothing", async () => {
    const response = await send("q=a%26b&site=a.example&count=24", { accept: "text/html,*/*" });
    expect([response.status, response.headers.get("location")]).toEqual([
      303,
      "/search?q=a%26b&site=a.example",
    ]);
    expect(asked).toHaveLength(1);
  });

  test("the page's URL contains the error and its time if there is no new answer", async () => {
    vi.spyOn(Date, "now").mockReturnValue(Date.parse("2026-03-04T05:06:07Z"));
    const page = "/search?q=a&at=1772600767&failed=";
    outcome = { staleReason: "service_failed", searchesUsed: 1 };
    expect((await send("q=a")).headers.get("location")).toBe(`${page}service_failed&used=1`);
    outcome = { staleReason: "service_timeout" };
    expect((await send("q=a")).headers.get("location")).toBe(`${page}service_timeout`);
    outcome = new AppError("budget_day_spent", "");
    expect((await send("q=a")).headers.get("location")).toBe(`${page}budget_day_spent`);
    outcome = new AppError("service_failed", "", { searchesUsed: 1 });
    expect((await send("q=a")).headers.get("location")).toBe(`${page}service_failed&used=1`);
  });

  test.each([
    ["the search that it paid for", { from: "service", searchesUsed: 1 }, "&used=1"],
    ["the second press of a double click", { from: "cache", ageSeconds: 2 }, "&used=1"],
    ["an older answer", { from: "cache", ageSeconds: 20 }, ""],
    ["a free search", { from: "service", searchesUsed: 0 }, ""],
  ] as const)("the page's URL says what %s used", async (_, answer, used) => {
    outcome = answer;
    expect((await send("q=a")).headers.get("location")).toBe(`/search?q=a${used}`);
  });
});

describe("nothing is spent", () => {
  test.each([
    ["another site's form", { "sec-fetch-site": "cross-site" }],
    ["a sister site's form", { "sec-fetch-site": "same-site" }],
    ["an address typed", { "sec-fetch-site": "none" }],
  ])("403: %s", async (_, headers) => {
    expect(await codeOf(await send("q=a", headers))).toEqual([403, "cross_site"]);
    expect(asked).toEqual([]);
  });

  test.each([
    ["no word of where from", {}, 403],
    ["from nowhere", { origin: "null" }, 403],
    ["from elsewhere", { origin: "http://evil.example" }, 403],
    ["from a name that ends like ours", { origin: "http://evil-gallery.example" }, 403],
    ["from here", { origin: HERE }, 303],
  ])("an old browser, %s", async (_, headers, status) => {
    const response = await ask(application, "/api/search/again", {
      method: "POST",
      headers: { host: OWN.host, ...headers },
      body: "q=a",
    });
    expect(response.status).toBe(status);
    expect(asked).toHaveLength(status === 303 ? 1 : 0);
  });

  test("400 with all problems of an invalid search", async () => {
    const response = await send("count=900&colour=red", { accept: "application/json" });
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as ErrorBody;
    expect(error.problems?.map(({ path }) => path).sort()).toEqual(["colour", "count", "q"]);
  });

  test("413: a form that is too large is not read completely", async () => {
    expect(await codeOf(await send(`q=${"x".repeat(9000)}`))).toEqual([413, "body_too_large"]);
    const length = { "content-length": "8193" };
    expect(await codeOf(await send("q=a", length))).toEqual([413, "body_too_large"]);
  });

  test.each(["GET", "HEAD", "PUT", "DELETE"])("405: %s", async (method) => {
    const response = await send("", {}, method);
    expect(response.headers.get("allow")).toBe("POST");
    expect(await codeOf(response)).toEqual([405, "method_not_allowed"]);
    expect(asked).toEqual([]);
  });
});

test("a script gets the error code of a failure", async () => {
  outcome = new AppError("budget_month_spent", "", { retryAfterSeconds: 9 });
  const response = await send("q=a", { accept: "application/json" });
  expect(response.headers.get("retry-after")).toBe("9");
  expect(await codeOf(response)).toEqual([ERRORS.budget_month_spent.status, "budget_month_spent"]);
});
