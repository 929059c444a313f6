import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { Plan } from "@/lib/core/limits/plan";
import { AppError } from "@/lib/platform/errors";
import { A_PLAN, AN_ACTOR } from "@/tests/support/accounts/accounts";
import { startKeyService } from "@/tests/support/accounts/key-service";
import { LIBRARIES } from "@/tests/support/databases/libraries";
import { temporaryPostgres } from "@/tests/support/databases/postgres";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { ask } from "@/tests/support/requests/ask";

/** The symbol under which lib/platform/log.ts stores the logger. */
const LOGGER = Symbol.for("vitrine.log");
const LOG_PLACE = globalThis as unknown as { [LOGGER]: pino.Logger | undefined };

const FREE: Plan = { ...A_PLAN, searchesPerMonth: 5 };

describe.each(LIBRARIES)("keys of accounts in $name", ({ newPlace }) => {
  type Service = Awaited<ReturnType<typeof startKeyService>>;
  let service: Service;
  let dataDir: string;
  let databaseUrl: string | null;
  let find: (query: { count?: number }) => Promise<never[]>;

  async function start(plans: readonly Plan[] = [FREE]): Promise<void> {
    dataDir = temporaryFolder();
    databaseUrl = (await newPlace()).databaseUrl ?? null;
    const embedded = {
      publicUrl: "http://gallery.example",
      find: (query: { count?: number }) => find(query),
    };
    service = await startKeyService({ dataDir, databaseUrl }, { embedded, plans });
  }
  beforeEach(async () => {
    find = async () => [];
    await start();
  });
  afterEach(() => service.stop());

  async function search(key: string, query = "q=sea", headers: Record<string, string> = {}) {
    const response = await ask(service.answer, `/v1/search?${query}`, { key, headers });
    return { status: response.status, headers: response.headers, body: await response.json() };
  }

  async function rotated(id: string, overlap: "1h" | "24h") {
    const successor = await service.apiKeys.rotate({ id, account: "account-1", overlap }, AN_ACTOR);
    if (typeof successor === "string") throw new Error(successor);
    return successor;
  }

  const errorsOf = async () =>
    (await service.accounts.errors("account-1"))
      .map(({ code, count }) => `${count} × ${code}`)
      .sort();

  const used = async () => (await service.accounts.usage("account-1", null)).usedThisMonth;

  test("a key searches in either header, and each answer shows what remains", async () => {
    const { text } = await service.newKey();
    const first = await search(text);
    expect(first.status).toBe(200);
    expect(first.headers.get("ratelimit-policy")).toBe('"month";q=5;w=2678400, "rate";q=1000;w=10');
    expect(first.headers.get("ratelimit")).toMatch(/^"month";r=4;t=[1-9]\d*, "rate";r=999;t=1$/);
    const headers = { authorization: `bearer ${text}` };
    const second = await ask(service.answer, "/v1/search?q=sea", { headers });
    expect(second.headers.get("ratelimit")).toContain('"month";r=3;');
  });

  test("a search beyond the quota is 429 with a reason, until the plan is raised", async () => {
    await service.stop();
    const larger = { ...FREE, id: "team", name: "Team", searchesPerMonth: 100 };
    await start([FREE, larger]);
    const { text } = await service.newKey();
    for (let i = 0; i < 5; i += 1) expect((await search(text)).status).toBe(200);
    const { status, headers, body } = await search(text);
    expect(status).toBe(429);
    expect(body.error).toMatch(
      /^The 5 searches of this month in the Free plan are used up\. The quota starts again at \d{4}-\d\d-01 00:00 UTC\.$/,
    );
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect(headers.get("ratelimit")).toContain('"month";r=0;');
    expect(await used()).toBe(5);
    await service.accounts.changeAccount("account-1", { plan: "team" }, AN_ACTOR);
    expect((await search(text)).status).toBe(200);
  });

  test("concurrent requests beyond the burst are 429 with another text", async () => {
    await service.stop();
    await start([{ ...FREE, requestsPerSecond: 0.5, burst: 2 }]);
    const { text } = await service.newKey();
    const answers = [await search(text), await search(text), await search(text)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    const { headers, body } = answers[2] ?? { headers: new Headers(), body: {} };
    expect(body.error).toMatch(/^Too many requests at once: the Free plan allows 0\.5 a second\./);
    expect(Number(headers.get("retry-after"))).toBeLessThanOrEqual(2);
    expect(await used()).toBe(2);
  });

  test.each([
    ["count=51", "The Free plan allows a count of at most 50."],
    ["safesearch=moderate", "The Free plan doesn’t include safesearch=moderate."],
  ])("402 for %s, which the plan does not include", async (parameter, error) => {
    const { text } = await service.newKey();
    const answer = await search(text, `q=sea&${parameter}`);
    expect([answer.status, answer.body]).toEqual([402, { error }]);
    expect(await errorsOf()).toEqual(["1 × api_not_in_plan"]);
    expect(await used()).toBe(0);
  });

  test("403 without one of the key's sites, which are named", async () => {
    const { text } = await service.newKey({ sites: ["a.example", "B.example."] });
    const answer = await search(text);
    expect(answer.status).toBe(403);
    expect(answer.body.error).toContain("these sites only: a.example, b.example.");
    expect((await search(text, "q=sea&site=b.example.evil.test")).status).toBe(403);
    expect((await search(text, "q=sea&site=photos.b.example")).status).toBe(200);
  });

  test("403 for another scope; the usage needs its own", async () => {
    const searching = await service.newKey({ scopes: ["search"] });
    const reading = await service.newKey({ scopes: ["usage"] });
    await search(searching.text);
    const refused = await search(reading.text);
    expect([refused.status, refused.body.error]).toEqual([
      403,
      expect.stringContaining("the scope “search”"),
    ]);
    const usage = (key: string) => ask(service.answer, "/v1/usage", { key });
    expect((await usage(searching.text)).status).toBe(403);
    expect(await (await usage(reading.text)).json()).toMatchObject({
      plan: { name: "Free", searchesPerMonth: 5, countMax: 50 },
      usedThisMonth: 1,
      remaining: 4,
      monthEndsAt: expect.stringMatching(/-01T00:00:00\.000Z$/),
    });
  });

  test("without a count, a plan answers with as many images as it permits", async () => {
    await service.stop();
    await start([{ ...FREE, countMax: 20 }]);
    const counts: unknown[] = [];
    find = async (query) => {
      counts.push(query.count);
      return [];
    };
    const { text } = await service.newKey();
    expect((await search(text)).status).toBe(200);
    expect((await search(text, "q=sea&count=24")).status).toBe(402);
    expect((await search(text, "q=sea&count=7")).status).toBe(200);
    expect(counts).toEqual([20, 7]);
  });

  test("401 says whether the key expired, was revoked, or its account is suspended", async () => {
    const { id, text } = await service.newKey();
    await service.accounts.changeAccount("account-1", { isSuspended: true }, AN_ACTOR);
    expect((await search(text)).body.error).toContain("is suspended");
    await service.accounts.changeAccount("account-1", { isSuspended: false }, AN_ACTOR);
    const successor = await rotated(id, "1h");
    expect((await search(text)).status).toBe(200);
    expect((await search(successor.text)).status).toBe(200);
    await service.accounts.revokeKey(id, { account: "account-1" }, AN_ACTOR);
    const revoked = await search(text);
    expect([revoked.status, revoked.body.error]).toEqual([401, "The API key was revoked."]);
    const brief = await service.newKey({ expiresAtMs: Date.now() + 300 });
    await expect
      .poll(async () => (await search(brief.text)).body.error)
      .toBe("The API key has expired.");
  });

  test("a malformed request is 401 without a valid key, otherwise 400, and is not counted", async () => {
    const { text } = await service.newKey();
    const mistyped = text.slice(0, -1) + (text.endsWith("a") ? "b" : "a");
    expect((await search(mistyped, "q=&x=1")).status).toBe(401);
    expect((await search(text, "q=&x=1")).status).toBe(400);
    expect(await errorsOf()).toEqual(["1 × invalid_query"]);
    expect(await used()).toBe(0);
  });

  test("a key in the URL is refused with a hint, and never repeated", async () => {
    const { text } = await service.newKey();
    for (const query of [`q=sea&key=${text}`, `q=${text}`, "q=sea&api_key=x", "access_token=x"]) {
      for (const key of [text, ""]) {
        const answer = await search(key, query);
        expect(answer.status).toBe(401);
        expect(answer.body.error).toContain("The API key is in the URL");
        expect(JSON.stringify(answer.body)).not.toContain(text);
      }
    }
  });

  test("a search that fails on our side is not counted, but its error is", async () => {
    const { text } = await service.newKey();
    find = () => Promise.reject(new AppError("library_unreadable", "broken"));
    expect((await search(text)).status).toBe(503);
    find = () => Promise.reject(new TypeError("a bug"));
    expect((await search(text)).status).toBe(500);
    expect(await used()).toBe(0);
    expect(await errorsOf()).toEqual(["1 × internal", "1 × library_unreadable"]);
  });

  test("problem details come on request", async () => {
    const { text } = await service.newKey();
    const preferred = { accept: "application/problem+json, application/json;q=0.5" };
    const answer = await search(text, "q=sea&count=0", preferred);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(answer.headers.get("vary")).toBe("accept");
    const text400 = "count must be a whole number from 1 to 100.";
    expect(answer.body).toEqual({
      type: "/v1/docs#invalid_query",
      title: "Invalid request",
      status: 400,
      detail: text400,
      error: text400,
    });
    for (const accept of ["*/*", "application/json, application/problem+json", "text/html"]) {
      expect((await search(text, "q=", { accept })).body).toEqual({ error: expect.any(String) });
    }
  });

  test("an unreachable store is 503, and the operator's key works", async () => {
    const { text } = await service.newKey();
    await service.stop();
    const answer = await search(text);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
    const operatorKey = readFileSync(join(dataDir, "service-key.secret"), "utf8").trim();
    const own = await search(operatorKey);
    expect([own.status, own.headers.get("ratelimit")]).toEqual([200, null]);
  });

  test("after 1,000 uses no log, file or table contains a key", async () => {
    const seen: string[] = [];
    const quiet = LOG_PLACE[LOGGER];
    LOG_PLACE[LOGGER] = pino({ level: "debug" }, { write: (line) => void seen.push(line) });
    onTestFinished(() => {
      LOG_PLACE[LOGGER] = quiet;
    });
    const { id, text } = await service.newKey();
    const successor = await rotated(id, "24h");
    const keys = [text, successor.text];
    for (let use = 0; use < 1_000; use += 10) {
      find = () => (use % 20 === 0 ? Promise.reject(new TypeError("a bug")) : Promise.resolve([]));
      const queries = ["q=sea", "q=", "q=sea&count=100", `q=sea&key=${text}`, "q=sea&site=x"];
      const asked = keys.flatMap((key) => queries.map((query) => search(key, query)));
      for (const { body } of await Promise.all(asked)) seen.push(JSON.stringify(body));
    }
    await service.accounts.revokeKey(id, { account: null }, AN_ACTOR);
    seen.push(JSON.stringify(await search(text)));
    const files = readdirSync(dataDir, { recursive: true, withFileTypes: true });
    for (const { parentPath, name } of files.filter((file) => file.isFile())) {
      seen.push(readFileSync(join(parentPath, name), "latin1"));
    }
    if (databaseUrl !== null) seen.push(await dump(databaseUrl));
    const everything = seen.join("\n");
    const finds = (part: string) => everything.includes(part);
    expect(["request_failed", text.slice(0, 12), id].map(finds)).toEqual([true, true, true]);
    expect(keys.map((key) => finds(key.slice(8)))).toEqual([false, false]);
  });
});

/** Every row of every table, as JSON. */
async function dump(url: string): Promise<string> {
  const database = await temporaryPostgres({ url });
  const tables = await database.run(
    (sql) => sql`SELECT tablename FROM pg_tables WHERE schemaname = 'vitrine'`,
  );
  const rows = await Promise.all(
    tables.map(({ tablename }) =>
      database.run((sql) => sql`SELECT row_to_json(rows) FROM vitrine.${sql(tablename)} AS rows`),
    ),
  );
  return JSON.stringify(rows);
}
