import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { accountForms } from "@/lib/console/account-forms";
import { DEFAULT_FILTERS } from "@/lib/contract/search-query";
import type { AccountPrincipal } from "@/lib/platform/http";
import { accountEndpoints } from "@/lib/service/accounts/account-endpoints";
import { createApiKeys } from "@/lib/service/api/change-api-keys";
import { keyForms } from "@/lib/service/api/key-forms";
import { keyProblemText } from "@/lib/service/api/key-problem-text";
import { usageFileEndpoint } from "@/lib/service/api/usage-file";
import { createServiceKeys } from "@/lib/service/identify-key";
import type { AccountState } from "@/lib/state/account-state";
import { openState } from "@/lib/state/open-state";
import type { State } from "@/lib/state/state";
import { createNotices, NO_SESSION } from "@/lib/web/notices";
import { ask, noticeCookieOf } from "@/tests/support/requests/ask";
import {
  A_LARGER_PLAN,
  A_PLAN,
  ACCOUNT_SETTINGS,
  AN_ACTOR,
  anAccount,
} from "../support/accounts/accounts";
import { temporaryFolder } from "../support/files/temporary-folder";
import { applicationOf } from "../support/servers/application";

const dataDir = temporaryFolder();
const notices = createNotices({ secret: () => "a secret of the sessions", isSecure: false });

const ONE: AccountPrincipal = {
  kind: "account",
  accountId: "account-1",
  sessionId: "session-1",
  isOperator: false,
};
const OPERATOR: AccountPrincipal = {
  kind: "account",
  accountId: "operator-1",
  sessionId: "session-2",
  isOperator: true,
};

let state: State;
let accounts: AccountState;

beforeAll(async () => {
  state = openState({ dataDir });
  accounts = state.accounts(ACCOUNT_SETTINGS);
  for (const [id, role] of [
    ["account-1", "account"],
    ["account-2", "account"],
    ["operator-1", "operator"],
  ] as const) {
    await accounts.createAccount({ ...anAccount(id), role }, AN_ACTOR);
  }
});

afterAll(async () => {
  await state.close();
});

/** Posts a form as a page of ours does; returns the response, and the notice for the next page. */
async function post(
  path: string,
  fields: Record<string, string>,
  { as = ONE, headers = {} }: { as?: AccountPrincipal; headers?: Record<string, string> } = {},
) {
  const keys = createServiceKeys({ serviceKey: null, keyPepper: null, dataDir });
  const application = applicationOf(
    [
      ...keyForms({ apiKeys: createApiKeys({ accounts, keys }), accounts, notices }),
      ...accountForms({
        accounts,
        people: {
          invite: async () => ({ path: "/invitation/a-token", expiresAtMs: 0 }),
          deleteAccount: (id, by) => accounts.deleteAccount(id, by),
        },
        plans: [A_PLAN, A_LARGER_PLAN, { ...A_PLAN, id: "other" }],
        notices,
      }),
    ],
    { account: as },
  );
  const response = await ask(application, path, { fields, headers });
  const cookie = response.headers.get("set-cookie") ?? "";
  return { response, cookie, notice: notices.read(noticeCookieOf(response), as.sessionId) };
}

const NEW_KEY = { name: "Nightly check", search: "on", sites: "", expires: "90" };
const keysOf = async (account: string) =>
  (await accounts.keys({ account, offset: 0, limit: 100 })).keys;

describe("the form that creates a key", () => {
  test("creates it, and shows its text once, in no URL and no plain cookie", async () => {
    const { response, cookie, notice } = await post("/account/keys", NEW_KEY);
    expect([response.status, response.headers.get("location")]).toEqual([303, "/account#keys"]);
    expect(notice).toMatchObject({ kind: "key", name: "Nightly check" });
    const text = notice?.kind === "key" ? notice.text : "";
    expect(text).toMatch(/^vt_live_\w{36}$/);
    expect(cookie).not.toContain(text);
    const [key] = await keysOf("account-1");
    expect(key).toMatchObject({ name: "Nightly check", scopes: ["search"], state: "active" });
    expect(text.startsWith(key?.prefix ?? "-")).toBe(true);
  });

  test("says what is wrong, and returns what was typed", async () => {
    const typed = { ...NEW_KEY, sites: "not a host/" };
    const { notice } = await post("/account/keys", typed);
    expect(notice).toMatchObject({ kind: "problem", code: "invalid-site", values: typed });
  });

  test.each([
    ["of another origin", { "sec-fetch-site": "cross-site" }],
    ["of a sandboxed page", { "sec-fetch-site": "cross-site", origin: "null" }],
  ])("does nothing for a page %s", async (_, headers) => {
    const before = (await keysOf("account-1")).length;
    const { response } = await post("/account/keys", NEW_KEY, { headers });
    expect(response.status).toBe(403);
    expect(await keysOf("account-1")).toHaveLength(before);
  });

  test("with fields that no form of ours sends is 400", async () => {
    const { response } = await post("/account/keys", { ...NEW_KEY, expires: "tomorrow" });
    expect(response.status).toBe(400);
  });
});

test("only its own account can rotate and revoke a key", async () => {
  const { notice } = await post("/account/keys", { ...NEW_KEY, name: "Importer" });
  expect(notice?.kind).toBe("key");
  const id = (await keysOf("account-1")).find(({ name }) => name === "Importer")?.id ?? "";
  const other = { ...ONE, accountId: "account-2" };
  const gone = { kind: "done", what: "keyGone", name: "" };

  expect((await post("/account/keys/revoke", { id }, { as: other })).notice).toEqual(gone);
  expect((await post("/account/keys/rotate", { id, overlap: "0" }, { as: other })).notice).toEqual(
    gone,
  );

  const rotated = await post("/account/keys/rotate", { id, overlap: "24h" });
  expect(rotated.notice).toMatchObject({ kind: "key", name: "Importer" });
  const importers = (await keysOf("account-1")).filter(({ name }) => name === "Importer");
  expect(importers.map(({ state }) => state)).toEqual(["active", "active"]);

  const revoked = await post("/account/keys/revoke", { id, name: "Importer" });
  expect(revoked.notice).toEqual({ kind: "done", what: "keyRevoked", name: "Importer" });
  expect((await keysOf("account-1")).find((key) => key.id === id)?.state).toBe("revoked");
});

test("a refused rotation is no problem of the form for a new key", async () => {
  await accounts.createAccount(anAccount("account-3"), AN_ACTOR);
  const as = { ...ONE, accountId: "account-3" };
  for (let count = 0; count < A_PLAN.keysMax; count += 1) {
    await post("/account/keys", NEW_KEY, { as });
  }
  const [first, second] = await keysOf("account-3");
  const rotate = async (id = "", overlap = "24h") =>
    (await post("/account/keys/rotate", { id, overlap }, { as })).notice;
  expect(await rotate(first?.id)).toMatchObject({ kind: "key" });
  const refused = { kind: "problem", form: "key-rotate", values: {} };
  expect(await rotate(first?.id)).toEqual({ ...refused, code: "rotated-before" });
  expect(await rotate(second?.id)).toEqual({ ...refused, code: "too-many-to-rotate" });
  expect(keyProblemText("too-many-to-rotate")).toContain("Choose “no time”");
  expect(await rotate(second?.id, "0")).toMatchObject({ kind: "key" });
});

test("an old form of a key does not enable it; other accounts change nothing", async () => {
  await post("/account/keys", { ...NEW_KEY, name: "Reader" });
  const id = (await keysOf("account-1")).find(({ name }) => name === "Reader")?.id ?? "";
  const form = { id, name: " Night\nreader", note: "=1+1" };
  const found = async () => (await keysOf("account-1")).find((key) => key.id === id);

  const other = { ...ONE, accountId: "account-2" };
  const refused = await post("/account/keys/change", { ...form, disabled: "on" }, { as: other });
  expect(refused.notice).toEqual({ kind: "done", what: "keyGone", name: "" });
  const disabled = await post("/account/keys/change", { ...form, disabled: "on" });
  expect(disabled.notice).toEqual({ kind: "done", what: "keyChanged", name: "Night reader" });
  expect(await found()).toMatchObject({ name: "Night reader", note: "=1+1", state: "disabled" });

  await post("/account/keys/change", { ...form, name: "Another" });
  expect(await found()).toMatchObject({ name: "Another", state: "disabled" });
  await post("/account/keys/change", { ...form, wasDisabled: "on", revoked_at_ms: "1" });
  expect(await found()).toMatchObject({ state: "active", revokedAtMs: null });
  const unnamed = await post("/account/keys/change", { ...form, name: "\0 " });
  expect(unnamed.notice).toMatchObject({ kind: "problem", form: "key-change", code: "no-name" });
});

test("the usage of a month is a file of the account's own keys", async () => {
  const digest = "c".repeat(64);
  const id = "key-of-usage";
  const key = { id, account: "account-1", digest, name: "=cmd", note: "", prefix: "vt_live_cccc" };
  await accounts.createKey({ ...key, scopes: ["search"], sites: [], expiresAtMs: null }, AN_ACTOR);
  const search = { ...DEFAULT_FILTERS, count: null };
  await accounts.checkKey({ digest, scope: "search", search });
  await accounts.checkKey({ digest, scope: "search", search: { ...search, count: 99 } });
  const get = (as: AccountPrincipal, month: string) =>
    ask(
      applicationOf([usageFileEndpoint(accounts)], { account: as }),
      `/account/usage.csv?month=${month}`,
    );
  const today = new Date().toISOString();
  const response = await get(ONE, today.slice(0, 7));
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const [header, ...lines] = (await response.text()).trim().split("\r\n");
  expect(header).toBe("day,keyId,keyName,searches,api_not_in_plan");
  expect(lines).toEqual([`${today.slice(0, 10)},key-of-usage,'=cmd,1,1`]);
  const other = await get({ ...ONE, accountId: "account-2" }, today.slice(0, 7));
  expect(await other.text()).not.toContain("key-of-usage");
  expect((await get(ONE, "2026-13")).status).toBe(400);
  // No account has figures of this month.
  expect((await get(ONE, "2020-01")).status).toBe(404);
});

describe("the console's forms", () => {
  test("are 404 for an account that is not an operator", async () => {
    const { response } = await post("/console/accounts/delete", { id: "account-2" });
    expect(response.status).toBe(404);
    expect(await accounts.account("account-2")).not.toBeNull();
  });

  test("change plan and suspension from the next request on", async () => {
    const fields = {
      id: "account-1",
      plan: A_LARGER_PLAN.id,
      role: "account",
      suspended: "on",
      seenPlan: A_PLAN.id,
      seenRole: "account",
    };
    const { response, notice } = await post("/console/accounts/change", fields, { as: OPERATOR });
    expect(response.headers.get("location")).toBe("/console/accounts/account-1");
    expect(notice).toMatchObject({ what: "accountChanged", name: "account-1@example.com" });
    expect(await accounts.account("account-1")).toMatchObject({
      plan: A_LARGER_PLAN.id,
      isSuspended: true,
    });
    const { events } = await accounts.audit({ offset: 0, limit: 2 });
    expect(events.map(({ actor }) => actor)).toEqual(["operator-1", "operator-1"]);
  });

  test("of an older page lift no suspension and return no role", async () => {
    await accounts.changeAccount("account-2", { isSuspended: true }, AN_ACTOR);
    const seen = { seenPlan: A_PLAN.id, seenRole: "operator" };
    const change = { id: "account-2", plan: A_LARGER_PLAN.id, role: "operator", ...seen };
    const only = await post("/console/accounts/change", change, { as: OPERATOR });
    expect(only.notice).toMatchObject({ what: "accountChanged" });
    expect(await accounts.account("account-2")).toMatchObject({
      plan: A_LARGER_PLAN.id,
      role: "account",
      isSuspended: true,
    });
    const seenOnly = { id: "account-1", plan: A_PLAN.id, role: "account", seenPlan: A_PLAN.id };
    const none = { ...seenOnly, seenRole: "account" };
    const { notice } = await post("/console/accounts/change", none, { as: OPERATOR });
    expect(notice).toMatchObject({ what: "accountUnchanged" });
    // The plan that this form changes was changed since.
    const stale = { ...change, plan: "free", seenPlan: "other" };
    expect((await post("/console/accounts/change", stale, { as: OPERATOR })).notice).toEqual({
      kind: "problem",
      form: "account",
      code: "stale",
      values: { plan: "free" },
    });
    expect(await accounts.account("account-2")).toMatchObject({ plan: A_LARGER_PLAN.id });
    await accounts.changeAccount("account-2", { isSuspended: false, plan: A_PLAN.id }, AN_ACTOR);
  });

  test("suspend an account without changing its plan, which is no longer configured", async () => {
    await accounts.createAccount(anAccount("account-4", "gone"), AN_ACTOR);
    const shown = { id: "account-4", plan: A_PLAN.id, role: "account" };
    const suspension = { ...shown, suspended: "on", seenPlan: "gone", seenRole: "account" };
    const { notice } = await post("/console/accounts/change", suspension, { as: OPERATOR });
    expect(notice).toMatchObject({ what: "accountChanged" });
    expect(await accounts.account("account-4")).toMatchObject({ plan: "gone", isSuspended: true });
    const { events } = await accounts.audit({ account: "account-4", offset: 0, limit: 9 });
    expect(events.map(({ action }) => action)).toEqual(["account.suspended", "account.created"]);
    const chosen = { ...suspension, plan: A_LARGER_PLAN.id, seenSuspended: "on" };
    await post("/console/accounts/change", chosen, { as: OPERATOR });
    expect(await accounts.account("account-4")).toMatchObject({ plan: A_LARGER_PLAN.id });
  });

  test("do not let operators remove their own role", async () => {
    const own = { id: "operator-1", plan: A_PLAN.id, seenPlan: A_PLAN.id, seenRole: "operator" };
    for (const fields of [
      { ...own, role: "account" },
      { ...own, role: "operator", suspended: "on" },
    ]) {
      const { notice } = await post("/console/accounts/change", fields, { as: OPERATOR });
      expect(notice).toMatchObject({ what: "ownAccount" });
    }
    const { notice } = await post("/console/accounts/delete", own, { as: OPERATOR });
    expect(notice).toMatchObject({ what: "ownAccount" });
    expect(await accounts.account("operator-1")).toMatchObject({
      role: "operator",
      isSuspended: false,
    });
  });

  test("show an invitation's link once", async () => {
    const fields = { email: "new@example.com", plan: A_PLAN.id, role: "account" };
    const { response, notice } = await post("/console/accounts/invite", fields, { as: OPERATOR });
    expect(response.headers.get("location")).toBe("/console/accounts");
    expect(notice).toMatchObject({ kind: "invitation", path: "/invitation/a-token" });
    const typed = { email: "new", plan: A_LARGER_PLAN.id, role: "operator" };
    const wrong = await post("/console/accounts/invite", typed, { as: OPERATOR });
    expect(wrong.notice).toMatchObject({ kind: "problem", code: "email", values: typed });
  });

  test("revoke a key of any account", async () => {
    await post(
      "/account/keys",
      { ...NEW_KEY, name: "Theirs" },
      {
        as: { ...ONE, accountId: "account-2" },
      },
    );
    const [key] = await keysOf("account-2");
    const fields = { id: key?.id ?? "", name: "Theirs" };
    const { notice } = await post("/console/keys/revoke", fields, { as: OPERATOR });
    expect(notice).toMatchObject({ what: "keyRevoked", name: "Theirs" });
    expect((await keysOf("account-2"))[0]?.state).toBe("revoked");
  });
});

describe("a refused sign-in form", () => {
  test.each([
    ["/api/sign-in", { to: "/console" }, "/sign-in?to=%2Fconsole&problem=throttled"],
    ["/api/sign-up", {}, "/sign-up?problem=throttled"],
    ["/api/invitation", { token: "a-token" }, "/invitation/a-token?problem=throttled"],
  ])("of %s keeps the e-mail, in no URL", async (path, fields, location) => {
    const refuse = async () => ({ problem: "throttled", waitMs: 61_000 }) as const;
    const people = { signIn: refuse, signUp: refuse, accept: refuse, isSignUpOpen: true };
    const response = await ask(
      applicationOf(accountEndpoints({ people: people as never, notices })),
      path,
      {
        fields: { email: "anna@example.com", password: "secret", ...fields },
      },
    );
    expect(response.headers.get("location")).toBe(location);
    const cookie = response.headers.get("set-cookie") ?? "";
    expect(cookie).toContain(`Path=${location.split(/[?]|\/a-token/)[0]}; `);
    expect(notices.read(noticeCookieOf(response), NO_SESSION)).toMatchObject({
      values: { email: "anna@example.com", waitMinutes: "2" },
    });
  });
});

test.each([
  ["/console/keys", "/console/keys"],
  ["/v1/docs", "/v1/docs"],
  ["//evil.example", "/account"],
  ["/\\evil.example", "/account"],
  ["https://evil.example/account", "/account"],
  ["javascript:alert(1)", "/account"],
  ["/account//evil.example", "/account"],
  ["/account/../sign-out", "/account"],
  ["/console\r\nset-cookie: a=b", "/account"],
  ["/account?to=//evil.example", "/account"],
])("who signs in to go to %j goes to %s", async (to, location) => {
  const signIn = async () => ({ problem: null, cookies: [] });
  const application = applicationOf(accountEndpoints({ people: { signIn } as never, notices }));
  const response = await ask(application, "/api/sign-in", {
    fields: { email: "anna@example.com", password: "secret", to },
  });
  expect([response.status, response.headers.get("location")]).toEqual([303, location]);
});

test.each([
  ["password", "changePassword", "passwordChanged"],
  ["email", "changeEmail", "emailChanged"],
])("the %s form reports its result", async (form, method, done) => {
  const change = async (result: object) => {
    const act = vi.fn(async () => result);
    const people = { [method]: act } as never;
    const application = applicationOf(accountEndpoints({ people, notices }), { account: ONE });
    const response = await ask(application, `/account/${form}`, {
      fields: { present: "one password", next: "a new value", id: "another account" },
    });
    expect(act).toHaveBeenCalledWith(
      { principal: ONE, present: "one password" },
      "a new value",
      expect.anything(),
    );
    expect(response.headers.get("location")).toBe("/account#sessions");
    return notices.read(noticeCookieOf(response), ONE.sessionId);
  };
  const typed = form === "email" ? { email: "a new value" } : {};
  expect(await change({ problem: null, cookies: [] })).toMatchObject({ kind: "done", what: done });
  expect(await change({ problem: "throttled", waitMs: 61_000 })).toEqual({
    kind: "problem",
    form,
    code: "throttled",
    values: { ...typed, waitMinutes: "2" },
  });
});

test("who deletes the account is signed out", async () => {
  const people = {
    deleteOwnAccount: async () => ({ problem: null }),
    signOut: async () => ["vitrine-session=; Max-Age=0"],
  };
  const application = applicationOf(accountEndpoints({ people: people as never, notices }), {
    account: ONE,
  });
  const response = await ask(application, "/account/delete", { fields: { present: "a password" } });
  expect(response.headers.get("location")).toBe("/sign-in");
  const cookies = response.headers.getSetCookie();
  expect(cookies[0]).toBe("vitrine-session=; Max-Age=0");
  expect(cookies[1]).toContain("Path=/sign-in");
});
