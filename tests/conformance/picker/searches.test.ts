import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { PickerSearchRequest } from "@/lib/contract/picker-requests";
import type { SearchAnswer } from "@/lib/contract/search-answer";
import { createSeal } from "@/lib/platform/sealed-value";
import { loadOrCreateSecret } from "@/lib/platform/secret-file";
import type { RequestedKey } from "@/lib/service/api/change-api-keys";
import { AN_ACTOR, anAccount, newApiKey } from "@/tests/support/accounts/accounts";
import { WIDE_PLAN } from "@/tests/support/accounts/key-service";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { askOverHttp } from "@/tests/support/requests/http-request";
import {
  type PickerInstallation,
  pickerInstallation,
  searchText,
} from "@/tests/support/servers/picker-installation";

/*
 * Searches from the picker that cost money, where VITRINE_PICKER_SEARCHES is `signed`: over sockets, on
 * the whole program, with real accounts, and a remote service that records what it receives.
 */

const CMS = "http://cms.localhost:4000";
const NEWS = "http://news.localhost:4000";
const EVIL = "http://evil.localhost:4000";
/** The headers of the picker's own script, in a frame of another site too. */
const OWN = {
  "sec-fetch-site": "same-origin",
  "sec-fetch-mode": "cors",
  "sec-fetch-dest": "empty",
};

let installation: PickerInstallation;
let key: string;
let usageKey: string;
const ACCOUNT = "account-1";

beforeAll(async () => {
  installation = await pickerInstallation({
    VITRINE_PICKER_ORIGINS: `${CMS},${NEWS}`,
    VITRINE_PICKER_SEARCHES: "signed",
    VITRINE_PLANS_FILE: plansFile,
  });
  const { accounts } = installation.vitrine;
  for (const [id, plan] of [
    [ACCOUNT, "wide"],
    ["account-2", "tiny"],
    ["account-3", "few"],
  ] as const) {
    await accounts.createAccount(anAccount(id, plan), AN_ACTOR);
  }
  key = (await newKey()).text;
  usageKey = (await newKey({ scopes: ["usage"] })).text;
});

const newKey = (requested?: Partial<RequestedKey>) =>
  newApiKey(installation.vitrine.apiKeys, requested);

const plansFile = join(temporaryFolder(), "plans.json");
writeFileSync(
  plansFile,
  JSON.stringify({
    plans: [
      WIDE_PLAN,
      { ...WIDE_PLAN, id: "tiny", name: "Tiny", searchesPerMonth: 1, transparent: false },
      { ...WIDE_PLAN, id: "few", name: "Few", countMax: 10 },
    ],
  }),
);

beforeEach(() => {
  installation.fixture.searches.length = 0;
  installation.fixture.answerWith(null);
});

async function send(path: string, method: string, headers: Record<string, string>, body?: string) {
  const answer = await askOverHttp(installation.origin, path, { method, headers, body });
  const text = answer.body.toString();
  const isJson = text !== "" && answer.headers["content-type"]?.includes("json") === true;
  return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text };
}

const requestGrant = (origin: string, apiKey = key) =>
  send("/v1/picker-grants", "POST", { "x-api-key": apiKey }, JSON.stringify({ origin }));

async function grantFor(origin: string): Promise<string> {
  const { body } = await requestGrant(origin);
  return body.grant;
}

let searchCount = 0;
/** A search that no test has made before. */
const searchOffer = () => `q=${searchText(searchCount++)}&count=24`;

async function search(
  asked: Partial<PickerSearchRequest>,
  headers: Record<string, string> = OWN,
): Promise<{ status: number; body: SearchAnswer & { error?: { code: string } } }> {
  const body = JSON.stringify({ search: searchOffer(), origin: CMS, ...asked });
  return send("/api/picker/search", "POST", headers, body);
}

const usedSearches = async () =>
  (await installation.vitrine.accounts.usage(ACCOUNT, null)).usedThisMonth;
const month = async () => (await installation.vitrine.remoteSearch?.budget.status())?.used;

/** Runs `attack`; it must neither reach the service nor count for the account or the month. */
async function expectNothingSpent(attack: () => Promise<unknown>): Promise<void> {
  const before = [await usedSearches(), await month()];
  await attack();
  expect(installation.fixture.searches).toEqual([]);
  expect([await usedSearches(), await month()]).toEqual(before);
}

describe("a grant", () => {
  test("pays for a search, which counts for the key's account and for the month", async () => {
    const grant = await grantFor(CMS);
    const before = [await usedSearches(), (await month()) ?? 0];
    const { status, body } = await search({ grant });
    expect([status, body.from, body.searchesUsed]).toEqual([200, "service", 1]);
    expect(body.images[0]?.thumbnails).toMatchObject({ path: expect.stringMatching(/^\/thumb\//) });
    expect(installation.fixture.searches).toHaveLength(1);
    expect([await usedSearches(), await month()]).toEqual(before.map((count) => Number(count) + 1));
  });

  test("is not needed for a cached answer, which counts for no account", async () => {
    const asked = { search: searchOffer() };
    await search({ ...asked, grant: await grantFor(CMS) });
    installation.fixture.searches.length = 0;
    await expectNothingSpent(async () => {
      for (const grant of [undefined, "expired", await grantFor(CMS)]) {
        expect((await search({ ...asked, grant })).body.from).toBe("cache");
      }
    });
  });

  test("pays for a search again", async () => {
    const asked = { search: searchOffer(), grant: await grantFor(CMS) };
    await search(asked);
    expect((await search({ ...asked, isAgain: true })).status).toBe(200);
    expect((await search({ ...asked, grant: "", isAgain: true })).body.error?.code).toBe(
      "picker_search_refused",
    );
  });

  test("pays once for a count that the plan lowers; its cached answer counts for no account", async () => {
    const { text } = await newKey({ account: "account-3" });
    const { body } = await requestGrant(CMS, text);
    const asked = { search: `q=${searchText(searchCount++)}`, grant: body.grant };
    const first = await search(asked);
    const second = await search(asked);
    expect([first.body.from, second.body.from]).toEqual(["service", "cache"]);
    expect(installation.fixture.searches).toHaveLength(1);
    const { accounts } = installation.vitrine;
    expect((await accounts.usage("account-3", null)).usedThisMonth).toBe(1);
    expect(await accounts.errors("account-3")).toEqual([]);
  });

  test("refunds the account if the search fails", async () => {
    const grant = await grantFor(CMS);
    installation.fixture.answerWith({ status: 500, body: { error: "down" } });
    const before = await usedSearches();
    const { status, body } = await search({ grant });
    expect([status, body.error?.code]).toEqual([502, "service_failed"]);
    expect(await usedSearches()).toBe(before);
  });

  test("says when it expires, and hides the key's digest", async () => {
    const { body, headers } = await requestGrant(CMS);
    expect(Date.parse(body.expiresAt) - Date.now()).toBeLessThanOrEqual(600_000);
    expect(headers["cache-control"]).toBe("private, no-store");
    expect(Buffer.from(body.grant, "base64url").toString("latin1")).not.toContain("keyDigest");
  });
});

describe("no search is spent", () => {
  const secret = () => loadOrCreateSecret(installation.vitrine.config.dataDir, "sessions");
  const sealed = (purpose: string, lifetimeMs = 600_000) =>
    createSeal<{ keyDigest: null }>({ secret, purpose }).seal(
      { keyDigest: null },
      { lifetimeMs, boundTo: CMS },
    );
  const tampered = (grant: string) => (grant[20] === "A" ? "B" : "A");

  test.each<[string, () => Promise<string | undefined>]>([
    ["no grant", async () => undefined],
    ["an empty grant", async () => ""],
    ["text that is not a grant", async () => "a grant, please"],
    ["an API key", async () => key],
    ["a grant of another origin", () => grantFor(NEWS)],
    ["an expired grant", async () => sealed("vitrine picker grant", -1)],
    ["a grant sealed for another purpose", async () => sealed("vitrine notice")],
    [
      "a grant of another installation",
      async () =>
        createSeal({ secret: () => "another secret", purpose: "vitrine picker grant" }).seal(
          { keyDigest: null },
          { lifetimeMs: 600_000, boundTo: CMS },
        ),
    ],
    ["a cut grant", async () => (await grantFor(CMS)).slice(0, -8)],
    [
      "a changed grant",
      async () => {
        const grant = await grantFor(CMS);
        return grant.slice(0, 20) + tampered(grant) + grant.slice(21);
      },
    ],
  ])("by %s", async (_, grantOf) => {
    const grant = await grantOf();
    await expectNothingSpent(async () => {
      const { status, body } = await search({ grant });
      expect([status, body.error?.code]).toEqual([403, "picker_search_refused"]);
    });
  });

  test("by a grant of a key that was revoked since", async () => {
    const { id, text } = await newKey();
    const { body } = await requestGrant(CMS, text);
    await installation.vitrine.accounts.revokeKey(id, { account: ACCOUNT }, AN_ACTOR);
    await expectNothingSpent(async () => {
      const refused = await search({ grant: body.grant });
      expect(refused.body.error?.code).toBe("picker_search_refused");
    });
  });

  test("beyond the plan's quota, by a parameter that it excludes, or on a site of no key", async () => {
    const tiny = await newKey({ account: "account-2", sites: ["photos.example"] });
    const { body } = await requestGrant(CMS, tiny.text);
    const onSite = () => `${searchOffer()}&site=photos.example`;
    const refused = async (of: string) => {
      installation.fixture.searches.length = 0;
      const answer = await search({ grant: body.grant, search: of });
      expect(answer.body.error?.code).toBe("picker_search_refused");
      expect(installation.fixture.searches).toEqual([]);
    };
    await refused(searchOffer());
    await refused(`${onSite()}&transparent=true`);
    expect((await search({ grant: body.grant, search: onSite() })).status).toBe(200);
    await refused(onSite());
  });

  test.each([
    ["an unlisted origin", { origin: EVIL }],
    ["a look-alike", { origin: "http://cms.localhost:40000" }],
    ["another scheme", { origin: "https://cms.localhost:4000" }],
    ["null", { origin: "null" }],
    ["no origin", { origin: undefined }],
  ])("for %s", async (_, changes) => {
    const grant = await grantFor(CMS);
    await expectNothingSpent(async () => {
      const { status } = await search({ grant, ...changes } as never);
      expect([400, 403]).toContain(status);
    });
  });

  test.each([
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["a subdomain", { "sec-fetch-site": "same-site" }],
    ["a listed page itself", { origin: CMS }],
    ["a sandboxed frame", { origin: "null" }],
    ["a file", { origin: "file://" }],
    ["another port", { origin: "http://127.0.0.1:1" }],
    ["a program without headers", {}],
  ])("by a POST of %s", async (_, headers) => {
    const grant = await grantFor(CMS);
    await expectNothingSpent(async () => {
      const { status, body } = await search({ grant }, headers as never);
      expect([status, body.error?.code]).toEqual([403, "cross_site"]);
    });
  });

  test.each(["GET", "HEAD", "PUT", "OPTIONS"])("by %s", async (method) => {
    await expectNothingSpent(async () => {
      const path = `/api/picker/search?${searchOffer()}&origin=${CMS}`;
      expect((await send(path, method, OWN)).status).toBe(405);
    });
  });

  test.each([
    ["a form", `search=q%3Dsea&origin=${CMS}`],
    ["text", "hello"],
    ["nothing", ""],
    ["a list", "[]"],
    ["a search that is an object", `{"search":{"q":"sea"},"origin":"${CMS}"}`],
    ["a search without text", `{"search":"count=24","origin":"${CMS}"}`],
    ["an unknown parameter", `{"search":"q=sea&sort=new","origin":"${CMS}"}`],
    ["a repeated parameter", `{"search":"q=sea&q=tree","origin":"${CMS}"}`],
    ["a search of 3,000 characters", `{"search":"q=${"a".repeat(3_000)}","origin":"${CMS}"}`],
    ["deep JSON", `${"[".repeat(3_000)}`],
    ["9 KB", " ".repeat(9 * 1024)],
  ])("by %s", async (_, body) => {
    await expectNothingSpent(async () => {
      const { status } = await send("/api/picker/search", "POST", OWN, body);
      expect([400, 413]).toContain(status);
    });
  });

  test("by opening the picker, whatever its URL says", async () => {
    const parameters = new URLSearchParams({
      origin: CMS,
      session: "abcdefghijklmnopqrstuv",
      version: "1",
      mode: "frame",
      q: "sea",
      query: "sea",
      grant: await grantFor(CMS),
    });
    await expectNothingSpent(async () => {
      expect((await send(`/picker?${parameters}`, "GET", {})).status).toBe(200);
      expect((await send(`/picker?${parameters}`, "POST", OWN, "q=sea")).status).toBe(405);
      expect((await send(`/api/search?${searchOffer()}`, "GET", OWN)).body.error.code).toBe(
        "search_unconfirmed",
      );
    });
  });
});

describe("no grant is issued", () => {
  test.each([
    ["without a key", "", CMS, 401],
    ["for a key that may not search", "usage", CMS, 403],
    ["for an unlisted origin", "search", EVIL, 400],
    ["for a look-alike origin", "search", `${CMS}0`, 400],
    ["for an origin with a path", "search", `${CMS}/`, 400],
    ["for null", "search", "null", 400],
  ])("%s", async (_, kind, origin, expected) => {
    const text = { search: key, usage: usageKey }[kind] ?? "";
    const { status, body } = await requestGrant(origin, text);
    expect(status).toBe(expected);
    expect(body.grant).toBeUndefined();
  });

  test.each(["", "hello", "[]", "{}", '{"origin":["http://cms.localhost:4000"]}'])(
    "for the body %s",
    async (body) => {
      const { status } = await send("/v1/picker-grants", "POST", { "x-api-key": key }, body);
      expect(status).toBe(400);
    },
  );
});

test("a grant expires", async () => {
  const grant = await grantFor(CMS);
  vi.useFakeTimers({ now: Date.now() + 601_000, toFake: ["Date"] });
  try {
    await expectNothingSpent(async () => {
      expect((await search({ grant })).body.error?.code).toBe("picker_search_refused");
    });
  } finally {
    vi.useRealTimers();
  }
});
