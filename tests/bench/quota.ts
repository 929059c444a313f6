/**
 * `npm run bench:quota`: checks that quota and rate limit of a key are exact. Three processes share
 * one store, first SQLite, then PostgreSQL:
 *
 * - At least 50,000 requests for a quota of 25,000, while 1,000 processes are killed (`kill -9`) in
 *   the middle of their requests and replaced; each also appends to the audit log. On a slow store
 *   more are killed, so that the quota is reached between kills.
 * - Six accounts at up to four times their rate limits.
 * - A key is revoked under load.
 *
 * Also measures the CPU time of one decision.
 * `npm run bench:quota -- sqlite` or `-- postgres` uses one store only.
 */

import { setTimeout as sleep } from "node:timers/promises";
import type { Plan } from "@/lib/core/limits/plan";
import type { AccountState, KeyDecision } from "@/lib/state/account-state";
import { openState } from "@/lib/state/open-state";
import type { State, StoreLocation } from "@/lib/state/state";
import {
  type AccountProcess,
  answerParent,
  type Offered,
  startAccountProcess,
} from "@/tests/support/accounts/account-process";
import {
  A_PLAN,
  AN_ACTOR,
  aKeyRequest,
  createAccountWithKey,
} from "@/tests/support/accounts/accounts";
import { say } from "./support/measures";
import { onEachStore } from "./support/stores";
import { atMost, equals, sayVerdicts, type Verdict } from "./support/verdicts";

const PROCESSES = 3;
const KILLS = 1_000;
/** At least this many kills must come after the first refusal. */
const KILLS_OVER_QUOTA = 100;
const KILLS_MAX = 5 * KILLS;
const REQUESTS = 50_000;
const QUOTA = REQUESTS / 2;
/** At least a fifth of them are sent before the process is killed. */
const REQUESTS_PER_LIFE = 200;
/** Each wave also records an event. */
const WAVES = 10;
/** A process is killed at a random time during its requests, or after them. */
const LIFE_MS_MAX = 160;
const RATES_PER_SECOND = [20, 100, 300];
const LOADS = [1.5, 4];
const RATE_MS = 10_000;
const RATE_RATIO = { min: 0.98, max: 1.02 };
const MEASURED_REQUESTS = 20_000;

const UNLIMITED: Plan = {
  ...A_PLAN,
  searchesPerMonth: 1e9,
  requestsPerSecond: 1e5,
  burst: 1e5,
  keysMax: 1e6,
};
const LIMITED: Plan = { ...UNLIMITED, id: "limited", searchesPerMonth: QUOTA };
const RATED = RATES_PER_SECOND.map(
  (perSecond): Plan => ({
    ...UNLIMITED,
    id: `rate-${perSecond}`,
    requestsPerSecond: perSecond,
    burst: perSecond,
  }),
);
const SETTINGS = { plans: [UNLIMITED, LIMITED, ...RATED] };

const startProcess = (config: StoreLocation) =>
  startAccountProcess(process.argv[1] ?? "", ["live"], { config, settings: SETTINGS });

/** Counts the decisions on the processes' requests. */
class Tally {
  readonly outcomes = new Map<string, number>();
  sent = 0;
  answered = 0;
  readonly acknowledged: string[] = [];

  count(name: string): void {
    this.outcomes.set(name, (this.outcomes.get(name) ?? 0) + 1);
  }

  /** Sends a process's requests and events, in waves; those that a kill interrupts never settle. */
  async ask(each: AccountProcess, life: number): Promise<void> {
    for (let wave = 0; wave < WAVES; wave += 1) {
      const requests = Array.from({ length: REQUESTS_PER_LIFE / WAVES }, () => this.checkKey(each));
      await Promise.all([...requests, this.record(each, `session:${life}-${wave}`)]);
    }
  }

  private async checkKey(each: AccountProcess): Promise<void> {
    this.sent += 1;
    const name = await each.ask<KeyDecision>("checkKey", aKeyRequest("quota")).then(
      ({ outcome }) => outcome,
      (error: Error) => error.message,
    );
    this.answered += 1;
    this.count(name);
  }

  private async record(each: AccountProcess, subject: string): Promise<void> {
    await each.ask("record", { action: "session.started", subject, details: {} }, AN_ACTOR).then(
      () => this.acknowledged.push(subject),
      (error: Error) => this.count(`event: ${error.message}`),
    );
  }
}

async function quotaUnderKills(state: AccountState, config: StoreLocation): Promise<Verdict[]> {
  await createAccountWithKey(state, { id: "quota", plan: "limited", key: { id: "quota" } });
  const tally = new Tally();
  let life = 0;
  /** The number of kills at the first refusal. */
  let lifeAtQuota: number | null = null;

  function isOver(): boolean {
    if (lifeAtQuota === null && tally.outcomes.has("quota")) lifeAtQuota = life;
    const isReached = lifeAtQuota !== null && life >= lifeAtQuota + KILLS_OVER_QUOTA;
    return life >= KILLS_MAX || (life >= KILLS && isReached);
  }

  /** Starts the next process before killing the present one, so that three always exist. */
  async function slot(): Promise<void> {
    let next = startProcess(config);
    while (!isOver()) {
      life += 1;
      if (life % 100 === 0) process.stderr.write(`\r${life} of ${KILLS} kills or more `);
      const each = await next;
      next = startProcess(config);
      const whole = tally.ask(each, life);
      await Promise.race([whole, sleep(Math.random() * LIFE_MS_MAX)]);
      await each.kill();
    }
    await (await next).kill();
  }

  const startMs = performance.now();
  await Promise.all(Array.from({ length: PROCESSES }, slot));
  const seconds = Math.round((performance.now() - startMs) / 1000);
  process.stderr.write("\r                            \r");
  const lostCount = tally.sent - tally.answered;
  say(
    `${tally.sent} requests at a quota of ${QUOTA}, ${life} kills in ${seconds} s: ${lostCount} requests lost their answer`,
  );
  for (const [name, count] of tally.outcomes) say(`  ${String(count).padStart(7)} ${name}`);
  // Those that the kills prevented.
  let allowed = tally.outcomes.get("allowed") ?? 0;
  for (let sent = tally.sent; sent < REQUESTS; sent += 100) {
    const decisions = await Promise.all(
      Array.from({ length: 100 }, () => state.checkKey(aKeyRequest("quota"))),
    );
    allowed += decisions.filter(({ outcome }) => outcome === "allowed").length;
  }
  const { usedThisMonth } = await state.usage("quota", null);
  const finding = await state.verifyAudit();
  const stored = new Set<string>();
  for (let offset = 0; offset < finding.count; offset += 1_000) {
    const { events } = await state.audit({ offset, limit: 1_000 });
    for (const { subject } of events) stored.add(subject);
  }
  const missing = tally.acknowledged.filter((subject) => !stored.has(subject));
  return [
    atMost("kills before the quota was reached", lifeAtQuota ?? Number.POSITIVE_INFINITY, life - 1),
    equals("counted, of the quota", usedThisMonth, QUOTA),
    atMost("answered with success", allowed, QUOTA),
    atMost("counted without an answer, at most those in the kills", QUOTA - allowed, lostCount),
    equals(`the audit log of ${finding.count} events is intact`, String(finding.isIntact), "true"),
    equals(`missing, of ${tally.acknowledged.length} acknowledged events`, missing.length, 0),
  ];
}

/** How many requests each rate limit allows, offered by three processes. */
async function ratesUnderLoad(
  state: AccountState,
  processes: AccountProcess[],
): Promise<Verdict[]> {
  const cases = RATED.flatMap((plan) => LOADS.map((load) => ({ plan, load })));
  return Promise.all(
    cases.map(async ({ plan, load }): Promise<Verdict> => {
      const id = `${plan.id}-${load}`;
      await createAccountWithKey(state, { id, plan: plan.id, key: { id } });
      const perSecond = (plan.requestsPerSecond * load) / PROCESSES;
      const offers = await Promise.all(
        processes.map(({ ask }) =>
          ask<Offered>("offer", aKeyRequest(id), { perSecond, ms: RATE_MS }),
        ),
      );
      const allowed = offers.reduce((sum, offer) => sum + offer.allowed, 0);
      const firstAtMs = Math.min(...offers.map((offer) => offer.firstAtMs));
      const lastAtMs = Math.max(...offers.map((offer) => offer.lastAtMs));
      const due = plan.burst + (plan.requestsPerSecond * (lastAtMs - firstAtMs)) / 1000;
      const ratio = allowed / due;
      return {
        name: `allowed at ${load} times ${plan.requestsPerSecond} a second, due ${Math.round(due)}`,
        is: `${allowed}, ${(ratio * 100).toFixed(2)} %`,
        aim: `${100 * RATE_RATIO.min}–${100 * RATE_RATIO.max} %`,
        isMet: ratio >= RATE_RATIO.min && ratio <= RATE_RATIO.max,
      };
    }),
  );
}

async function revocationUnderLoad(
  state: AccountState,
  processes: AccountProcess[],
): Promise<Verdict> {
  await createAccountWithKey(state, { id: "revoked", key: { id: "revoked" } });
  const offers = processes.map(({ ask }) =>
    ask<Offered>("offer", aKeyRequest("revoked"), { perSecond: 300, ms: 3_000 }),
  );
  await sleep(1_500);
  await state.revokeKey("revoked", { account: null }, AN_ACTOR);
  const [key] = (await state.keys({ account: "revoked", offset: 0, limit: 1 })).keys;
  const ended = await Promise.all(offers);
  const lastMs = Math.max(...ended.map(({ lastAtMs }) => lastAtMs)) - (key?.revokedAtMs ?? 0);
  const allowed = ended.reduce((sum, offer) => sum + offer.allowed, 0);
  const name = `last of ${allowed} successes after a key was revoked, at 900 requests a second`;
  return atMost(name, lastMs, 5_000, { unit: " ms" });
}

/** Measures one process without competition, at several numbers of concurrent requests. */
async function costOfSlot(state: AccountState): Promise<void> {
  await createAccountWithKey(state, { id: "cost", key: { id: "cost" } });
  for (const concurrency of [32, 32, 8, 1]) {
    const count = MEASURED_REQUESTS;
    const caller = async () => {
      for (let index = 0; index < count / concurrency; index += 1) {
        await state.checkKey(aKeyRequest("cost"));
      }
    };
    const before = process.cpuUsage();
    const startMs = performance.now();
    await Promise.all(Array.from({ length: concurrency }, caller));
    const { user, system } = process.cpuUsage(before);
    const perSecond = Math.round((count * 1000) / (performance.now() - startMs));
    say(
      `  ${concurrency} at a time: ${((user + system) / count).toFixed(1)} µs of this process's CPU each, ${perSecond} a second`,
    );
  }
}

await (process.argv[2] === "live"
  ? answerParent(JSON.parse(process.argv[3] ?? ""))
  : onEachStore(async (name, newPlace) => {
      say(`\n== ${name}`);
      const config = await newPlace();
      const state: State = openState(config);
      const accounts = state.accounts(SETTINGS);
      try {
        say("A decision costs:");
        await costOfSlot(accounts);
        const verdicts = await quotaUnderKills(accounts, config);
        const processes = await Promise.all(
          Array.from({ length: PROCESSES }, () => startProcess(config)),
        );
        try {
          verdicts.push(...(await ratesUnderLoad(accounts, processes)));
          verdicts.push(await revocationUnderLoad(accounts, processes));
        } finally {
          for (const each of processes) await each.kill();
        }
        sayVerdicts(verdicts);
      } finally {
        await state.close();
      }
    }));
