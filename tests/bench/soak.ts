/**
 * Whether a fleet's memory and open files stay level: three instances on one PostgreSQL database behind
 * nginx, `--rate 50` requests a second for `--minutes 60`: cached searches, thumbnails, pages, searches
 * with an API key, new paid searches. `npm run bench:soak`, after `npm run build`.
 *
 * First fills the answers' memory of each instance. Measures each process every minute, after a garbage
 * collection, and prints the slopes of the second half. nginx caches no thumbnails, so that the
 * instances get every request. `--snapshots FOLDER` writes a heap snapshot of the first instance after
 * the first half and at the end. Compare them before you look for a leak: V8 compiles functions for
 * half an hour, and a busy machine compiles them later.
 */
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import pLimit from "p-limit";
import { createApiKeys } from "@/lib/service/api/change-api-keys";
import { createServiceKeys } from "@/lib/service/identify-key";
import { openState } from "@/lib/state/open-state";
import { type Installation, startInstallation } from "@/tests/e2e/support/installation";
import { AN_ACTOR, anAccount, newApiKey } from "@/tests/support/accounts/accounts";
import { WIDE_PLAN } from "@/tests/support/accounts/key-service";
import { startPostgresServer } from "@/tests/support/databases/postgres-server";
import { type Sent, startBalancer } from "@/tests/support/servers/balancer";
import { startFixtureService } from "@/tests/support/servers/fixture-service";
import { freePort } from "@/tests/support/servers/listen";
import { startNginx } from "@/tests/support/servers/nginx";
import {
  CACHED,
  searchOffer,
  sendAtRate,
  settingsUnderLoad,
  untilWarm,
  visitorOf,
} from "@/tests/support/servers/rolling-restart";
import { sharedSecrets } from "@/tests/support/servers/shared-secrets";
import { formsOf } from "./support/failure-forms";
import { say } from "./support/measures";
import { openDebugger, type ServerMemory } from "./support/server-memory";
import { slopeOf } from "./support/slope";
import { atMost, equals, sayVerdicts } from "./support/verdicts";

const INSTANCES = 3;
/** Answers that fill an instance's memory (lib/gallery/answer-cache.ts). */
const FILLING_ANSWERS = 2_500;
const SLOPE_PERCENT_MAX = 1;
const PLAN = { ...WIDE_PLAN, searchesPerMonth: 1_000_000_000 };

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "60" },
    rate: { type: "string", default: "50" },
    snapshots: { type: "string" },
  },
});
const minutes = Number(values.minutes);
/** V8 compiles functions for half an hour at this rate. */
const warmMinutes = Math.ceil(minutes / 2);

const folder = mkdtempSync(join(tmpdir(), "vitrine-soak-"));
const plansFile = join(folder, "plans.json");
writeFileSync(plansFile, JSON.stringify({ plans: [PLAN] }));
const database = await startPostgresServer();
const service = await startFixtureService();
const secrets = sharedSecrets();
const settings = {
  ...secrets,
  ...settingsUnderLoad(service),
  DATABASE_URL: database.url,
  VITRINE_LIBRARY_DIRS: resolve("demo/pictures"),
  VITRINE_PLANS_FILE: plansFile,
  VITRINE_MONTHLY_SEARCHES: "10000000",
  VITRINE_VISITOR_SEARCHES_PER_MINUTE: "100000",
  VITRINE_VISITOR_SEARCHES_PER_DAY: "1000000",
};
const servers: Installation[] = [];
const debuggers: Awaited<ReturnType<typeof openDebugger>>[] = [];
for (let index = 0; index < INSTANCES; index += 1) {
  const debugPort = await freePort();
  const server = await startInstallation(
    { ...settings, NODE_OPTIONS: `--inspect-port=127.0.0.1:${debugPort}` },
    join(folder, String(index)),
  );
  servers.push(server);
  debuggers.push(await openDebugger(server.process.pid ?? 0, debugPort));
}
const addresses = servers.map(({ address }) => address);
const nginx = await startNginx({ addresses, folder, hasThumbnailCache: false });
try {
  const thumbnails = await untilWarm(nginx, addresses);
  const key = await newKey();
  await fillMemories();
  say(`${service.searches.length} searches paid for before the load`);
  const load = sendAtRate(nginx, Number(values.rate), (n) => requestOf(n, thumbnails, key));
  const samples: ServerMemory[][] = debuggers.map(() => []);
  const startedAtMs = performance.now();
  for (let minute = 1; minute <= minutes; minute += 1) {
    await wait(startedAtMs + minute * 60_000 - performance.now());
    for (const [index, each] of debuggers.entries()) {
      const sample = await each.measure();
      samples[index]?.push(sample);
      say(`minute ${minute}, instance ${index + 1}: ${textOf(sample)}`);
    }
    say(`  ${load.sentCount()} sent, ${load.failures.length} failed ${formsOf(load.failures)}`);
    if (minute === warmMinutes || minute === minutes) await writeSnapshot(minute);
  }
  const failures = await load.stop();
  for (const failure of failures.slice(0, 20)) say(failure);
  sayVerdicts([
    equals(`failed of ${load.sentCount()}`, failures.length, 0),
    ...samples.flatMap((each, index) =>
      (["heap", "external", "rss", "decoders", "files"] as const).map((name) => {
        const { perHour, error, mean } = slopeOf(each.slice(warmMinutes).map((one) => one[name]));
        const percent = (value: number) => (100 * value) / mean;
        return atMost(`instance ${index + 1}: ${name}`, percent(perHour), SLOPE_PERCENT_MAX, {
          digits: 2,
          unit: " % per hour",
          detail: `± ${percent(error).toFixed(2)}; mean ${shown(name, mean)}`,
        });
      }),
    ),
  ]);
} finally {
  for (const each of debuggers) each.close();
  await nginx.stop();
  for (const server of servers) await server.stop();
  await service.stop();
  await database.remove();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
process.exit();

/**
 * Of 200 requests: 88 cached searches, 90 thumbnails, 10 pages, 10 searches with a key, a new search, and
 * a search that pays again when its cached answer is no longer fresh.
 */
function requestOf(n: number, thumbnails: readonly string[], key: string): Sent {
  const words = CACHED[n % CACHED.length];
  if (n % 200 === 50) return unknownSearch(FILLING_ANSWERS + n / 200);
  if (n % 200 === 150) return searchOffer(CACHED[Math.floor(n / 200) % CACHED.length] ?? "");
  if (n % 20 === 0) return { path: n % 40 === 0 ? `/search?q=${words}` : "/library" };
  if (n % 20 === 10) return { path: `/v1/search?q=${words}&count=24`, key };
  if (n % 2 === 0) return { path: `/api/search?q=${words}` };
  return { path: thumbnails[n % thumbnails.length] ?? "/" };
}

/** A search that finds all pictures of the fixture, with another text for each number. */
function unknownSearch(number: number): Sent {
  const digits = Math.floor(number).toString(2);
  const words = [...digits].map((digit) => (digit === "0" ? "a" : "at"));
  return searchOffer(`${words.join("+")}&count=100`);
}

/** Sends the same new searches to each instance; the first is paid for, the others find its answer. */
async function fillMemories(): Promise<void> {
  const limit = pLimit(4);
  for (const address of addresses) {
    const balancer = startBalancer([address], 1_000);
    while (!balancer.isReady(address)) await wait(50);
    const filled = Array.from({ length: FILLING_ANSWERS }, (_, number) =>
      limit(() => balancer.send(unknownSearch(number), visitorOf(number))),
    );
    const refused = (await Promise.all(filled)).filter(({ status }) => status !== 200);
    if (refused.length > 0) throw new Error(`${refused.length} refused: ${refused[0]?.body}`);
    balancer.stop();
  }
}

/** Creates an account with an API key. */
async function newKey(): Promise<string> {
  const dataDir = join(folder, "0");
  const state = openState({ dataDir, databaseUrl: database.url });
  const accounts = state.accounts({ plans: [PLAN] });
  const { VITRINE_KEY_PEPPER: keyPepper } = secrets;
  const keys = createServiceKeys({ serviceKey: null, keyPepper, dataDir });
  await accounts.createAccount(anAccount("account-1", PLAN.id), AN_ACTOR);
  const { text } = await newApiKey(createApiKeys({ accounts, keys }));
  await state.close();
  return text;
}

async function writeSnapshot(minute: number): Promise<void> {
  if (values.snapshots === undefined) return;
  const file = createWriteStream(join(values.snapshots, `minute-${minute}.heapsnapshot`));
  await debuggers[0]?.snapshot((chunk) => file.write(chunk));
  file.end();
}

function textOf(sample: ServerMemory): string {
  return (Object.keys(sample) as (keyof ServerMemory)[])
    .map((name) => `${name} ${shown(name, sample[name])}`)
    .join(", ");
}

function shown(name: keyof ServerMemory, value: number): string {
  return name === "files" ? value.toFixed(1) : `${(value / 1024 / 1024).toFixed(1)} MB`;
}
