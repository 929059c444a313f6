import { describe, expect, test } from "vitest";
import type { State } from "@/lib/state/state";
import type { Warning } from "@/lib/state/warning-state";
import {
  A_PLAN,
  AN_ACTOR,
  aKeyRequest,
  createAccountWithKey,
} from "@/tests/support/accounts/accounts";
import { SEARCH_SETTINGS } from "@/tests/support/databases/searches";
import { untilUnlocked } from "@/tests/support/databases/until-unlocked";
import { IMPLEMENTATIONS } from "./implementations";

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LEASE_MS = 60_000;
const START_MS = Date.UTC(2026, 10, 10, 9);
const NEXT_MONTH_MS = Date.UTC(2026, 11, 1);
const LAST_MONTH_MS = Date.UTC(2027, 0, 1);

const ACCOUNTS = {
  plans: [
    { ...A_PLAN, searchesPerMonth: 50 },
    { ...A_PLAN, id: "larger", searchesPerMonth: 60 },
  ],
};

const SEARCHES = { ...SEARCH_SETTINGS, budget: { limit: 20, isPaced: false } };

async function claimAll(state: State): Promise<Warning[]> {
  const warnings: Warning[] = [];
  for (;;) {
    const warning = await state.warnings().claim(LEASE_MS);
    if (warning === null) return warnings;
    warnings.push(warning);
  }
}

const figuresOf = (warnings: readonly Warning[]) =>
  warnings.map(({ percent, used, limit }) => `${percent}%: ${used} of ${limit}`);

describe.each(IMPLEMENTATIONS)("$name", ({ simulate }) => {
  async function aStore() {
    const { open, setTime } = await simulate(START_MS);
    return { open, state: open(), setTime };
  }

  test("eight processes that count at once record each threshold once, with the search that reached it", async () => {
    const { open, state } = await aStore();
    await createAccountWithKey(state.accounts(ACCOUNTS));
    const processes = Array.from({ length: 8 }, open);
    await Promise.all(
      processes.flatMap((each) => {
        const { checkKey } = each.accounts(ACCOUNTS);
        const { reserve } = each.searches(SEARCHES);
        return [
          ...Array.from({ length: 8 }, () => untilUnlocked(() => checkKey(aKeyRequest()))),
          ...Array.from({ length: 4 }, () => untilUnlocked(reserve)),
        ];
      }),
    );
    const claimed = (await Promise.all(processes.map(claimAll))).flat();
    const missed = await claimAll(state);
    const warnings = [...claimed, ...missed];
    const ofKind = (kind: Warning["kind"]) =>
      figuresOf(warnings.filter((each) => each.kind === kind)).sort();
    expect(ofKind("quota")).toEqual(["100%: 50 of 50", "80%: 40 of 50"]);
    expect(ofKind("budget")).toEqual(["100%: 20 of 20", "80%: 16 of 20"]);
    expect(warnings).toContainEqual({
      id: expect.stringMatching(/^[\w-]{20,}$/),
      kind: "quota",
      subject: "account-1",
      percent: 80,
      used: 40,
      limit: 50,
      resetsAtMs: NEXT_MONTH_MS,
      warnedAtMs: START_MS,
      attempts: 1,
    });
    expect(new Set(warnings.map(({ subject }) => subject))).toEqual(
      new Set(["account-1", "https://images.example"]),
    );
  });

  test("a refunded search repeats no warning, the next month and another limit do", async () => {
    const { state, setTime } = await aStore();
    const accounts = state.accounts(ACCOUNTS);
    const { reserve } = state.searches(SEARCHES);
    await createAccountWithKey(accounts);
    const search = async (count: number) => {
      for (let times = 0; times < count; times += 1) await accounts.checkKey(aKeyRequest());
      return figuresOf(await claimAll(state));
    };
    expect(await search(39)).toEqual([]);
    expect(await search(1)).toEqual(["80%: 40 of 50"]);
    await accounts.refund({
      account: "account-1",
      keyId: "key-1",
      code: "internal",
      countedAtMs: START_MS,
    });
    expect(await search(9)).toEqual([]);
    // Above 80 % of the larger limit: the next search reports it.
    await accounts.changeAccount("account-1", { plan: "larger" }, AN_ACTOR);
    expect(await search(1)).toEqual(["80%: 49 of 60"]);
    // Nothing is counted above a lowered limit, so nothing is reported.
    expect(await search(5)).toEqual([]);
    await accounts.changeAccount("account-1", { plan: A_PLAN.id }, AN_ACTOR);
    expect(await search(1)).toEqual([]);
    for (let times = 0; times < 16; times += 1) await reserve();
    expect(figuresOf(await claimAll(state))).toEqual(["80%: 16 of 20"]);

    await setTime(NEXT_MONTH_MS);
    expect(await search(40)).toEqual(["80%: 40 of 50"]);
    for (let times = 0; times < 20; times += 1) await reserve();
    const [low, spent] = await claimAll(state);
    expect(low).toMatchObject({ percent: 80, resetsAtMs: LAST_MONTH_MS });
    expect(spent).toMatchObject({ percent: 100, warnedAtMs: NEXT_MONTH_MS });
  });

  test("a warning is due again after its lease or a growing wait, for a day, until it is delivered", async () => {
    const { open, state, setTime } = await aStore();
    const { reserve } = state.searches({ ...SEARCHES, budget: { limit: 1, isPaced: false } });
    const [one, other] = [state.warnings(), open().warnings()];
    let nowMs = START_MS;
    const pass = (ms: number) => {
      nowMs += ms;
      return setTime(nowMs);
    };
    expect(await one.deliveries()).toMatchObject({
      lastAtMs: null,
      failure: null,
      waitingCount: 0,
    });
    await reserve();
    const first = await one.claim(LEASE_MS);
    expect(first).toMatchObject({ percent: 100, attempts: 1 });
    expect(await other.claim(LEASE_MS)).toBeNull();
    // The process that claimed it has been killed.
    await pass(LEASE_MS);
    const second = (await other.claim(LEASE_MS)) as Warning;
    expect(second).toMatchObject({ id: first?.id, attempts: 2 });
    await other.settle(second, "the host answered 500");
    expect(await one.deliveries()).toMatchObject({
      failure: { problem: "the host answered 500", atMs: nowMs, retryAtMs: nowMs + 20 * SECOND_MS },
      waitingCount: 1,
    });
    await pass(20 * SECOND_MS - 1);
    expect(await one.claim(LEASE_MS)).toBeNull();
    await pass(1);
    let attempts = 2;
    let last = await one.claim(LEASE_MS);
    while (last !== null) {
      attempts = last.attempts;
      await one.settle(last, "no response in time");
      await pass(4 * HOUR_MS);
      last = await one.claim(LEASE_MS);
    }
    // Every four hours of the day.
    expect(attempts).toBe(8);
    expect(nowMs).toBeGreaterThanOrEqual(START_MS + DAY_MS);
    expect(await one.deliveries()).toMatchObject({
      failure: { problem: "no response in time", retryAtMs: null },
      waitingCount: 0,
    });

    await pass(NEXT_MONTH_MS - nowMs);
    await reserve();
    const next = (await one.claim(LEASE_MS)) as Warning;
    await one.settle(next, null);
    await pass(HOUR_MS);
    expect(await one.claim(LEASE_MS)).toBeNull();
    expect(await one.deliveries()).toMatchObject({ lastAtMs: NEXT_MONTH_MS, failure: null });
  });

  test("a deleted account takes its warnings with it", async () => {
    const { state } = await aStore();
    const accounts = state.accounts({ plans: [{ ...A_PLAN, searchesPerMonth: 1 }] });
    await createAccountWithKey(accounts);
    await accounts.checkKey(aKeyRequest());
    expect(await state.warnings().deliveries()).toMatchObject({ waitingCount: 1 });
    await accounts.deleteAccount("account-1", AN_ACTOR);
    expect(await state.warnings().deliveries()).toMatchObject({ waitingCount: 0 });
  });
});
