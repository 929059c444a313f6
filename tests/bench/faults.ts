/**
 * What visitors notice when a part fails: three instances, a PostgreSQL database with a synchronous
 * standby, 60 requests a second (cached searches, thumbnails, pages, new paid searches), and one fault
 * after another: `npm run bench:faults`, after `npm run build`.
 *
 * Each fault begins after a quarter of `--seconds 60`, is repaired after half of it, and is observed
 * until the end. `--rate 60` sets the requests a second. "slowest free" is the longest time of a request
 * other than new searches. The aim: failures end within ten seconds of the
 * repair, and the ledger counts every search that the service received. `--only NAME` runs the faults
 * whose name contains it.
 *
 * Faults of the disk need root: the first instance gets a small tmpfs in a mount namespace of its own.
 * The clock needs Debian's libfaketime. The network is a TCP relay (`support/slow-link.ts`).
 */
import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs, promisify } from "node:util";
import postgres from "postgres";
import { type Installation, startInstallation } from "@/tests/e2e/support/installation";
import { startPostgresServer, urlOfBoth } from "@/tests/support/databases/postgres-server";
import { startBalancer } from "@/tests/support/servers/balancer";
import { type FixtureAnswer, startFixtureService } from "@/tests/support/servers/fixture-service";
import { freePort } from "@/tests/support/servers/listen";
import {
  countedSearches,
  searchOffer,
  settingsUnderLoad,
  startLoad,
  until,
  untilWarm,
} from "@/tests/support/servers/rolling-restart";
import { sharedSecrets } from "@/tests/support/servers/shared-secrets";
import { formsOf } from "./support/failure-forms";
import { say, table } from "./support/measures";
import { SOUND, startSlowLink } from "./support/slow-link";

const RECOVERY_AIM_MS = 10_000;
const TMPFS_BYTES = 48 * 1024 * 1024;

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    rate: { type: "string", default: "60" },
    only: { type: "string", default: "" },
  },
});
const lengthMs = Number(values.seconds) * 1_000;

const dataDir = mkdtempSync(join(tmpdir(), "vitrine-faults-"));
const primary = await startPostgresServer();
const standby = await primary.startStandby();
const links = await Promise.all(
  [primary, standby].map(({ url }) => startSlowLink(Number(new URL(url).port))),
);
const [one = "", other = ""] = links.map(({ port }) => {
  const url = new URL(primary.url);
  url.port = String(port);
  return url.href;
});
const service = await startFixtureService();
const settings = {
  ...sharedSecrets(),
  ...settingsUnderLoad(service),
  DATABASE_URL: urlOfBoth({ url: one }, { url: other }),
};
const folderOf = (port: number) => join(dataDir, String(port));
const start = (port: number, more: Record<string, string> = {}, prefix: string[] = []) =>
  startInstallation({ ...settings, ...more, PORT: String(port) }, folderOf(port), prefix);
const ports = await Promise.all(Array.from({ length: 3 }, freePort));
const servers: Installation[] = [];
const addresses = ports.map((port) => `http://localhost:${port}`);
const balancer = startBalancer(addresses, 200);

type Fault = {
  name: string;
  begin(): unknown;
  mend(): unknown;
  /** Before the load; returns why the fault cannot be made here. */
  prepare?(): Promise<string | undefined>;
};

const first = () => servers[0] as Installation;
const [firstPort = 0] = ports;
/** Ends the first instance, if it runs, and starts it again. */
const restartFirst = async (more?: Record<string, string>, prefix?: string[]) => {
  const { process: earlier } = first();
  if (earlier.exitCode === null && earlier.signalCode === null) await first().stop();
  servers[0] = await start(firstPort, more, prefix);
};
const answering = (name: string, answer: FixtureAnswer): Fault => ({
  name: `service: ${name}`,
  begin: () => service.answerWith(answer),
  mend: () => service.answerWith(null),
});
/** The service said that only its operator's customer can mend it, who then says so. */
const suspending = (status: number): Fault => ({
  ...answering(String(status), { status, body: { error: "not for you" } }),
  async mend() {
    service.answerWith(null);
    await promisify(execFile)(process.execPath, [".programs/doctor.mjs", "--resume"], {
      env: { ...process.env, ...settings, VITRINE_DATA_DIR: folderOf(firstPort) },
    }).catch(() => {});
  },
});
let cutting: NodeJS.Timeout | undefined;

/** The first instance's data folder becomes a small tmpfs, which only that process sees. */
const onTmpfs = async () => {
  if (process.getuid?.() !== 0) return "needs root";
  const mount = `mount -t tmpfs -o size=${TMPFS_BYTES} tmpfs "$0" && exec "$@"`;
  await restartFirst({}, ["unshare", "--mount", "sh", "-c", mount, folderOf(firstPort)]);
  return undefined;
};
const inItsMounts = (...command: string[]) =>
  execFileSync("nsenter", ["--mount", `--target=${first().process.pid}`, ...command]);
const fillerOf = () => `/proc/${first().process.pid}/root${folderOf(firstPort)}/filler`;

const clockFile = join(dataDir, "clock");
const setClock = (text: string) => writeFileSync(clockFile, text);

const FAULTS: Fault[] = [
  { name: "none", begin() {}, mend() {} },
  {
    name: "instance: kill -9",
    begin: () => first().process.kill("SIGKILL"),
    mend: () => restartFirst(),
  },
  {
    name: "instance: SIGTERM",
    begin: () => first().process.kill("SIGTERM"),
    mend: () => restartFirst(),
  },
  {
    name: "instance: SIGSTOP",
    begin: () => first().process.kill("SIGSTOP"),
    mend: () => first().process.kill("SIGCONT"),
  },
  {
    name: "instance: disk full",
    prepare: onTmpfs,
    begin() {
      try {
        for (;;) writeFileSync(fillerOf(), Buffer.alloc(64 * 1024), { flag: "a" });
      } catch {}
    },
    mend: () => rmSync(fillerOf()),
  },
  {
    name: "instance: disk read-only",
    prepare: onTmpfs,
    begin() {
      // Files that are open stay writable; the kernel refuses to make their mount read-only.
      inItsMounts("mount", "--bind", folderOf(firstPort), folderOf(firstPort));
      inItsMounts("mount", "-o", "remount,bind,ro", folderOf(firstPort));
    },
    mend: () => inItsMounts("umount", folderOf(firstPort)),
  },
  {
    name: "instance: clock 10 minutes ahead",
    async prepare() {
      const library = readdirSync("/usr/lib")
        .map((name) => `/usr/lib/${name}/faketime/libfaketime.so.1`)
        .find(existsSync);
      if (library === undefined) return "needs libfaketime";
      setClock("+0");
      await restartFirst({
        LD_PRELOAD: library,
        FAKETIME_TIMESTAMP_FILE: clockFile,
        FAKETIME_CACHE_DURATION: "1",
        // Clocks that show durations do not jump.
        FAKETIME_DONT_FAKE_MONOTONIC: "1",
      });
      return undefined;
    },
    begin: () => setClock("+10m"),
    mend: () => setClock("+0"),
  },
  { name: "database: restart", begin: primary.stop, mend: primary.start },
  { name: "database: crash", begin: primary.crash, mend: primary.start },
  {
    name: "database: connections cut",
    begin() {
      const sql = postgres(primary.url, { max: 1, onnotice: () => {} });
      cutting = setInterval(() => {
        sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE pid <> pg_backend_pid() AND application_name = 'vitrine'`.catch(() => {});
      }, 1_000);
    },
    mend: () => clearInterval(cutting),
  },
  {
    name: "database: 200 ms and 20 % loss",
    begin: () => links.map((link) => link.set({ delayMs: 200, loss: 0.2 })),
    mend: () => links.map((link) => link.set(SOUND)),
  },
  {
    name: "database: silent",
    begin: () => links.map((link) => link.set({ delayMs: lengthMs, loss: 0 })),
    mend: () => links.map((link) => link.set(SOUND)),
  },
  { name: "standby: lost", begin: standby.stop, mend: standby.start },
  answering("503", { status: 503, body: { error: "down" } }),
  answering("429", { status: 429, headers: { "retry-after": "2" }, body: { error: "slow down" } }),
  answering("slow", { delayMs: 30_000 }),
  answering("garbage", { status: 200, body: "<html>", headers: { "content-type": "text/html" } }),
  suspending(401),
  suspending(402),
  // The last, because the first primary is gone after it.
  { name: "database: failover", begin: primary.crash, mend: standby.promote },
];

const rows = [["", "failed", "recovered after", "slowest free", "sent", "counted", ""]];
let isMet = true;
/** Searches that were counted, but not sent. */
let excess = 0;
try {
  for (const port of ports) servers.push(await start(port));
  const thumbnails = await untilWarm(balancer, addresses);
  for (const fault of FAULTS.filter(({ name }) => name.includes(values.only))) {
    const reason = await fault.prepare?.();
    const row =
      reason === undefined ? await run(fault, thumbnails) : [fault.name, `not run: ${reason}`];
    rows.push(row);
    say(row.join("  "));
    if (fault.prepare !== undefined) await restartFirst();
    await untilSearching();
  }
} finally {
  balancer.stop();
  for (const server of servers) await server.stop();
  for (const link of links) link.stop();
  await service.stop();
  await standby.remove();
  await primary.remove();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
}
say(`\n${table(rows)}`);
process.exit(isMet ? 0 : 1);

/** Resolves when a new search is answered, so that a fault has no effect on the next one. */
async function untilSearching(): Promise<void> {
  await until(() => addresses.every(balancer.isReady));
  for (let n = 0; n < 60; n += 1) {
    const search = searchOffer(encodeURIComponent(`after ${performance.now()}`));
    const { status } = await balancer.send(search, `10.1.0.${n}`);
    if (status === 200) return;
    await pause(500);
  }
}

async function run({ name, begin, mend }: Fault, thumbnails: readonly string[]): Promise<string[]> {
  const sentBefore = service.searches.length;
  const excessBefore = await excessOfCount(excess);
  const searchText = encodeURIComponent(`fault ${name}`);
  const load = startLoad(balancer, thumbnails, Number(values.rate), searchText);
  const startedAtMs = performance.now();
  const failedAtMs: number[] = [];
  const watch = setInterval(() => {
    while (failedAtMs.length < load.failures.length) failedAtMs.push(performance.now());
  }, 50);
  await pause(lengthMs / 4);
  await begin();
  await pause(lengthMs / 4);
  const mendedAtMs = performance.now();
  await mend();
  await pause(Math.max(0, startedAtMs + lengthMs - performance.now()));
  const failures = await load.stop();
  clearInterval(watch);
  await until(() => addresses.every(balancer.isReady));
  const sent = service.searches.length - sentBefore;
  excess = await excessOfCount(excessBefore);
  const counted = sent + excess - excessBefore;
  const recoveryMs = Math.max(0, (failedAtMs.at(-1) ?? 0) - mendedAtMs);
  isMet &&= recoveryMs <= RECOVERY_AIM_MS && counted >= sent;
  return [
    name,
    `${failures.length} of ${load.sentCount()}`,
    `${(recoveryMs / 1_000).toFixed(1)} s`,
    `${(load.slowestMs() / 1_000).toFixed(1)} s`,
    String(sent),
    String(counted),
    formsOf(failures),
  ];
}

/**
 * Returns how many more searches were counted than the service received, since the start. An instance
 * may know the count of a few seconds ago, so it waits for the expected difference.
 */
async function excessOfCount(expected: number): Promise<number> {
  const giveUpAtMs = performance.now() + 10_000;
  for (;;) {
    const difference = (await countedByAny()) - service.searches.length;
    if (difference === expected || performance.now() > giveUpAtMs) return difference;
    await pause(500);
  }
}

/** Returns this month's searches in the ledger, as an instance that can read it says. */
async function countedByAny(): Promise<number> {
  for (;;) {
    for (const address of addresses) {
      const signal = AbortSignal.timeout(2_000);
      const count = await countedSearches(address, signal).catch(() => Number.NaN);
      if (!Number.isNaN(count)) return count;
    }
    await pause(200);
  }
}
