/**
 * `npm run doctor`: checks everything that this installation needs.
 *
 *   --spend-one    also spends one search, to check the key
 *   --resume       ends a service pause (refused key or subscription), so that searches resume
 *   --mend-clock   moves searches that were reserved while the clock was ahead to today; first restart
 *                  any server that ran then: it still uses the later time
 *   --test-webhook sends an event to the webhook
 *
 * Exit code 0: no problems; 1: problems; 2: wrong usage.
 */
import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { access, readdir } from "node:fs/promises";
import { type Config, ConfigError, config } from "@/lib/config";
import type { ErrorCode } from "@/lib/contract/errors";
import { DEFAULT_FILTERS } from "@/lib/contract/search-query";
import type { RemoteServiceConfig } from "@/lib/gallery/config";
import { toParameters } from "@/lib/gallery/gallery-images";
import { stateSettingsOf } from "@/lib/gallery/paid-search";
import { createRemoteService } from "@/lib/gallery/remote-service";
import { wasNothingSent } from "@/lib/gallery/service-error";
import { failureText } from "@/lib/messages/failure-text";
import { toAppError } from "@/lib/platform/errors";
import { VERSION } from "@/lib/platform/version";
import { nodeWarning } from "@/lib/platform/version-floors";
import { loadEnvironment } from "@/lib/programs/command-line";
import { printableLine } from "@/lib/programs/printable-line";
import type { SourceLocation } from "@/lib/state/library-store";
import { inspectLibrary } from "@/lib/state/open-library";
import { openState } from "@/lib/state/open-state";
import type { State } from "@/lib/state/state";
import type { WebhookConfig } from "@/lib/webhook/config";
import { sendEvent } from "@/lib/webhook/send-event";

/** What the operator does about a failed call. Pages do not show it to visitors. */
const KEY_REMEDIES: Partial<Record<ErrorCode, string>> = {
  service_key_refused: "Check SEARCH_API_KEY, then run npm run doctor -- --resume.",
  service_subscription:
    "Check the subscription at the search service, then run npm run doctor -- --resume.",
  service_quota_spent: "Wait for the next period, or upgrade the plan.",
};

const OPTIONS: ReadonlySet<string> = new Set([
  "--spend-one",
  "--resume",
  "--mend-clock",
  "--test-webhook",
]);
const USAGE = `Usage: npm run doctor -- [--spend-one] [--resume] [--mend-clock] [--test-webhook]
`;
const CLOCK_AHEAD_MS = 60_000;

type Finding = { mark: "ok" | "note" | "WRONG"; about: string; text: string };

const ok = (about: string, text: string): Finding => ({ mark: "ok", about, text });
const note = (about: string, text: string): Finding => ({ mark: "note", about, text });
const wrong = (about: string, text: string): Finding => ({ mark: "WRONG", about, text });

function checkPrograms(): Finding[] {
  const warning = nodeWarning(process.versions.node);
  const node = warning === null ? ok("Node", process.versions.node) : note("Node", warning);
  return [ok("Vitrine", VERSION), node];
}

async function checkLibrary(config: Config): Promise<Finding[]> {
  const { state, place, damagedFiles, sources } = await inspectLibrary(config);
  const findings = {
    absent: ok("Library", "nothing in it yet"),
    sound: ok("Library", place),
    damaged: wrong(
      "Library",
      `${place} is damaged: the server replaces it and scans all folders again; check the disk`,
    ),
    unusable: wrong("Library", `${place} can't be used: see its owner, its rights, the disk`),
  };
  const replaced = damagedFiles.map((file) =>
    note("Library", `${file} was damaged and has been replaced; it can be deleted`),
  );
  const problems = new Map(sources.map(({ location, problem }) => [location, problem]));
  const folders = config.libraryDirs.map((location) => ({ location, kind: "folder" as const }));
  const others = sources.filter(({ location }) => !config.libraryDirs.includes(location));
  const checked = await Promise.all(
    [...folders, ...others].map(async (source) => {
      const finding = await checkSource(source);
      // The last scan may have found more, such as a folder in the source that may not be read.
      const problem = finding.mark === "ok" ? (problems.get(source.location) ?? null) : null;
      return problem === null ? finding : wrong("Library", `${source.location}: ${problem}`);
    }),
  );
  return [findings[state], ...replaced, ...checked];
}

/** Verifies the audit log. With the last hash, an operator can detect a log truncated later. */
async function checkAudit(state: State): Promise<Finding> {
  try {
    const finding = await state.accounts({ plans: [] }).verifyAudit();
    if (!finding.isIntact) {
      const place = `event ${finding.brokenAt} of the audit log was changed, or one before it removed`;
      return wrong("Audit", `${place}: compare the store with a backup`);
    }
    const { count, lastHash } = finding;
    return ok("Audit", count === 0 ? "no events yet" : `${count} events, intact up to ${lastHash}`);
  } catch (cause) {
    return wrong("Audit", (cause as Error).message);
  }
}

async function checkSource({ location, kind }: SourceLocation): Promise<Finding> {
  try {
    await access(location, constants.R_OK | (kind === "folder" ? constants.X_OK : 0));
    const isEmpty = kind === "folder" && (await readdir(location)).length === 0;
    return isEmpty ? note("Library", `${location} is empty`) : ok("Library", location);
  } catch {
    return wrong("Library", `${location} can't be read: is it there, and may this user read it?`);
  }
}

async function checkBudget(
  { spending }: Config,
  remote: RemoteServiceConfig,
  state: State,
  { mendsClock, resumes }: { mendsClock: boolean; resumes: boolean },
): Promise<Finding[]> {
  const searches = state.searches(stateSettingsOf(remote, spending));
  const findings: Finding[] = [];
  if (mendsClock) {
    findings.push(ok("Clock", `${await searches.mendClock()} searches moved to today (UTC)`));
  }
  const { atMs, usedThisMonth, usedToday } = await searches.usage();
  const limit = spending.monthlySearches;
  const used = `${usedThisMonth} of ${limit} searches used this month, ${usedToday} today (UTC)`;
  findings.push(usedThisMonth >= limit ? note("Budget", used) : ok("Budget", used));
  if (atMs > Date.now() + CLOCK_AHEAD_MS) {
    const ahead = `searches are recorded up to ${new Date(atMs).toISOString()}, after now`;
    findings.push(
      wrong(
        "Clock",
        `${ahead}: correct the clock, restart the server, then npm run doctor -- --mend-clock`,
      ),
    );
  }
  const pause = await searches.pause();
  if (pause !== null && resumes) {
    await searches.lift();
    findings.push(ok("Service", `searches resume; they stopped after ${pause.code}`));
  } else if (pause !== null) {
    const until = new Date(pause.pausedUntilMs).toISOString();
    const cause = `searches are suspended until ${until} after ${pause.code}`;
    findings.push(wrong("Service", `${cause}. To resume now: npm run doctor -- --resume`));
  }
  return findings;
}

/** Reserves the search like any other, but even beyond the budget: the operator asked for it. */
async function spendOne(
  { spending }: Config,
  remote: RemoteServiceConfig,
  state: State,
): Promise<Finding> {
  const searches = state.searches({
    ...stateSettingsOf(remote, spending),
    budget: { limit: Number.MAX_SAFE_INTEGER, isPaced: false },
    // VITRINE_SHARED_RECENT may be in the server's environment only, and false deletes shared searches.
    keepsQueries: true,
  });
  const service = createRemoteService(remote);
  const reserved = await searches.reserve();
  if (!reserved.isGranted) throw new Error("an unlimited budget refused a search");
  const finish = (wasSent: boolean, pause: "lift" | null) =>
    searches.finish({
      // There is no lease, because this search is not cached.
      key: "doctor",
      holder: "doctor",
      reservation: { id: reserved.id, wasSent },
      refundedVisitor: null,
      answer: null,
      refusedMs: null,
      pause,
      failure: null,
    });
  try {
    const { items } = await service.search(
      toParameters({ q: "lighthouse", ...DEFAULT_FILTERS, count: 10 }),
      { signal: AbortSignal.timeout(15_000) },
    );
    await finish(true, "lift");
    return ok("Key", `the service answered with ${items.length} images; one search was spent`);
  } catch (cause) {
    await finish(!wasNothingSent(cause), null);
    const { code } = toAppError(cause);
    return wrong("Key", `${failureText(code).message} ${KEY_REMEDIES[code] ?? ""}`.trim());
  } finally {
    await service.close();
  }
}

/** Reports the last delivery of a warning, and why it failed. Names only the host: a path may be secret. */
async function checkWebhook({ url: { host } }: WebhookConfig, state: State): Promise<Finding> {
  const { lastAtMs, failure, waitingCount } = await state.warnings().deliveries();
  const iso = (ms: number) => new Date(ms).toISOString();
  if (failure === null) {
    const last = lastAtMs === null ? "no warning delivered yet" : `last warning ${iso(lastAtMs)}`;
    return ok("Webhook", `${host}, ${last}`);
  }
  const { problem, atMs, retryAtMs } = failure;
  const next = retryAtMs === null ? "not tried again" : `next attempt ${iso(retryAtMs)}`;
  return wrong(
    "Webhook",
    `${host}, attempt of ${iso(atMs)} failed: ${problem}; ${next}; ${waitingCount} waiting`,
  );
}

async function testWebhook(webhook: WebhookConfig): Promise<Finding> {
  const event = { id: randomUUID(), type: "webhook.test", atMs: Date.now(), data: {} } as const;
  const problem = await sendEvent(webhook, event, new AbortController().signal);
  return problem === null
    ? ok("Webhook", "the test event was accepted")
    : wrong("Webhook", `the test event failed: ${problem}`);
}

async function examine(
  config: Config,
  state: State,
  options: ReadonlySet<string>,
): Promise<Finding[]> {
  const store = await state.examine();
  const findings = [
    ok("Settings", "can be read"),
    ...checkPrograms(),
    store.isSound ? ok("Store", store.text) : wrong("Store", store.text),
    ...(store.isSound ? [await checkAudit(state)] : []),
    ...(await checkLibrary(config)),
  ];
  const { remote, webhook } = config;
  if (webhook !== null && store.isSound) findings.push(await checkWebhook(webhook, state));
  if (options.has("--test-webhook")) {
    findings.push(
      webhook === null
        ? wrong("Webhook", "VITRINE_WEBHOOK_URL is not set")
        : await testWebhook(webhook),
    );
  }
  if (remote === null) {
    findings.push(ok("Service", "the own library, or the demo collection; searches are free"));
    return findings;
  }
  findings.push(ok("Service", new URL(remote.url).host));
  if (!store.isSound) return findings;
  // Runs first, because a successful answer ends a pause.
  if (options.has("--spend-one")) findings.push(await spendOne(config, remote, state));
  const mendsClock = options.has("--mend-clock");
  const resumes = options.has("--resume");
  findings.push(...(await checkBudget(config, remote, state, { mendsClock, resumes })));
  return findings;
}

async function main(inputs: readonly string[]): Promise<number> {
  const options = new Set(inputs);
  if (inputs.some((input) => !OPTIONS.has(input))) {
    process.stderr.write(USAGE);
    return 2;
  }
  loadEnvironment();
  const state = openState(config());
  const findings = await examine(config(), state, options).finally(() => state.close());
  for (const { mark, about, text } of findings) {
    process.stdout.write(`${printableLine(`${mark.padEnd(6)} ${about.padEnd(9)} ${text}`)}\n`);
  }
  return findings.some(({ mark }) => mark === "WRONG") ? 1 : 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stdout.write(error.problems.map((problem) => `WRONG  Settings  ${problem}\n`).join(""));
  process.exitCode = 1;
}
