import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { KeyDecision } from "@/lib/state/account-state";
import { startAccountProcess } from "@/tests/support/accounts/account-process";
import {
  A_PLAN,
  ACCOUNT_SETTINGS,
  AN_ACTOR,
  aKeyRequest,
  createAccountWithKey,
} from "@/tests/support/accounts/accounts";
import { bundleProgram } from "@/tests/support/programs/bundle-program";
import { IMPLEMENTATIONS } from "./implementations";

const UNLIMITED = {
  plans: [{ ...A_PLAN, searchesPerMonth: 1e9, requestsPerSecond: 1e5, burst: 1e5 }],
};

let program: string;

beforeAll(async () => {
  program = await bundleProgram("account-caller");
});

describe.each(IMPLEMENTATIONS)("$name", ({ create }) => {
  async function threeProcesses(settings = ACCOUNT_SETTINGS) {
    const { config, open } = await create();
    const state = open().accounts(settings);
    await createAccountWithKey(state);
    const start = async () => {
      const each = await startAccountProcess(program, [], { config, settings });
      onTestFinished(() => each.kill());
      return each;
    };
    return { state, start, processes: await Promise.all([start(), start(), start()]) };
  }

  test("three processes that are killed during requests allow exactly the quota", async () => {
    const { state, start, processes } = await threeProcesses();
    let allowed = 0;
    let lost = 0;
    const request = async (each: (typeof processes)[number], count: number) => {
      const answers = Array.from({ length: count }, async () => {
        const { outcome } = await each.ask<KeyDecision>("checkKey", aKeyRequest());
        if (outcome === "allowed") allowed += 1;
      });
      return Promise.all(answers);
    };
    for (const [index, each] of processes.entries()) {
      request(each, 60).catch(() => {});
      await expect.poll(() => each.waitingCount()).toBeLessThan(60);
      await each.kill();
      lost += each.waitingCount();
      processes[index] = await start();
    }
    await Promise.all(processes.map((each) => request(each, 120)));
    expect(await state.usage("account-1", null)).toMatchObject({
      usedThisMonth: A_PLAN.searchesPerMonth,
    });
    expect(allowed).toBeLessThanOrEqual(A_PLAN.searchesPerMonth);
    expect(allowed + lost).toBeGreaterThanOrEqual(A_PLAN.searchesPerMonth);
  });

  test("a key that is revoked under load on three instances allows nothing afterwards", async () => {
    const { state, processes } = await threeProcesses(UNLIMITED);
    let isLoading = true;
    const succeeded = new Set<number>();
    const lastSuccesses = processes.map(async ({ ask }, index) => {
      let lastStartedMs = 0;
      while (isLoading) {
        const startedMs = performance.now();
        const decisions = await Promise.all(
          Array.from({ length: 10 }, () => ask<KeyDecision>("checkKey", aKeyRequest())),
        );
        if (decisions.every(({ outcome }) => outcome !== "allowed")) continue;
        lastStartedMs = startedMs;
        succeeded.add(index);
      }
      return lastStartedMs;
    });
    await expect.poll(() => succeeded.size).toBe(3);
    await state.revokeKey("key-1", { account: null }, AN_ACTOR);
    const revokedMs = performance.now();
    const { usedThisMonth } = await state.usage("account-1", null);
    for (const { ask } of processes) {
      expect(await ask("checkKey", aKeyRequest())).toEqual({ outcome: "revoked" });
    }
    isLoading = false;
    expect(Math.max(...(await Promise.all(lastSuccesses)))).toBeLessThan(revokedMs);
    expect(await state.usage("account-1", null)).toMatchObject({ usedThisMonth });
  });

  test("every audit event acknowledged before a kill is in the chain", async () => {
    const { state, processes } = await threeProcesses();
    const acknowledged: string[] = [];
    const recorded = processes.map(async (each, index) => {
      let count = 0;
      let isKilled = false;
      const record = async (subject: string) => {
        const event = { action: "session.started", subject, details: {} } as const;
        await each.ask("record", event, AN_ACTOR).then(
          () => {
            acknowledged.push(subject);
            count += 1;
          },
          // On a busy machine, PostgreSQL refuses a write that waits too long for its turn.
          () => (isKilled ? undefined : record(subject)),
        );
      };
      for (let number = 0; number < 40; number += 1) void record(`session:${index}-${number}`);
      await expect.poll(() => count, { timeout: 120_000 }).toBeGreaterThanOrEqual(10);
      isKilled = true;
      await each.kill();
    });
    await Promise.all(recorded);
    expect(await state.verifyAudit()).toMatchObject({ isIntact: true });
    const { events } = await state.audit({ offset: 0, limit: 1_000 });
    const subjects = new Set(events.map(({ subject }) => subject));
    expect(acknowledged.filter((subject) => !subjects.has(subject))).toEqual([]);
    expect(acknowledged.length).toBeGreaterThanOrEqual(30);
  });
});
