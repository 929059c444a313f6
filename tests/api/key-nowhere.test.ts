import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPaidSearch, visitorSecret } from "@/lib/gallery/paid-search";
import { createRemoteService } from "@/lib/gallery/remote-service";
import { createMetrics } from "@/lib/http/metrics";
import { openState } from "@/lib/state/open-state";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { recordLog } from "@/tests/support/recorded-log";
import { ask } from "@/tests/support/requests/ask";
import { applicationOf } from "@/tests/support/servers/application";
import {
  type FixtureAnswer,
  type FixtureService,
  startFixtureService,
} from "@/tests/support/servers/fixture-service";
import { SPENDING } from "@/tests/support/servers/paid-gallery";
import { unsignedSearches } from "@/tests/support/servers/unsigned-searches";

const KEY = "canary-9f3c/77+a1=zq&b";
const FORMS = [
  KEY,
  encodeURIComponent(KEY),
  Buffer.from(KEY).toString("base64"),
  Buffer.from(KEY).toString("base64url"),
  Buffer.from(KEY).toString("hex"),
];

/** A service that echoes our key wherever it can. */
const TRAITORS: FixtureAnswer[] = [
  {
    body: {
      name: KEY,
      value: FORMS.map((form) => ({
        imageUrl: `https://a.example/${form}`,
        name: form,
        hostUrl: `https://a.example/?k=${form}`,
      })).concat([
        { imageUrl: "https://a.example/1", name: `key ${KEY}`, hostUrl: "https://a.example/" },
      ]),
    },
  },
  { status: 400, body: { error: `Not with ${KEY}.` } },
  {
    status: 401,
    body: { error: `Key ${FORMS[2]} is not valid.` },
    headers: { "www-authenticate": KEY },
  },
  { status: 429, body: { error: `Rate limit of ${KEY}` }, headers: { "retry-after": "1" } },
  { status: 500, body: `<pre>X-API-Key: ${KEY}</pre>` },
  { status: 302, headers: { location: `https://a.example/?key=${KEY}` } },
  { status: 200, body: `{"error":"${FORMS[4]}"` },
  { status: 503, statusText: "No", body: { error: FORMS.join(" ") } },
];

let fixture: FixtureService;

beforeAll(async () => {
  fixture = await startFixtureService({ key: KEY });
});

afterAll(async () => {
  await fixture.stop();
});

test("no answer, log, metric or store contains our key, even if the service echoes it", async () => {
  const seen: string[] = [];
  const logged = recordLog();
  const dataDir = temporaryFolder();
  const metrics = createMetrics();
  const remote = { url: fixture.baseUrl, key: KEY, keyHeader: "x-api-key" } as const;
  for (const [index, answer] of TRAITORS.entries()) {
    // A data folder for each: otherwise a service pause would block the next answer.
    const service = createRemoteService(remote);
    const state = openState({ dataDir: join(dataDir, String(index)), databaseUrl: null });
    const paid = createPaidSearch({
      service,
      remote,
      spending: SPENDING,
      state,
      visitorSecret: () => visitorSecret(join(dataDir, String(index))),
      label: async () => ({ kind: "remote", host: "a.example" }),
      events: metrics.events,
      onStoreFailure: (store, cause) => seen.push(store, String(cause)),
    });
    fixture.answerWith(answer);
    const application = applicationOf(unsignedSearches(paid.searchImages));
    const responses = [
      await ask(application, "/api/search?q=one"),
      await ask(application, "/api/search?q=two"),
      await ask(application, "/api/search/again", { fields: { q: "one" } }),
    ];
    for (const response of responses) {
      seen.push(JSON.stringify([...response.headers]), await response.text());
    }
    await service.close();
    await state.close();
  }
  seen.push((await metrics.expose("text")).text);
  for (const path of readdirSync(dataDir, { recursive: true, encoding: "utf8" })) {
    if (/\.(db|db-wal|secret)$/.test(path)) seen.push(readFileSync(join(dataDir, path), "latin1"));
  }
  // The log contains the failures, with the service's text.
  expect(logged.length).toBeGreaterThan(TRAITORS.length / 2);
  const everything = [...seen, ...logged].join("\n");
  expect(everything).toContain('vitrine_answers_total{from="service"');
  expect(everything).toContain("https://a.example/1");
  for (const form of FORMS) expect(everything).not.toContain(form);
  expect(fixture.searches.length).toBeGreaterThanOrEqual(TRAITORS.length);
});
