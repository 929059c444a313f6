import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createMetrics } from "@/lib/http/metrics";
import { HEALTH_ENDPOINTS, metricsEndpoint, readyEndpoint } from "@/lib/http/operator-endpoints";
import { openState } from "@/lib/state/open-state";
import { openDatabase } from "@/lib/state/sqlite/database";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { ask } from "@/tests/support/requests/ask";
import { applicationOf } from "@/tests/support/servers/application";

const TOKEN = "a-token-of-the-operator";

describe.each(["/livez", "/healthz"])("%s", (path) => {
  test("200: the process is running", async () => {
    const response = await ask(applicationOf(HEALTH_ENDPOINTS), path);
    expect([response.status, await response.text()]).toEqual([200, "alive\n"]);
    expect(response.headers.get("cache-control")).toBe("no-store");
  });
});

describe("/readyz", () => {
  const asOperator = { authorization: `Bearer ${TOKEN}` };

  function ready(dataDir: string, service = "ready", token: string | null = TOKEN) {
    const state = { isDraining: false };
    const failures: string[] = [];
    const store = openState({ dataDir, databaseUrl: null });
    onTestFinished(() => store.close());
    const readiness = {
      token,
      isDraining: () => state.isDraining,
      checks: [{ name: "store", check: store.check, isShared: false }],
      remarks: async () => ({ service }),
      onFailure: (name: string) => failures.push(name),
    };
    const application = applicationOf([readyEndpoint(readiness)]);
    const get = (headers: Record<string, string> = asOperator) =>
      ask(application, "/readyz", { headers });
    return { get, failures, state };
  }

  test("200: the store can be read and written", async () => {
    const { get } = ready(temporaryFolder());
    await get();
    const response = await get();
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ isReady: true, store: "ok", service: "ready" });
  });

  test("200: without the token there are no details", async () => {
    const { get } = ready(temporaryFolder());
    for (const headers of [{}, { authorization: `Bearer ${TOKEN}x` }]) {
      expect(await (await get(headers)).json()).toEqual({ isReady: true });
    }
    const withoutToken = ready(temporaryFolder(), "ready", null);
    expect(await (await withoutToken.get({ authorization: "Bearer null" })).json()).toEqual({
      isReady: true,
    });
  });

  test("200: nothing is written", async () => {
    const dataDir = temporaryFolder();
    const { get } = ready(dataDir);
    await get();
    const database = openDatabase(join(dataDir, "vitrine.db"));
    // Increases whenever another connection commits.
    const version = () =>
      (database.prepare("PRAGMA data_version").get() as { data_version: number }).data_version;
    const before = version();
    await get();
    expect(version()).toBe(before);
    database.close();
  });

  test("200: a failing service is reported, and the server stays ready", async () => {
    const response = await ready(temporaryFolder(), "service_key_refused").get();
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ service: "service_key_refused" });
  });

  test("503: the server is shutting down", async () => {
    const { get, state } = ready(temporaryFolder());
    expect((await get()).status).toBe(200);
    state.isDraining = true;
    const response = await get({});
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({ isReady: false, reason: "draining" });
  });

  test("503: the store can't be opened", async () => {
    const { get, failures } = ready("/dev/null/nowhere");
    const response = await get();
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ isReady: false, store: "missing" });
    expect(failures).toEqual(["store"]);
  });
});

describe("/readyz of one of several instances", () => {
  test("a lost database that all share makes it unready only before its first success", async () => {
    const lost = new Set<string>();
    const checkOf = (name: string, isShared: boolean) => ({
      name,
      isShared,
      check: async () => {
        if (lost.has(name)) throw new Error(`no ${name}`);
      },
    });
    const application = applicationOf([
      readyEndpoint({
        token: TOKEN,
        isDraining: () => false,
        checks: [checkOf("store", true), checkOf("library", false)],
        remarks: async () => ({}),
        onFailure: () => {},
      }),
    ]);
    const headers = { authorization: `Bearer ${TOKEN}` };
    const answerWithout = async (...names: string[]) => {
      lost.clear();
      for (const name of names) lost.add(name);
      const response = await ask(application, "/readyz", { headers });
      return [response.status, await response.json()];
    };
    expect(await answerWithout("store")).toEqual([503, { isReady: false, store: "missing" }]);
    const ok = { isReady: true, store: "ok", library: "ok" };
    expect(await answerWithout()).toEqual([200, ok]);
    expect(await answerWithout("store")).toEqual([200, { isReady: true, store: "missing" }]);
    const broken = { isReady: false, store: "ok", library: "missing" };
    expect(await answerWithout("library")).toEqual([503, broken]);
  });
});

describe("/metrics", () => {
  function metricsWith(token: string | null) {
    const metrics = createMetrics();
    const application = applicationOf([metricsEndpoint(metrics)], { metricsToken: token });
    return { metrics, get: (headers = {}) => ask(application, "/metrics", { headers }) };
  }

  test("404 if no token is configured", async () => {
    const { get } = metricsWith(null);
    expect((await get({ authorization: "Bearer null" })).status).toBe(404);
  });

  test.each([{}, { authorization: TOKEN }, { authorization: `Bearer ${TOKEN}x` }])(
    "401: with %o",
    async (headers) => {
      expect((await metricsWith(TOKEN).get(headers)).status).toBe(401);
    },
  );

  test("200: figures of searches, the budget and the breaker, in Prometheus' format", async () => {
    const { metrics, get } = metricsWith(TOKEN);
    metrics.watch({
      budget: async () => ({ limit: 250, used: 31 }),
      breaker: () => "half-open",
      pendingCount: () => 3,
    });
    metrics.watchStore(() => Promise.reject(new Error("lost")));
    metrics.events.served({ from: "service", staleReason: null, searchesUsed: 1 });
    metrics.events.served({ from: "stale", staleReason: "service_failed", searchesUsed: 0 });
    metrics.events.failed("budget_day_spent");
    metrics.events.called({ outcome: "ok", seconds: 0.3 });
    const response = await get({ authorization: `Bearer ${TOKEN}` });
    expect(response.headers.get("content-type")).toMatch(/^text\/plain; version=/);
    const lines = (await response.text()).split("\n");
    expect(lines).toEqual(
      expect.arrayContaining([
        'vitrine_answers_total{from="service",stale_reason=""} 1',
        'vitrine_answers_total{from="stale",stale_reason="service_failed"} 1',
        'vitrine_search_failures_total{code="budget_day_spent"} 1',
        'vitrine_service_call_seconds_count{outcome="ok"} 1',
        'vitrine_budget_searches{kind="limit"} 250',
        'vitrine_budget_searches{kind="used"} 31',
        'vitrine_service_breaker{state="half-open"} 1',
        'vitrine_service_breaker{state="open"} 0',
        "vitrine_pending_searches 3",
        "vitrine_store_up 0",
      ]),
    );
  });

  test("200: as OpenMetrics, a request is the example of its bucket; later, the text format is whole", async () => {
    const { metrics, get } = metricsWith(TOKEN);
    const traceId = "0af7651916cd43dd8448eb211c80319c";
    const route = { path: "/search" };
    const answered = { route, status: 200, seconds: 0.2, requestId: "r-1", traceId };
    metrics.answered(answered);
    metrics.answered({ ...answered, seconds: 0.01 });
    metrics.events.failed("budget_day_spent");
    const authorization = `Bearer ${TOKEN}`;
    const accept = "application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5";
    const [open, text] = await Promise.all([
      get({ authorization, accept }),
      get({ authorization }),
    ]);
    expect(open.headers.get("content-type")).toMatch(/^application\/openmetrics-text/);
    const lines = await open.text();
    expect(lines).toMatch(
      /_bucket\{le="0\.3",route="\/search",status="2xx"\} 2 # \{request_id="r-1",trace_id="0af7651916cd43dd8448eb211c80319c"\} 0\.2 \d/,
    );
    expect(lines).toContain("# TYPE vitrine_search_failures counter\n");
    expect(lines).toMatch(/\n# EOF\n$/);
    expect(await text.text()).toContain("# TYPE vitrine_search_failures_total counter\n");
  });
});
