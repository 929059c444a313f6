import { describe, expect, test } from "vitest";
import type { Plan } from "@/lib/core/limits/plan";
import type { AccountState, AccountStateSettings, KeyDecision } from "@/lib/state/account-state";
import {
  A_LARGER_PLAN,
  A_PLAN,
  ACCOUNT_SETTINGS,
  AN_ACTOR,
  aKey,
  aKeyRequest,
  anAccount,
  createAccountWithKey,
  digestOf,
} from "@/tests/support/accounts/accounts";
import { untilUnlocked } from "@/tests/support/databases/until-unlocked";
import { IMPLEMENTATIONS } from "./implementations";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const START_MS = Date.UTC(2026, 10, 10, 9);
const NEXT_MONTH_MS = Date.UTC(2026, 11, 1);
const ALL = { offset: 0, limit: 1_000 };

const withPlan = (changes: Partial<Plan>): AccountStateSettings => ({
  plans: [{ ...A_PLAN, ...changes }, A_LARGER_PLAN],
});

describe.each(IMPLEMENTATIONS)("$name", ({ create, simulate }) => {
  /** Opens one store as two processes, with a function that sets its time. */
  async function processes(settings: AccountStateSettings = ACCOUNT_SETTINGS) {
    const store = await simulate(START_MS);
    let nowMs = START_MS;
    const open = () => store.open().accounts(settings);
    const setTime = async (ms: number) => {
      nowMs = ms;
      await store.setTime(ms);
      return ms;
    };
    const pass = (ms: number) => setTime(nowMs + ms);
    return { one: open(), other: open(), open, setTime, pass };
  }

  const outcomes = async (decisions: Promise<KeyDecision>[]) => {
    const counts: Record<string, number> = {};
    for (const { outcome } of await Promise.all(decisions)) {
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    }
    return counts;
  };

  const actionsOf = async (state: AccountState, subject?: string) =>
    (await state.audit(ALL)).events
      .filter((event) => subject === undefined || event.subject === subject)
      .map(({ action }) => action)
      .reverse();

  describe("accounts", () => {
    test("an account that one process created is seen by another, with every field", async () => {
      const { one, other } = await processes();
      const account = {
        id: "a",
        email: "Ann@Example.com",
        role: "operator",
        plan: "team",
      } as const;
      expect(await one.createAccount(account, AN_ACTOR)).toBe(true);
      const stored = { ...account, createdAtMs: START_MS, isSuspended: false };
      expect(await other.account("a")).toEqual(stored);
      expect(await other.account("b")).toBeNull();
      expect(await other.accounts(ALL)).toEqual({
        accounts: [{ ...stored, usedThisMonth: 0, keyCount: 0 }],
        count: 1,
      });
    });

    test("an id or an e-mail is taken once, whatever its case", async () => {
      const { one, other } = await processes();
      const account = { id: "a", email: "Ann@Example.com", role: "account", plan: "free" } as const;
      expect(await one.createAccount(account, AN_ACTOR)).toBe(true);
      expect(await other.createAccount({ ...account, email: "b@example.com" }, AN_ACTOR)).toBe(
        false,
      );
      expect(
        await other.createAccount({ ...account, id: "b", email: "ann@EXAMPLE.com" }, AN_ACTOR),
      ).toBe(false);
      expect(await one.accounts(ALL)).toMatchObject({ count: 1 });
      expect(await actionsOf(one)).toEqual(["account.created"]);
    });

    test("a change takes effect in all processes at once, and is recorded if it changes something", async () => {
      const { one, other } = await processes();
      await createAccountWithKey(one);
      await other.checkKey(aKeyRequest());
      expect(await one.changeAccount("account-1", { plan: "team" }, AN_ACTOR)).toMatchObject({
        plan: "team",
        role: "account",
        isSuspended: false,
      });
      expect(await other.checkKey(aKeyRequest("key-1", { safesearch: "moderate" }))).toMatchObject({
        outcome: "allowed",
        limits: { plan: A_LARGER_PLAN },
      });
      await other.changeAccount("account-1", { isSuspended: true, plan: "team" }, AN_ACTOR);
      expect(await one.checkKey(aKeyRequest())).toEqual({ outcome: "account-suspended" });
      await one.changeAccount("account-1", { isSuspended: false, role: "operator" }, AN_ACTOR);
      expect(await other.checkKey(aKeyRequest())).toMatchObject({ outcome: "allowed" });
      expect(await one.changeAccount("none", { plan: "team" }, AN_ACTOR)).toBeNull();
      expect(await actionsOf(one, "account:account-1")).toEqual([
        "account.created",
        "plan.changed",
        "account.suspended",
        "role.changed",
        "account.resumed",
      ]);
    });

    test("a deleted account takes its keys and its usage with it", async () => {
      const { one, other } = await processes();
      await createAccountWithKey(one);
      await other.checkKey(aKeyRequest());
      expect(await one.deleteAccount("account-1", AN_ACTOR)).toBe(true);
      expect(await one.deleteAccount("account-1", AN_ACTOR)).toBe(false);
      expect(await other.checkKey(aKeyRequest())).toEqual({ outcome: "unknown" });
      expect(await other.keys({ account: null, ...ALL })).toEqual({ keys: [], count: 0 });
      // A search that began before is neither counted nor recorded as an error.
      const failed = {
        keyId: "key-1",
        account: "account-1",
        code: "internal",
        countedAtMs: START_MS,
      } as const;
      await other.refund(failed);
      await other.recordError(failed);
      await createAccountWithKey(one);
      expect(await one.usage("account-1", null)).toMatchObject({ usedThisMonth: 0 });
      expect(await one.errors("account-1")).toEqual([]);
    });

    test("accounts are listed in pages, the newest first", async () => {
      const { one, pass } = await processes();
      for (const id of ["a", "b", "c"]) {
        await one.createAccount(anAccount(id), AN_ACTOR);
        await pass(1);
      }
      const page = await one.accounts({ offset: 1, limit: 1 });
      expect(page).toMatchObject({ accounts: [{ id: "b" }], count: 3 });
      const all = await one.accounts({ offset: 0, limit: Number.MAX_SAFE_INTEGER });
      expect(all).toMatchObject({ accounts: [{ id: "c" }, { id: "b" }, { id: "a" }], count: 3 });
    });

    test("lists are searched and sorted", async () => {
      const { one, pass } = await processes();
      await createAccountWithKey(one);
      await pass(1);
      const bob = { id: "b", email: "Bob_1@Example.com", role: "account", plan: "team" } as const;
      await one.createAccount(bob, AN_ACTOR);
      await one.createKey(aKey({ id: "key-2", account: "b", name: "A Nightly" }), AN_ACTOR);
      await one.checkKey(aKeyRequest());
      const emails = async (list: object) =>
        (await one.accounts({ ...ALL, ...list })).accounts.map(({ id }) => id);
      expect(await emails({ sort: "newest" })).toEqual(["b", "account-1"]);
      expect(await emails({ sort: "usage" })).toEqual(["account-1", "b"]);
      expect(await emails({ sort: "email" })).toEqual(["account-1", "b"]);
      expect(await emails({ text: "BOB_1@" })).toEqual(["b"]);
      expect(await emails({ text: "%" })).toEqual([]);
      expect(await emails({ text: "Team" })).toEqual(["b"]);
      const keys = async (list: object) =>
        (await one.keys({ account: null, ...ALL, ...list })).keys.map(({ id }) => id);
      expect(await keys({ sort: "used" })).toEqual(["key-1", "key-2"]);
      expect(await keys({ sort: "name" })).toEqual(["key-1", "key-2"]);
      expect(await keys({ text: "nightly" })).toEqual(["key-2"]);
      expect(await keys({ text: "bob_" })).toEqual(["key-2"]);
      expect(await keys({ text: "\0nothing" })).toEqual([]);
    });

    test("a key is found by its name in any script and case", async () => {
      const { one } = await processes(withPlan({ keysMax: 10 }));
      // The last has more letters than SQLite could replace.
      const pangram = "Съешь ещё этих мягких французских булок, да выпей чаю";
      const names = ["Übersicht", "ΟΔΟΣ", "İSTANBUL", "Straße", "ПОИСК 🦊", pangram, "ΣΟΦΟΣ"];
      await one.createAccount(anAccount(), AN_ACTOR);
      for (const [index, name] of names.entries()) {
        await one.createKey(aKey({ id: `key-${index}`, name }), AN_ACTOR);
      }
      const found = async (text: string) =>
        (await one.keys({ account: null, ...ALL, text })).keys.map(({ name }) => name);
      const events = async (text: string) => (await one.audit({ ...ALL, text })).count;
      for (const name of names) {
        expect(await found(name)).toEqual([name]);
        expect(await events(name)).toBe(1);
      }
      for (const text of ["übersicht", "ÜBERSICHT", "Übe"]) {
        expect(await found(text)).toEqual(["Übersicht"]);
      }
      expect(await found("поиск")).toEqual(["ПОИСК 🦊"]);
      expect(await found("σοφος")).toEqual(["ΣΟΦΟΣ"]);
      expect(await found("ubersicht")).toEqual([]);
      expect(await events("ÜBERSICHT")).toBe(1);
    });

    test("a change is refused if what it changes is no longer as the operator saw it", async () => {
      const { one, other } = await processes();
      await createAccountWithKey(one);
      const seen = { plan: "free", role: "account", isSuspended: false } as const;
      await other.changeAccount("account-1", { isSuspended: true }, AN_ACTOR, seen);
      const change = { plan: "team", isSuspended: false };
      expect(
        await one.changeAccount("account-1", change, AN_ACTOR, { ...seen, isSuspended: false }),
      ).toBe("stale");
      expect(await one.account("account-1")).toMatchObject({ plan: "free", isSuspended: true });
      // The plan is as seen, so it changes and the suspension stays.
      expect(await one.changeAccount("account-1", { plan: "team" }, AN_ACTOR, seen)).toMatchObject({
        plan: "team",
        isSuspended: true,
      });
    });
  });

  describe("invitations", () => {
    const INVITATION = {
      id: "i",
      tokenDigest: digestOf("token"),
      email: "",
      role: "account",
      plan: "team",
    } as const;
    const ann = { id: "ann", email: "ann@example.com", from: "local" };

    test("an invitation makes one account, whichever process is first", async () => {
      const { one, other } = await processes();
      await one.invite(INVITATION, AN_ACTOR);
      const { tokenDigest, ...listed } = INVITATION;
      const stored = { ...listed, createdAtMs: START_MS, expiresAtMs: START_MS + 7 * DAY_MS };
      expect(await other.invitation(tokenDigest)).toEqual(stored);
      expect(await other.invitations()).toEqual([stored]);
      const accepted = await Promise.all([
        one.acceptInvitation(tokenDigest, ann),
        other.acceptInvitation(tokenDigest, { ...ann, id: "bob", email: "bob@example.com" }),
      ]);
      expect(accepted.sort()).toEqual(["accepted", "invalid"]);
      expect(await other.invitation(tokenDigest)).toBeNull();
      expect(await one.accounts(ALL)).toMatchObject({
        accounts: [{ plan: "team", role: "account" }],
        count: 1,
      });
      expect(await actionsOf(one)).toEqual([
        "invitation.created",
        "invitation.accepted",
        "account.created",
      ]);
    });

    test("a taken e-mail leaves the invitation usable", async () => {
      const { one } = await processes();
      await createAccountWithKey(one, { id: "ann" });
      await one.invite(INVITATION, AN_ACTOR);
      const again = { ...ann, id: "other", email: "ANN@example.com" };
      expect(await one.acceptInvitation(INVITATION.tokenDigest, again)).toBe("taken");
      expect(
        await one.acceptInvitation(INVITATION.tokenDigest, { ...ann, id: "b", email: "b@x.y" }),
      ).toBe("accepted");
    });

    test("an invitation deletes the account that it replaces in one step, and no other", async () => {
      const { one, other } = await processes();
      await one.createAccount({ ...anAccount("squatter"), email: ann.email }, AN_ACTOR);
      await createAccountWithKey(one, { id: "bob" });
      await one.invite({ ...INVITATION, email: ann.email }, AN_ACTOR);
      const { tokenDigest } = INVITATION;
      const wrong = { ...ann, replaced: "bob" };
      expect(await one.acceptInvitation(tokenDigest, wrong)).toBe("taken");
      expect((await other.accounts(ALL)).count).toBe(2);
      const replacing = { ...ann, replaced: "squatter" };
      expect(await one.acceptInvitation(tokenDigest, replacing)).toBe("accepted");
      expect(await other.account("squatter")).toBeNull();
      expect(await other.account("ann")).toMatchObject({ email: ann.email, plan: "team" });
      expect((await actionsOf(one)).slice(-3)).toEqual([
        "account.deleted",
        "invitation.accepted",
        "account.created",
      ]);
    });

    test("an invitation for one e-mail does not work for another", async () => {
      const { one } = await processes();
      await one.invite({ ...INVITATION, email: "Ann@example.com" }, AN_ACTOR);
      const { tokenDigest } = INVITATION;
      const bob = { ...ann, email: "bob@example.com" };
      expect(await one.acceptInvitation(tokenDigest, bob)).toBe("invalid");
      expect(await one.acceptInvitation(tokenDigest, ann)).toBe("accepted");
    });

    test("a withdrawn or old invitation cannot be used", async () => {
      const { one, other, pass } = await processes();
      await one.invite(INVITATION, AN_ACTOR);
      expect(await other.withdrawInvitation("i", AN_ACTOR)).toBe(true);
      expect(await other.withdrawInvitation("i", AN_ACTOR)).toBe(false);
      expect(await one.acceptInvitation(INVITATION.tokenDigest, ann)).toBe("invalid");
      await one.invite(INVITATION, AN_ACTOR);
      await pass(7 * DAY_MS);
      expect(await one.invitations()).toEqual([]);
      expect(await one.acceptInvitation(INVITATION.tokenDigest, ann)).toBe("invalid");
    });
  });

  describe("keys", () => {
    test("a key is listed with every field but its digest", async () => {
      const { one, other } = await processes();
      await createAccountWithKey(one);
      const key = aKey({
        id: "key-2",
        name: "Ünïcødé 🦊",
        scopes: ["search", "usage"],
        sites: ["a.example"],
        expiresAtMs: START_MS + DAY_MS,
      });
      expect(await one.createKey(key, AN_ACTOR)).toBe("created");
      const { keys, count } = await other.keys({ account: "account-1", ...ALL });
      expect(count).toBe(2);
      const { digest, ...listed } = key;
      expect(keys[0]).toEqual({
        ...listed,
        owner: "account-1@example.com",
        createdAtMs: START_MS,
        lastUsedAtMs: null,
        revokedAtMs: null,
        state: "active",
      });
      expect(await other.keys({ account: null, offset: 1, limit: 5 })).toMatchObject({
        keys: [{ id: "key-1" }],
        count: 2,
      });
      expect(await other.keys({ account: "other", ...ALL })).toEqual({ keys: [], count: 0 });
      expect(digest).not.toBe("");
    });

    test("a plan limits the keys that work, and one more while a rotated key ends", async () => {
      const { one, other, pass } = await processes(withPlan({ keysMax: 2 }));
      await createAccountWithKey(one);
      expect(await one.createKey(aKey({ id: "k", account: "none" }), AN_ACTOR)).toBe("no-account");
      const created = await Promise.all(
        ["key-2", "key-3", "key-4"].map((id, index) =>
          (index % 2 === 0 ? one : other).createKey(aKey({ id }), AN_ACTOR),
        ),
      );
      expect(created.sort()).toEqual(["created", "too-many", "too-many"]);
      const successor = { id: "key-5", digest: digestOf("key-5"), prefix: "vt_live_next" };
      const rotation = { id: "key-1", account: "account-1", successor, overlapMs: HOUR_MS };
      expect(await one.rotateKey(rotation, AN_ACTOR)).toMatchObject({ id: "key-5" });
      expect(await one.createKey(aKey({ id: "key-6" }), AN_ACTOR)).toBe("too-many");
      const next = { ...successor, id: "key-7", digest: digestOf("key-7") };
      const again = { ...rotation, successor: next };
      expect(await one.rotateKey(again, AN_ACTOR)).toBe("rotated-before");
      expect(await one.rotateKey({ ...again, id: "key-5" }, AN_ACTOR)).toBe("too-many-to-rotate");
      expect(await one.rotateKey({ ...again, id: "key-5", overlapMs: 0 }, AN_ACTOR)).toMatchObject({
        id: "key-7",
      });
      await one.revokeKey("key-7", { account: null }, AN_ACTOR);
      expect(await one.createKey(aKey({ id: "key-6" }), AN_ACTOR)).toBe("too-many");
      await pass(HOUR_MS);
      expect(await one.createKey(aKey({ id: "key-6" }), AN_ACTOR)).toBe("created");
    });

    test("no key for certain sites is made in a plan without this filter", async () => {
      const { one } = await processes(withPlan({ site: false }));
      await createAccountWithKey(one);
      const key = aKey({ id: "key-2", sites: ["a.example"] });
      expect(await one.createKey(key, AN_ACTOR)).toBe("sites-not-in-plan");
    });

    test("an id with a NUL is no key", async () => {
      const { one } = await processes();
      await createAccountWithKey(one);
      const successor = { id: "key-2", digest: digestOf("key-2"), prefix: "vt_live_next" };
      const id = "key-1\0";
      const rotation = { id, account: "account-1", successor, overlapMs: 0 };
      expect(await one.rotateKey(rotation, AN_ACTOR)).toBe("no-key");
      expect(await one.revokeKey(id, { account: "account-1" }, AN_ACTOR)).toBe(false);
      expect(await one.keyDigest(id, "account-1")).toBeNull();
    });

    test("a key is renamed, disabled and enabled by its own account, in every process at once", async () => {
      const { one, other } = await processes(withPlan({ keysMax: 1 }));
      await createAccountWithKey(one);
      const change = { name: "Nightly", note: "Runs on the blue server", isDisabled: true };
      expect(await one.changeKey("key-1", "another", change, AN_ACTOR)).toBeNull();
      expect(await one.changeKey("key-1\0", "account-1", change, AN_ACTOR)).toBeNull();
      expect(await other.checkKey(aKeyRequest())).toMatchObject({ outcome: "allowed" });
      expect(await one.changeKey("key-1", "account-1", change, AN_ACTOR)).toMatchObject({
        name: "Nightly",
        note: "Runs on the blue server",
        state: "disabled",
      });
      expect(await other.checkKey(aKeyRequest())).toEqual({ outcome: "disabled" });
      // It still counts among the keys of its account.
      expect(await one.createKey(aKey({ id: "key-2" }), AN_ACTOR)).toBe("too-many");
      await other.changeKey("key-1", "account-1", { isDisabled: false }, AN_ACTOR);
      expect(await one.checkKey(aKeyRequest())).toMatchObject({ outcome: "allowed" });
      await one.revokeKey("key-1", { account: null }, AN_ACTOR);
      expect(await one.changeKey("key-1", "account-1", change, AN_ACTOR)).toBeNull();
      expect(await actionsOf(one, "key:key-1")).toEqual([
        "key.created",
        "key.renamed",
        "key.disabled",
        "key.enabled",
        "key.revoked",
      ]);
    });

    test("only its own account gets the digest of a key", async () => {
      const { one, other } = await processes();
      await createAccountWithKey(one);
      expect(await other.keyDigest("key-1", "account-1")).toBe(digestOf("key-1"));
      expect(await other.keyDigest("key-1", "account-2")).toBeNull();
      expect(await other.keyDigest("key-2", "account-1")).toBeNull();
    });

    test("a revoked key is refused by every process at once", async () => {
      const { one, other } = await processes();
      await createAccountWithKey(one);
      expect(await other.checkKey(aKeyRequest())).toMatchObject({ outcome: "allowed" });
      expect(await one.revokeKey("key-1", { account: "other" }, AN_ACTOR)).toBe(false);
      expect(await one.revokeKey("nothing", { account: null }, AN_ACTOR)).toBe(false);
      expect(await one.revokeKey("key-1", { account: "account-1" }, AN_ACTOR)).toBe(true);
      expect(await other.checkKey(aKeyRequest())).toEqual({ outcome: "revoked" });
      expect(await one.checkKey(aKeyRequest())).toEqual({ outcome: "revoked" });
      expect(await one.keys({ account: null, ...ALL })).toMatchObject({
        keys: [{ state: "revoked", revokedAtMs: START_MS }],
      });
      expect(await actionsOf(one, "key:key-1")).toEqual(["key.created", "key.revoked"]);
    });

    test("an expired key is refused", async () => {
      const { one, pass } = await processes();
      await createAccountWithKey(one, { key: { expiresAtMs: START_MS + HOUR_MS } });
      await pass(HOUR_MS - 1);
      expect(await one.checkKey(aKeyRequest())).toMatchObject({ outcome: "allowed" });
      await pass(1);
      expect(await one.checkKey(aKeyRequest())).toEqual({ outcome: "expired" });
      expect(await one.keys({ account: null, ...ALL })).toMatchObject({
        keys: [{ state: "expired" }],
      });
    });

    test.each([0, HOUR_MS])("a rotated key works for an overlap of %d ms", async (overlapMs) => {
      const { one, other, pass } = await processes();
      await createAccountWithKey(one, {
        key: { scopes: ["search", "usage"], sites: ["a.example"], expiresAtMs: START_MS + DAY_MS },
      });
      const successor = { id: "key-2", digest: digestOf("key-2"), prefix: "vt_live_next" };
      const rotation = { id: "key-1", account: "account-1", successor, overlapMs };
      expect(await one.rotateKey({ ...rotation, account: "other" }, AN_ACTOR)).toBe("no-key");
      expect(await one.rotateKey(rotation, AN_ACTOR)).toEqual({
        ...{ id: "key-2", account: "account-1", name: "A key", note: "", prefix: "vt_live_next" },
        ...{ scopes: ["search", "usage"], sites: ["a.example"], expiresAtMs: START_MS + DAY_MS },
        ...{ createdAtMs: START_MS, lastUsedAtMs: null, revokedAtMs: null, state: "active" },
      });
      const site = "www.a.example";
      expect(await other.checkKey(aKeyRequest("key-2", { site }))).toMatchObject({
        outcome: "allowed",
      });
      if (overlapMs > 0) {
        await pass(overlapMs - 1);
        expect(await other.checkKey(aKeyRequest("key-1", { site }))).toMatchObject({
          outcome: "allowed",
        });
        await pass(1);
      }
      expect(await other.checkKey(aKeyRequest("key-1", { site }))).toEqual({ outcome: "revoked" });
      const again = { ...successor, id: "key-3", digest: digestOf("key-3") };
      expect(await one.rotateKey({ ...rotation, successor: again }, AN_ACTOR)).toBe("no-key");
      expect(await actionsOf(one, "key:key-1")).toEqual(["key.created", "key.rotated"]);
    });

    test("the keys that work are counted, not those that are still listed", async () => {
      const { one, other, pass } = await processes();
      await createAccountWithKey(one, { key: { expiresAtMs: START_MS + HOUR_MS } });
      await createAccountWithKey(one, { id: "account-2", key: { id: "key-2" } });
      await one.createKey(aKey({ id: "key-3" }), AN_ACTOR);
      const disabled = { name: "A key", note: "", isDisabled: true };
      await one.changeKey("key-3", "account-1", disabled, AN_ACTOR);
      expect(await other.keyCount()).toBe(3);
      await one.revokeKey("key-2", { account: null }, AN_ACTOR);
      await pass(HOUR_MS);
      expect(await other.keyCount()).toBe(1);
      expect(await one.keys({ account: null, ...ALL })).toMatchObject({ count: 3 });
    });

    test("an invalid key is listed for 90 days", async () => {
      const { one, pass } = await processes();
      await createAccountWithKey(one);
      await one.revokeKey("key-1", { account: null }, AN_ACTOR);
      await pass(90 * DAY_MS);
      expect(await one.keys({ account: null, ...ALL })).toMatchObject({ count: 1 });
      await pass(1);
      expect(await one.keys({ account: null, ...ALL })).toEqual({ keys: [], count: 0 });
      await createAccountWithKey(one, { id: "account-2", key: { id: "key-2" } });
      expect(await one.keys({ account: null, ...ALL })).toMatchObject({ count: 1 });
    });

    test("the last use is exact to a minute", async () => {
      const { one, other, pass } = await processes();
      await createAccountWithKey(one);
      const lastUse = async () =>
        (await other.keys({ account: "account-1", ...ALL })).keys[0]?.lastUsedAtMs;
      await one.checkKey({ ...aKeyRequest(), search: null });
      expect(await lastUse()).toBe(START_MS);
      await pass(MINUTE_MS - 1);
      await one.checkKey(aKeyRequest());
      expect(await lastUse()).toBe(START_MS);
      const atMs = await pass(1);
      await one.checkKey(aKeyRequest());
      expect(await lastUse()).toBe(atMs);
    });
  });

  describe("requests with a key", () => {
    test("an allowed search is counted and comes with the limits", async () => {
      const { one, other } = await processes(withPlan({ burst: 10, requestsPerSecond: 2 }));
      await createAccountWithKey(one);
      const plan = { ...A_PLAN, burst: 10, requestsPerSecond: 2 };
      const limits = {
        plan,
        usedThisMonth: 1,
        monthEndsInSeconds: (NEXT_MONTH_MS - START_MS) / 1000,
        burstRemaining: 9,
        burstFullInSeconds: 1,
      };
      const owner = { keyId: "key-1", account: "account-1" };
      expect(await one.checkKey(aKeyRequest())).toEqual({
        outcome: "allowed",
        countedAtMs: START_MS,
        limits,
        ...owner,
      });
      // This request only authenticates.
      expect(await other.checkKey({ ...aKeyRequest(), search: null })).toEqual({
        outcome: "allowed",
        countedAtMs: START_MS,
        limits,
        ...owner,
      });
      expect(await other.usage("account-1", null)).toMatchObject({ usedThisMonth: 1 });
      expect(await other.accounts(ALL)).toMatchObject({
        accounts: [{ usedThisMonth: 1, keyCount: 1 }],
      });
    });

    test("a request is refused for the first reason that applies", async () => {
      const small = { ...A_PLAN, id: "small", searchesPerMonth: 1, site: false, burst: 1 };
      const { one, pass } = await processes({ plans: [A_PLAN, small] });
      const owner = { keyId: "key-1", account: "account-1" };
      await createAccountWithKey(one, { key: { sites: ["a.example"] } });
      await one.changeAccount("account-1", { plan: "small" }, AN_ACTOR);
      expect(await one.checkKey(aKeyRequest("other"))).toEqual({ outcome: "unknown" });
      expect(await one.checkKey({ ...aKeyRequest(), scope: "usage" })).toEqual({
        outcome: "wrong-scope",
        ...owner,
      });
      for (const site of [null, "b.example", "xa.example", "example", "", "\0", "\ud800"]) {
        expect(await one.checkKey(aKeyRequest("key-1", { site }))).toEqual({
          outcome: "site-not-allowed",
          sites: ["a.example"],
          ...owner,
        });
      }
      expect(await one.checkKey(aKeyRequest("key-1", { site: "a.example" }))).toMatchObject({
        outcome: "not-in-plan",
        parameter: "site",
        plan: { id: "small" },
        ...owner,
      });
      await one.createKey(aKey({ id: "key-2" }), AN_ACTOR);
      expect(await one.checkKey(aKeyRequest("key-2", { count: 51 }))).toMatchObject({
        outcome: "not-in-plan",
        parameter: "count",
      });
      expect(await one.checkKey(aKeyRequest("key-2", { safesearch: "moderate" }))).toMatchObject({
        outcome: "not-in-plan",
        parameter: "safesearch",
      });
      expect(await one.checkKey(aKeyRequest("key-2"))).toMatchObject({ outcome: "allowed" });
      expect(await one.checkKey(aKeyRequest("key-2"))).toMatchObject({
        outcome: "quota",
        retryAfterSeconds: (NEXT_MONTH_MS - START_MS) / 1000,
        limits: { usedThisMonth: 1 },
      });
      await one.changeAccount("account-1", { isSuspended: true }, AN_ACTOR);
      expect(await one.checkKey(aKeyRequest())).toEqual({ outcome: "account-suspended" });
      await one.revokeKey("key-1", { account: null }, AN_ACTOR);
      expect(await one.checkKey(aKeyRequest())).toEqual({ outcome: "revoked" });
      await pass(DAY_MS);
      expect(await one.errors("account-1")).toEqual([
        { code: "api_account_suspended", count: 1, lastAtMs: START_MS },
        { code: "api_key_revoked", count: 1, lastAtMs: START_MS },
        { code: "api_not_in_plan", count: 3, lastAtMs: START_MS },
        { code: "api_quota_spent", count: 1, lastAtMs: START_MS },
        { code: "api_site_not_allowed", count: 7, lastAtMs: START_MS },
        { code: "api_wrong_scope", count: 1, lastAtMs: START_MS },
      ]);
    });

    test("concurrent requests of two processes never exceed the quota", async () => {
      const { one, other } = await processes();
      await createAccountWithKey(one);
      const decisions = Array.from({ length: 400 }, (_, index) =>
        (index % 2 === 0 ? one : other).checkKey(aKeyRequest()),
      );
      expect(await outcomes(decisions)).toEqual({ allowed: 250, quota: 150 });
      expect(await one.usage("account-1", null)).toMatchObject({ usedThisMonth: 250 });
      await other.changeAccount("account-1", { plan: "team" }, AN_ACTOR);
      expect(await one.checkKey(aKeyRequest())).toMatchObject({
        outcome: "allowed",
        limits: { usedThisMonth: 251 },
      });
    });

    test("all keys of an account share its quota; other accounts have their own", async () => {
      const { one, other } = await processes(withPlan({ searchesPerMonth: 2 }));
      await createAccountWithKey(one);
      await one.createKey(aKey({ id: "key-2" }), AN_ACTOR);
      await createAccountWithKey(one, { id: "account-2", key: { id: "key-3" } });
      await one.checkKey(aKeyRequest("key-1"));
      await other.checkKey(aKeyRequest("key-2"));
      expect(await one.checkKey(aKeyRequest("key-1"))).toMatchObject({ outcome: "quota" });
      expect(await one.checkKey(aKeyRequest("key-3"))).toMatchObject({ outcome: "allowed" });
    });

    test("the quota begins again with the month, in UTC", async () => {
      const { one, other, setTime } = await processes(withPlan({ searchesPerMonth: 2 }));
      await createAccountWithKey(one);
      await setTime(NEXT_MONTH_MS - 1);
      await one.checkKey(aKeyRequest());
      await other.checkKey(aKeyRequest());
      expect(await one.checkKey(aKeyRequest())).toMatchObject({
        outcome: "quota",
        retryAfterSeconds: 1,
      });
      await setTime(NEXT_MONTH_MS);
      expect(await one.checkKey(aKeyRequest())).toMatchObject({
        outcome: "allowed",
        limits: { usedThisMonth: 1, monthEndsInSeconds: (31 * DAY_MS) / 1000 },
      });
      // When a clock that was ahead is corrected, the old month is unchanged.
      await setTime(NEXT_MONTH_MS - 1);
      expect(await one.checkKey(aKeyRequest())).toMatchObject({ outcome: "quota" });
      await setTime(NEXT_MONTH_MS + HOUR_MS);
      expect(await other.checkKey(aKeyRequest())).toMatchObject({ limits: { usedThisMonth: 2 } });
    });

    test("the rate limit allows the burst, then its rate", async () => {
      const { one, other, pass } = await processes(withPlan({ burst: 3, requestsPerSecond: 4 }));
      await createAccountWithKey(one);
      const both = (count: number) =>
        outcomes(
          Array.from({ length: count }, (_, index) =>
            (index % 2 === 0 ? one : other).checkKey(aKeyRequest()),
          ),
        );
      expect(await both(10)).toEqual({ allowed: 3, rate: 7 });
      expect(await other.checkKey(aKeyRequest())).toMatchObject({
        outcome: "rate",
        retryAfterSeconds: 1,
        limits: { usedThisMonth: 3, burstRemaining: 0, burstFullInSeconds: 1 },
      });
      await pass(249);
      expect(await both(4)).toEqual({ rate: 4 });
      await pass(1);
      expect(await both(4)).toEqual({ allowed: 1, rate: 3 });
      await pass(500);
      expect(await both(4)).toEqual({ allowed: 2, rate: 2 });
      await pass(HOUR_MS);
      expect(await both(10)).toEqual({ allowed: 3, rate: 7 });
    });

    test("keys share the rate limit, whichever was used last, on any day", async () => {
      const { one, other, pass, setTime } = await processes(
        withPlan({ requestsPerSecond: 0.001, burst: 2 }),
      );
      await createAccountWithKey(one);
      await one.createKey(aKey({ id: "key-2" }), AN_ACTOR);
      await setTime(START_MS + 15 * HOUR_MS - 1);
      expect(await one.checkKey(aKeyRequest())).toMatchObject({ outcome: "allowed" });
      await pass(1);
      expect(await other.checkKey(aKeyRequest("key-2"))).toMatchObject({ outcome: "allowed" });
      expect(await one.checkKey(aKeyRequest())).toMatchObject({ outcome: "rate" });
      await pass(1_000_000);
      expect(await one.checkKey(aKeyRequest())).toMatchObject({ outcome: "allowed" });
      expect(await other.checkKey(aKeyRequest("key-2"))).toMatchObject({ outcome: "rate" });
    });

    test("a slow rate says how long to wait", async () => {
      const { one } = await processes(withPlan({ burst: 1, requestsPerSecond: 0.1 }));
      await createAccountWithKey(one);
      await one.checkKey(aKeyRequest());
      expect(await one.checkKey(aKeyRequest())).toMatchObject({
        outcome: "rate",
        retryAfterSeconds: 10,
      });
    });

    test("a clock that was ahead blocks an account for its burst at most", async () => {
      const { one, setTime } = await processes(withPlan({ burst: 2, requestsPerSecond: 1 }));
      await createAccountWithKey(one);
      await setTime(START_MS + DAY_MS);
      await one.checkKey(aKeyRequest());
      await setTime(START_MS);
      expect(await one.checkKey(aKeyRequest())).toMatchObject({ outcome: "rate" });
      await setTime(START_MS + 1_000);
      expect(await one.checkKey(aKeyRequest())).toMatchObject({ outcome: "allowed" });
    });

    test("a failed search is refunded, and counted as an error", async () => {
      const { one, other, pass } = await processes(withPlan({ searchesPerMonth: 1 }));
      await createAccountWithKey(one);
      const allowed = await one.checkKey(aKeyRequest());
      expect(allowed).toMatchObject({ outcome: "allowed" });
      const failed = {
        keyId: "key-1",
        account: "account-1",
        code: "busy",
        countedAtMs: START_MS,
      } as const;
      const atMs = await pass(MINUTE_MS);
      await other.refund(failed);
      expect(await one.usage("account-1", null)).toMatchObject({ usedThisMonth: 0 });
      expect(await one.checkKey(aKeyRequest())).toMatchObject({ outcome: "allowed" });
      expect(await one.checkKey(aKeyRequest())).toMatchObject({ outcome: "quota" });
      const malformed = { ...failed, code: "invalid_query" } as const;
      await Promise.all([one, one, other].map((each) => each.recordError(malformed)));
      expect(await one.usage("account-1", null)).toMatchObject({ usedThisMonth: 1 });
      // The search cost nothing; it did not fail.
      await one.refund({ ...failed, code: null });
      expect(await one.usage("account-1", null)).toMatchObject({ usedThisMonth: 0 });
      expect(await other.errors("account-1")).toEqual([
        { code: "api_quota_spent", count: 1, lastAtMs: atMs },
        { code: "busy", count: 1, lastAtMs: atMs },
        { code: "invalid_query", count: 3, lastAtMs: atMs },
      ]);
    });

    test("a search that fails after the month's end is refunded in its own month", async () => {
      const { one, setTime } = await processes();
      await createAccountWithKey(one);
      await setTime(NEXT_MONTH_MS - 1);
      await one.checkKey(aKeyRequest());
      await setTime(NEXT_MONTH_MS);
      await one.checkKey(aKeyRequest());
      const owner = { keyId: "key-1", account: "account-1" };
      await one.refund({ ...owner, code: "internal", countedAtMs: NEXT_MONTH_MS - 1 });
      expect(await one.usage("account-1", null)).toMatchObject({ usedThisMonth: 1 });
      await setTime(NEXT_MONTH_MS - 1);
      expect(await one.usage("account-1", null)).toMatchObject({ usedThisMonth: 0 });
    });

    test("an account whose plan is no longer configured has the first plan", async () => {
      const { one } = await processes();
      await createAccountWithKey(one, { plan: "gone" });
      expect(await one.checkKey(aKeyRequest())).toMatchObject({ limits: { plan: A_PLAN } });
      expect(await one.usage("account-1", null)).toMatchObject({ plan: A_PLAN });
    });
  });

  test("usage has every day of the month up to today, and what each key used", async () => {
    const { one, other, setTime } = await processes();
    await createAccountWithKey(one);
    await one.createKey(aKey({ id: "key-2", name: "Nightly" }), AN_ACTOR);
    await setTime(Date.UTC(2026, 10, 1, 23));
    await one.checkKey(aKeyRequest());
    await setTime(Date.UTC(2026, 10, 3, 1));
    await one.checkKey(aKeyRequest());
    await other.checkKey(aKeyRequest("key-2"));
    await one.checkKey(aKeyRequest("key-2", { count: 51 }));
    const november = {
      plan: A_PLAN,
      usedThisMonth: 3,
      monthStartsAtMs: Date.UTC(2026, 10, 1),
      monthEndsAtMs: NEXT_MONTH_MS,
      firstMonthStartsAtMs: Date.UTC(2026, 10, 1),
      days: [
        { day: "2026-11-01", searches: 1, errors: 0 },
        { day: "2026-11-02", searches: 0, errors: 0 },
        { day: "2026-11-03", searches: 2, errors: 1 },
      ],
      keyDays: [
        { day: "2026-11-01", keyId: "key-1", name: "A key", searches: 1, errors: {} },
        { day: "2026-11-03", keyId: "key-1", name: "A key", searches: 1, errors: {} },
        {
          day: "2026-11-03",
          keyId: "key-2",
          name: "Nightly",
          searches: 1,
          errors: { api_not_in_plan: 1 },
        },
      ],
    };
    expect(await one.usage("account-1", null)).toEqual({
      ...november,
      nowMs: Date.UTC(2026, 10, 3, 1),
    });
    expect(await other.dailyUsage(3)).toEqual(november.days);
    expect((await other.dailyUsage(30))[0]).toEqual({ day: "2026-10-05", searches: 0, errors: 0 });
    await setTime(Date.UTC(2026, 10, 9, 23));
    expect(await one.errors("account-1")).toHaveLength(1);
    await setTime(Date.UTC(2026, 10, 10));
    expect(await one.errors("account-1")).toEqual([]);
    // Later, a month has all its days.
    await setTime(NEXT_MONTH_MS);
    const later = await other.usage("account-1", Date.UTC(2026, 10, 20));
    expect(later).toMatchObject({ usedThisMonth: 3, keyDays: november.keyDays });
    expect(later.days).toHaveLength(30);
    expect(await other.usage("account-1", null)).toMatchObject({ usedThisMonth: 0, keyDays: [] });
  });

  test("the first month with complete figures is the account's first, or begins within 400 days", async () => {
    const { one, setTime } = await processes();
    await createAccountWithKey(one);
    await one.checkKey(aKeyRequest());
    const figures = async (ms: number) => {
      await setTime(ms);
      // A change deletes old figures.
      await one.record({ action: "key.created", subject: "s", details: {} }, AN_ACTOR);
      const usage = await one.usage("account-1", START_MS);
      return [usage.firstMonthStartsAtMs, usage.usedThisMonth];
    };
    expect(await figures(START_MS)).toEqual([Date.UTC(2026, 10, 1), 1]);
    // The account was created on the first day that is kept, in the middle of a month.
    expect(await figures(START_MS + 400 * DAY_MS)).toEqual([Date.UTC(2026, 10, 1), 1]);
    expect(await figures(START_MS + 401 * DAY_MS)).toEqual([Date.UTC(2026, 11, 1), 0]);
    const keptSince = (day: number) => figures(day + 400 * DAY_MS);
    expect(await keptSince(Date.UTC(2027, 0, 1))).toEqual([Date.UTC(2027, 0, 1), 0]);
    expect(await keptSince(Date.UTC(2027, 0, 2))).toEqual([Date.UTC(2027, 1, 1), 0]);
  });

  describe("audit log", () => {
    test("events of all processes form one chain, newest first", async () => {
      const { one, other } = await processes();
      expect(await one.verifyAudit()).toEqual({
        isIntact: true,
        count: 0,
        lastHash: "0".repeat(64),
      });
      await Promise.all(
        Array.from({ length: 40 }, (_, number) =>
          untilUnlocked(() =>
            (number % 2 === 0 ? one : other).record(
              {
                action: "session.started",
                subject: `account:${number % 4}`,
                details: { number, ü: null },
              },
              { id: "ann", from: "192.0.2.0/24" },
            ),
          ),
        ),
      );
      const { events, count } = await one.audit({ offset: 0, limit: 3 });
      expect(count).toBe(40);
      expect(events.map(({ sequence }) => sequence)).toEqual([40, 39, 38]);
      expect(await other.audit({ ...ALL, account: "1" })).toMatchObject({ count: 10 });
      expect((await one.audit({ ...ALL, account: "1" })).events[0]).toMatchObject({
        atMs: START_MS,
        actor: "ann",
        from: "192.0.2.0/24",
        action: "session.started",
        details: { ü: null },
      });
      expect(await other.verifyAudit()).toEqual({
        isIntact: true,
        count: 40,
        lastHash: events[0]?.hash,
      });
    });

    test("holds neither the digest of a key nor an e-mail", async () => {
      const { one } = await processes();
      await createAccountWithKey(one);
      await one.checkKey(aKeyRequest());
      const text = JSON.stringify((await one.audit(ALL)).events);
      expect(text).toContain("key:key-1");
      expect(text).not.toContain(digestOf("key-1"));
      expect(text).not.toContain("@");
    });

    test("names accounts and keys, a deleted account for 90 days", async () => {
      const { one, pass } = await processes();
      await createAccountWithKey(one);
      const { email } = (await one.account("account-1")) ?? { email: "" };
      expect((await one.audit(ALL)).names).toEqual({
        "account-1": { kind: "account", name: email },
        "key-1": { kind: "key", name: "A key" },
      });
      const count = async (list: object) => (await one.audit({ ...ALL, ...list })).count;
      expect(await count({ account: "account-1" })).toBe(2);
      expect(await count({ text: email.toUpperCase() })).toBe(2);
      expect(await count({ text: "a key" })).toBe(1);
      expect(await count({ text: "key.cre" })).toBe(1);
      await one.deleteAccount("account-1", AN_ACTOR);
      const deleted = { kind: "deleted", name: email };
      expect((await one.audit(ALL)).names).toEqual({ "account-1": deleted });
      expect(await count({ text: email })).toBe(2);
      await pass(91 * DAY_MS);
      await one.record({ action: "key.created", subject: "s", details: {} }, AN_ACTOR);
      expect((await one.audit(ALL)).names).toEqual({});
    });

    test("an event whose fields would break the chain's lines is refused", async () => {
      const { one } = await processes();
      const event = { action: "key.created", subject: "s\nt", details: {} } as const;
      await expect(one.record(event, AN_ACTOR)).rejects.toThrow(/one line/);
      expect(await one.verifyAudit()).toMatchObject({ isIntact: true, count: 0 });
    });
  });

  test("works with the machine's time", async () => {
    const { open } = await create();
    const state = open().accounts(ACCOUNT_SETTINGS);
    await createAccountWithKey(state);
    const allowed = await state.checkKey(aKeyRequest());
    expect(allowed).toMatchObject({ outcome: "allowed" });
    const { nowMs } = await state.usage("account-1", null);
    expect(Math.abs(nowMs - Date.now())).toBeLessThan(60_000);
  });
});
