import { scryptSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { PASSWORDS } from "@/lib/service/accounts/passwords";
import { createSignInThrottle } from "@/lib/service/accounts/sign-in-throttle";
import { AN_ACTOR } from "@/tests/support/accounts/accounts";
import { A_PASSWORD, peopleOf, SESSION_SECRET } from "@/tests/support/accounts/signed-in";
import { IMPLEMENTATIONS } from "../../conformance/state/implementations";

const ASKER = { visitor: "198.51.100.7", userAgent: "Mozilla/5.0 Firefox/145.0" };
const ANNA = { email: "anna@example.com", password: A_PASSWORD };

const THROTTLED = { problem: "throttled", waitMs: expect.any(Number) };
const JOINING = { ...ANNA, replaces: false };

describe.each(IMPLEMENTATIONS)("$name", ({ create }) => {
  async function setUp(options: Parameters<typeof peopleOf>[1] = {}) {
    const { open } = await create();
    const state = open();
    const { people, accounts } = peopleOf(state, options);
    const records = state.authRecords();
    const invite = async (email = "anna@example.com", role: "account" | "operator" = "account") => {
      const { path } = await people.invite({ email, role, plan: "free" }, AN_ACTOR);
      return path.slice("/invitation/".length);
    };
    const inOtherProcess = () => peopleOf(open(), options).people;
    /** The commands of the operator's shell have no secret. */
    const command = () => peopleOf(open(), { ...options, secret: "" }).people;
    return { accounts, records, people, invite, inOtherProcess, command };
  }

  const cookieOf = (result: { cookies?: readonly string[] }) =>
    new Headers({ cookie: result.cookies?.[0]?.split(";")[0] ?? "" });

  test("an invitation makes one account, which signs in and out", async () => {
    const { people, accounts, invite } = await setUp({ passwords: PASSWORDS });
    expect(await people.isAnyone()).toBe(false);
    const token = await invite("Anna@Example.com", "operator");
    expect(await people.invitation(token)).toMatchObject({ email: "anna@example.com" });
    expect(await people.invitation(`${token}x`)).toBeNull();

    const joined = await people.accept(token, { ...JOINING, email: "" }, ASKER);
    expect(joined).toMatchObject({ problem: null });
    const [cookie = ""] = joined.problem === null ? joined.cookies : [];
    expect(cookie).toMatch(
      /^vitrine-session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const principal = await people.sessionOf(cookieOf(joined as never));
    expect(principal).toMatchObject({ kind: "account", isOperator: true });
    const account = await accounts.account(principal?.accountId ?? "");
    expect(account).toMatchObject({ email: "anna@example.com", role: "operator", plan: "free" });
    expect(await people.isAnyone()).toBe(true);

    expect(await people.invitation(token)).toBeNull();
    expect(await people.accept(token, JOINING, ASKER)).toEqual({ problem: "invitation" });

    const signedIn = await people.signIn({ ...ANNA, email: " ANNA@example.com " }, ASKER);
    const session = cookieOf(signedIn as never);
    expect(await people.sessionOf(session)).toMatchObject({ accountId: principal?.accountId });
    const cleared = await people.signOut(session.get("cookie") ?? "");
    expect(cleared[0]).toMatch(/^vitrine-session=; Max-Age=0/);
    expect(await people.sessionOf(session)).toBeNull();
    expect(await people.sessionOf(cookieOf(joined as never))).not.toBeNull();
  });

  test("sessions are listed with the network they began in, and can be ended", async () => {
    const { people, invite, accounts } = await setUp();
    const first = cookieOf((await people.accept(await invite(), JOINING, ASKER)) as never);
    const second = cookieOf((await people.signIn(ANNA, { ...ASKER, userAgent: null })) as never);
    const third = cookieOf((await people.signIn(ANNA, ASKER)) as never);
    const { accountId = "", sessionId = "" } = (await people.sessionOf(third)) ?? {};
    const sessions = await people.sessions(accountId);
    expect(sessions.map(({ userAgent, from }) => [userAgent, from])).toEqual([
      [ASKER.userAgent, ASKER.visitor],
      [null, ASKER.visitor],
      [ASKER.userAgent, ASKER.visitor],
    ]);
    expect(sessions[0]).toMatchObject({ id: sessionId });
    const by = { id: accountId, from: ASKER.visitor };
    expect(await people.endSession("another", sessionId, by)).toBe(false);
    expect(await people.endSession(accountId, sessions[1]?.id ?? "", by)).toBe(true);
    expect(await people.sessionOf(second)).toBeNull();
    expect(await people.endSessions(accountId, sessionId, by)).toBe(1);
    expect(await people.sessionOf(first)).toBeNull();
    expect(await people.sessionOf(third)).not.toBeNull();
    const { events } = await accounts.audit({ offset: 0, limit: 20 });
    const actions = events.map(({ action }) => action);
    expect(actions.filter((action) => action === "session.started")).toHaveLength(2);
    expect(actions.filter((action) => action === "session.ended")).toHaveLength(2);
    expect(JSON.stringify(events)).not.toContain(A_PASSWORD);
  });

  test("open sign-up is for all visitors, and an e-mail can be taken once", async () => {
    const closed = await setUp();
    expect(await closed.people.signUp(ANNA, ASKER)).toEqual({ problem: "closed" });
    const { people, accounts } = await setUp({ isSignUpOpen: true });
    const results = await Promise.all([people.signUp(ANNA, ASKER), people.signUp(ANNA, ASKER)]);
    expect(results.map(({ problem }) => problem).sort()).toEqual([null, "taken"].sort());
    expect(await people.signUp({ ...ANNA, email: "ANNA@example.com" }, ASKER)).toEqual({
      problem: "taken",
    });
    expect(await accounts.accounts({ offset: 0, limit: 9 })).toMatchObject({ count: 1 });
    expect(await people.signUp({ ...ANNA, email: "no e-mail" }, ASKER)).toEqual({
      problem: "email",
    });
    expect(await people.signUp({ ...ANNA, email: "\0" }, ASKER)).toEqual({ problem: "email" });
    const longEmail = `${"x".repeat(250)}@example.com`;
    expect(await people.signUp({ ...ANNA, email: longEmail }, ASKER)).toEqual({ problem: "email" });
    const short = { email: "bo@example.com", password: "too short" };
    expect(await people.signUp(short, ASKER)).toEqual({ problem: "short-password" });
    const long = { email: "bo@example.com", password: "x".repeat(129) };
    expect(await people.signUp(long, ASKER)).toEqual({ problem: "long-password" });
  });

  test("the store contains neither passwords nor session tokens, but costly hashes of passwords", async () => {
    const { people, records, invite } = await setUp({ passwords: PASSWORDS });
    const joined = await people.accept(await invite(), JOINING, ASKER);
    const cookie = decodeURIComponent(cookieOf(joined as never).get("cookie") ?? "");
    const [, token = ""] = /=([^.]+)\./.exec(cookie) ?? [];
    expect(token.length).toBeGreaterThan(20);
    const { accountId = "" } = (await people.sessionOf(cookieOf(joined as never))) ?? {};
    const [password] = await records.find({ kind: "password", owner: accountId });
    const [salt = "", hash = ""] = JSON.parse(password?.body ?? "").password.split(":");
    const cost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };
    expect(scryptSync(A_PASSWORD, salt, 64, cost).toString("hex")).toBe(hash);
    const kept = JSON.stringify([
      await records.find({ kind: "session", owner: accountId }),
      password,
      await records.find({ kind: "person", id: accountId }),
    ]);
    expect(kept).toContain(ANNA.email);
    expect(kept).not.toContain(token);
    expect(kept).not.toContain(A_PASSWORD);
  });

  test("a forged, truncated or foreign cookie is not a session", async () => {
    const { people, invite } = await setUp();
    const other = await setUp();
    const joined = cookieOf((await people.accept(await invite(), JOINING, ASKER)) as never);
    const cookie = joined.get("cookie") ?? "";
    for (const wrong of [
      "",
      "vitrine-session=",
      "vitrine-session=x.y",
      cookie.slice(0, -6),
      cookie.replace(/\.[^.]+$/, ""),
      cookie.replace("=", "=x"),
    ]) {
      expect(await people.sessionOf(new Headers({ cookie: wrong }))).toBeNull();
    }
    expect(await other.people.sessionOf(joined)).toBeNull();
  });

  test("over https the cookie belongs to this host only", async () => {
    const { people, invite } = await setUp({ publicUrl: "https://gallery.example" });
    const joined = await people.accept(await invite(), JOINING, ASKER);
    const [cookie = ""] = joined.problem === null ? joined.cookies : [];
    expect(cookie).toMatch(
      /^__Host-vitrine-session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(await people.sessionOf(cookieOf(joined as never))).not.toBeNull();
    const plain = new Headers({ cookie: cookie.split(";")[0]?.replace("__Host-", "") ?? "" });
    expect(await people.sessionOf(plain)).toBeNull();
  });

  test("password guessing is blocked after five attempts per visitor and account", async () => {
    const { people, accounts, invite, inOtherProcess } = await setUp();
    await people.accept(await invite(), JOINING, ASKER);
    const wrong = { ...ANNA, password: "not the password" };
    const other = inOtherProcess();
    for (let attempt = 0; attempt < 5; attempt++) {
      const process = attempt % 2 === 0 ? people : other;
      expect(await process.signIn(wrong, ASKER)).toEqual({ problem: "wrong" });
    }
    const refusal = await other.signIn(wrong, ASKER);
    expect(refusal).toEqual(THROTTLED);
    // The window of the five attempts began with the first.
    const waitMs = refusal.problem === "throttled" ? refusal.waitMs : 0;
    expect(waitMs).toBeGreaterThan(14 * 60_000);
    expect(waitMs).toBeLessThanOrEqual(15 * 60_000);
    expect(await people.signIn(wrong, ASKER)).toEqual(THROTTLED);
    expect(await people.signIn(ANNA, ASKER)).toEqual(THROTTLED);
    expect(await people.signIn(ANNA, { ...ASKER, visitor: "203.0.113.9" })).toMatchObject({
      problem: null,
    });
    const unknown = { ...ANNA, email: "unknown@example.com" };
    expect(await people.signIn(unknown, ASKER)).toEqual({ problem: "wrong" });

    const { events } = await accounts.audit({ offset: 0, limit: 30 });
    const refused = events.filter(({ action }) => action === "session.refused").reverse();
    expect(refused.map(({ details }) => details.reason)).toEqual([
      ...Array(5).fill("password"),
      // Recorded once, however many attempts follow.
      "throttled",
      "password",
    ]);
    expect(refused[0]).toMatchObject({ actor: "visitor", from: ASKER.visitor });
    const subjects = new Set(refused.map(({ subject }) => subject));
    expect([...subjects]).toEqual([
      expect.stringMatching(/^account:/),
      expect.stringMatching(/^email:[0-9a-f]{16}$/),
    ]);
    expect(JSON.stringify(events)).not.toMatch(/not the password|example\.com/);
  });

  test("beyond the limit of refusals, the audit log says only that there are more", async () => {
    const { people, accounts, records } = await setUp();
    const throttle = createSignInThrottle({ records, secret: () => SESSION_SECRET });
    for (let refusal = 0; refusal < 200; refusal++) await throttle.refusal();
    const wrong = { ...ANNA, password: "not the password" };
    for (let attempt = 0; attempt < 3; attempt++) await people.signIn(wrong, ASKER);
    const { events } = await accounts.audit({ offset: 0, limit: 9 });
    expect(events).toMatchObject([
      { action: "session.refused", subject: "accounts", details: { reason: "too many to list" } },
    ]);
  });

  test("changing the password ends the other sessions", async () => {
    const { people, accounts, invite } = await setUp();
    await people.accept(await invite(), JOINING, ASKER);
    const [own, other] = [
      cookieOf((await people.signIn(ANNA, ASKER)) as never),
      cookieOf((await people.signIn(ANNA, ASKER)) as never),
    ];
    const session = await people.sessionOf(own);
    if (session === null) throw new Error("no session began");
    const change = (present: string, next: string) =>
      people.changePassword({ principal: session, present }, next, ASKER);
    const next = "another long password";
    expect(await change("not the password", next)).toEqual({ problem: "wrong" });
    expect(await change(A_PASSWORD, "too short")).toEqual({ problem: "short-password" });
    expect(await change(A_PASSWORD, "x".repeat(129))).toEqual({ problem: "long-password" });
    for (const password of ["Qwerty123456", "iloveyou1234", "Sunshine!2026"]) {
      expect(await change(A_PASSWORD, password)).toEqual({ problem: "common-password" });
    }
    expect(await people.sessionOf(other)).not.toBeNull();

    expect(await change(A_PASSWORD, next)).toMatchObject({ problem: null });
    expect(await people.sessionOf(own)).toMatchObject({ sessionId: session.sessionId });
    expect(await people.sessionOf(other)).toBeNull();
    expect(await people.signIn(ANNA, ASKER)).toEqual({ problem: "wrong" });
    expect(await people.signIn({ ...ANNA, password: next }, ASKER)).toMatchObject({
      problem: null,
    });
    const { events } = await accounts.audit({ offset: 0, limit: 30 });
    const actions = events.map(({ action }) => action);
    expect(actions).toContain("password.changed");
    expect(actions).toContain("password.refused");
    expect(JSON.stringify(events)).not.toMatch(/long password|not the password/);

    const guess = () => change("not the password", next);
    for (let attempt = 0; attempt < 5; attempt++) {
      expect(await guess()).toEqual({ problem: "wrong" });
    }
    expect(await guess()).toEqual(THROTTLED);
  });

  test("an international domain may be typed, or sent in ASCII as browsers do", async () => {
    const { people, invite } = await setUp();
    const joined = await people.accept(await invite("Anna@Müller.example"), JOINING, ASKER);
    expect(joined).toMatchObject({ problem: null });
    for (const email of ["anna@müller.example", "anna@xn--mller-kva.example"]) {
      expect(await people.signIn({ ...ANNA, email }, ASKER)).toMatchObject({ problem: null });
    }
  });

  test("a suspended operator has a session, but not an operator's rights", async () => {
    const { people, accounts, invite } = await setUp();
    const joined = await people.accept(await invite("", "operator"), JOINING, ASKER);
    const { accountId = "" } = (await people.sessionOf(cookieOf(joined as never))) ?? {};
    await accounts.changeAccount(accountId, { isSuspended: true }, AN_ACTOR);
    expect(await people.sessionOf(cookieOf(joined as never))).toMatchObject({ isOperator: false });
  });

  test("a new password replaces the old one, and ends every session", async () => {
    const { people, invite } = await setUp();
    const joined = cookieOf((await people.accept(await invite(), JOINING, ASKER)) as never);
    const { accountId = "" } = (await people.sessionOf(joined)) ?? {};
    const password = await people.resetPassword(accountId, ANNA.email, AN_ACTOR);
    expect(await people.sessionOf(joined)).toBeNull();
    expect(await people.signIn(ANNA, ASKER)).toEqual({ problem: "wrong" });
    const again = cookieOf((await people.signIn({ ...ANNA, password }, ASKER)) as never);
    expect(await people.sessionOf(again)).toMatchObject({ accountId });
  });

  test("strangers who try passwords lock out other strangers, not a browser that signed in", async () => {
    const { people, invite, records, command } = await setUp();
    const throttle = createSignInThrottle({ records, secret: () => SESSION_SECRET });
    const lock = async () => {
      const [person] = await records.find({ kind: "person", key: ANNA.email });
      const [record] = await records.find({ kind: "password", owner: person?.id ?? "" });
      const passwordHash = JSON.parse(record?.body ?? "{}").password;
      for (let i = 0; i < 50; i++) {
        const tried = { email: ANNA.email, passwordHash };
        await throttle.signIn(`10.0.${i}.0/24`, tried, { isKnown: false });
      }
    };
    const joined = cookieOf((await people.accept(await invite(), JOINING, ASKER)) as never);
    const { accountId = "" } = (await people.sessionOf(joined)) ?? {};
    const before = await people.signIn(ANNA, ASKER);
    const cookie = before.problem === null ? before.cookies.join("; ") : "";
    await lock();
    expect(await people.signIn(ANNA, ASKER)).toEqual(THROTTLED);
    const forged = cookie.replace(/(vitrine-known=)[0-9a-f]{4}/, "$10000");
    expect(await people.signIn(ANNA, { ...ASKER, cookie: forged })).toEqual(THROTTLED);
    expect(await people.signIn(ANNA, { ...ASKER, cookie })).toMatchObject({ problem: null });
    const bo = { ...ANNA, email: "bo@example.com" };
    expect(await people.signIn(bo, { ...ASKER, cookie })).toEqual({ problem: "wrong" });
    // A new password from the operator ends the lock, and no browser is known any more.
    const password = await command().resetPassword(accountId, ANNA.email, AN_ACTOR);
    expect(await people.signIn({ ...ANNA, password }, ASKER)).toMatchObject({ problem: null });
    await lock();
    expect(await people.signIn({ ...ANNA, password }, { ...ASKER, cookie })).toEqual(THROTTLED);
  });

  test("an invitation replaces an account that another person made with its e-mail", async () => {
    const { people, accounts, invite } = await setUp({ isSignUpOpen: true });
    const taken = cookieOf((await people.signUp(ANNA, ASKER)) as never);
    const token = await invite();
    const own = { ...JOINING, password: "the invited one's password" };
    expect(await people.canReplace(ANNA.email)).toBe(true);
    expect(await people.accept(token, own, ASKER)).toEqual({ problem: "taken" });
    const short = { ...own, replaces: true, password: "too short" };
    expect(await people.accept(token, short, ASKER)).toEqual({ problem: "short-password" });
    expect(await people.sessionOf(taken)).not.toBeNull();

    expect(await people.accept(token, { ...own, replaces: true }, ASKER)).toMatchObject({
      problem: null,
    });
    expect(await people.sessionOf(taken)).toBeNull();
    expect(await people.signIn(ANNA, ASKER)).toEqual({ problem: "wrong" });
    expect(await accounts.accounts({ offset: 0, limit: 9 })).toMatchObject({ count: 1 });
    // An account that was invited stays.
    const again = { ...JOINING, password: "a third person's password", replaces: true };
    expect(await people.canReplace(ANNA.email)).toBe(false);
    expect(await people.accept(await invite(), again, ASKER)).toEqual({ problem: "taken" });
  });

  test("an account has ten sessions at most, and one in each browser", async () => {
    const { people, invite, records } = await setUp();
    const first = cookieOf((await people.accept(await invite(), JOINING, ASKER)) as never);
    const { accountId = "" } = (await people.sessionOf(first)) ?? {};
    const cookie = first.get("cookie") ?? "";
    const again = cookieOf((await people.signIn(ANNA, { ...ASKER, cookie })) as never);
    expect(await people.sessionOf(first)).toBeNull();
    expect(await people.sessions(accountId)).toHaveLength(1);
    for (let i = 0; i < 9; i++) {
      const body = JSON.stringify({ createdAt: new Date().toISOString() });
      const endsAtMs = Date.now() + 60_000;
      const session = { kind: "session", id: `s${i}`, key: `k${i}`, owner: accountId } as const;
      await records.add({ ...session, endsAtMs, body });
    }
    await people.signIn(ANNA, ASKER);
    expect(await people.sessions(accountId)).toHaveLength(10);
    expect(await people.sessionOf(again)).toBeNull();
  });

  test("who changes the e-mail signs in with the new one, which must be free", async () => {
    const { people, accounts, invite } = await setUp();
    await people.accept(await invite("bo@example.com"), { ...JOINING, email: "" }, ASKER);
    const joined = cookieOf((await people.accept(await invite(), JOINING, ASKER)) as never);
    const principal = await people.sessionOf(joined);
    if (principal === null) throw new Error("no session began");
    const change = (present: string, email: string) =>
      people.changeEmail({ principal, present }, email, ASKER);
    expect(await change("not the password", "anna@new.example")).toEqual({ problem: "wrong" });
    expect(await change(A_PASSWORD, "no e-mail")).toEqual({ problem: "email" });
    expect(await change(A_PASSWORD, "\0")).toEqual({ problem: "email" });
    expect(await change(A_PASSWORD, "BO@example.com")).toEqual({ problem: "taken" });
    expect(await change(A_PASSWORD, " Anna@New.example ")).toMatchObject({ problem: null });
    expect(await accounts.account(principal.accountId)).toMatchObject({
      email: "anna@new.example",
    });
    expect(await people.sessionOf(joined)).not.toBeNull();
    expect(await people.signIn(ANNA, ASKER)).toEqual({ problem: "wrong" });
    const renewed = { ...ANNA, email: "anna@new.example" };
    expect(await people.signIn(renewed, ASKER)).toMatchObject({ problem: null });
    // No invitation named the new e-mail.
    expect(await people.canReplace("anna@new.example")).toBe(true);
    expect(await people.canReplace("bo@example.com")).toBe(false);
  });

  test("people delete their own account with its password; operators cannot", async () => {
    const { people, accounts, invite } = await setUp();
    const principalOf = async (role: "account" | "operator", email: string) => {
      const joined = await people.accept(await invite(email, role), { ...JOINING, email }, ASKER);
      const principal = await people.sessionOf(cookieOf(joined as never));
      if (principal === null) throw new Error("no session began");
      return principal;
    };
    const anna = await principalOf("account", ANNA.email);
    const operator = await principalOf("operator", "op@example.com");
    const remove = (principal: typeof anna, present = A_PASSWORD) =>
      people.deleteOwnAccount({ principal, present }, ASKER);
    expect(await remove(anna, "not the password")).toEqual({ problem: "wrong" });
    expect(await remove(operator)).toEqual({ problem: "operator" });
    expect(await remove(anna)).toEqual({ problem: null });
    expect(await accounts.account(anna.accountId)).toBeNull();
    expect(await people.signIn(ANNA, ASKER)).toEqual({ problem: "wrong" });
    expect(await accounts.account(operator.accountId)).not.toBeNull();
  });

  test("a deleted account is signed out, and its e-mail is free", async () => {
    const { people, invite } = await setUp();
    const joined = cookieOf((await people.accept(await invite(), JOINING, ASKER)) as never);
    const { accountId = "" } = (await people.sessionOf(joined)) ?? {};
    expect(await people.deleteAccount(accountId, AN_ACTOR)).toBe(true);
    expect(await people.sessionOf(joined)).toBeNull();
    expect(await people.signIn(ANNA, ASKER)).toEqual({ problem: "wrong" });
    expect(await people.accept(await invite(), JOINING, ASKER)).toMatchObject({ problem: null });
  });
});
