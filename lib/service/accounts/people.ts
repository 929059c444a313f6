import "server-only";
import { createHash, createHmac, randomBytes, randomUUID } from "node:crypto";
import { domainToASCII } from "node:url";
import { z } from "zod";
import type { AccountWithUsage, Invitation, Role } from "@/lib/contract/account";
import type { PasswordProblem } from "@/lib/contract/sign-in-problem";
import type { AccountPrincipal } from "@/lib/platform/http";
import { type AccountState, type Actor, INVITATION_MS } from "@/lib/state/account-state";
import type { AttemptDecision, AuthRecord, AuthRecords } from "@/lib/state/auth-records";
import { isKnownBrowser, type KnownAs, knownBrowserCookie } from "./known-browser";
import { newPasswordProblem } from "./new-password";
import { personRecords } from "./new-person";
import { PASSWORDS, type Passwords } from "./passwords";
import { hasSessionCookie, sessionKey } from "./session-cookie";
import {
  type Credentials,
  type CredentialsProblem,
  createSignInLibrary,
  type SignInLibrary,
} from "./sign-in-library";
import { createSignInThrottle } from "./sign-in-throttle";

/** Why a person was not signed in. */
export type SignInProblem =
  | CredentialsProblem
  | "common-password"
  | "throttled"
  | "invitation"
  | "closed";

/** `cookies`: the values of `Set-Cookie`. */
type Result<P> = { problem: null; cookies: readonly string[] } | Refused<P>;
type Refused<P> = { problem: Exclude<P, "throttled"> } | Throttled;
/** `waitMs`: until another attempt is allowed. */
type Throttled = { problem: "throttled"; waitMs: number };

export type SignInResult = Result<SignInProblem>;

/** A session that changes its account, and its current password. */
type Confirmation = { principal: AccountPrincipal; present: string };

/** The visitor who signs in, as far as the request shows. */
export type Asker = { visitor: string; userAgent: string | null; cookie?: string };

/** A session of an account, for its owner. */
export type SessionEntry = {
  id: string;
  createdAtMs: number;
  expiresAtMs: number;
  userAgent: string | null;
  /** The network that it began in, named as visitors are (lib/http/visitor-ip.ts). */
  from: string | null;
};

export type People = ReturnType<typeof createPeople>;

/** RFC 5321, erratum 1690. */
const EMAIL_CHARACTERS_MAX = 254;

/** E-mails that sign-in accepts, and the `<input type="email">` of browsers: ASCII before the @. */
export const EMAIL = z
  .string()
  .transform(normalisedEmail)
  .pipe(z.email().max(EMAIL_CHARACTERS_MAX));

const TOKEN_BYTES = 32;
const PASSWORD_BYTES = 15;

/** An account's earlier sessions end, so that their list stays short. */
const SESSIONS_MAX = 10;

/** A person without an account is the leftover of a failed sign-up, if it began longer ago. */
const SIGN_UP_MS = 60_000;

/**
 * Creates the use cases of people who sign in. The sign-in library manages persons, passwords and
 * sessions; the account with the same id, in `accounts`, says what a person may do.
 */
export function createPeople({
  accounts,
  records,
  secret,
  publicUrl,
  isSignUpOpen,
  planOfNew,
  passwords = PASSWORDS,
}: {
  accounts: AccountState;
  records: AuthRecords;
  /** Signs the cookies of sessions; the same for every process. */
  secret: () => string;
  publicUrl: string;
  isSignUpOpen: boolean;
  /** The plan of accounts that visitors create themselves. */
  planOfNew: string;
  /** By default the sign-in library's own; tests use cheaper ones. */
  passwords?: Passwords;
}) {
  const throttle = createSignInThrottle({ records, secret });
  let loading: Promise<SignInLibrary> | null = null;

  async function library(): Promise<SignInLibrary> {
    loading ??= createSignInLibrary({ records, secret: secret(), publicUrl, passwords });
    loading.catch(() => {
      loading = null;
    });
    return loading;
  }

  async function removePerson(id: string): Promise<void> {
    await records.remove({ kind: "session", owner: id });
    await records.remove({ kind: "password", owner: id });
    await records.remove({ kind: "person", id });
  }

  /** Removes a person whose sign-up failed halfway, so that the e-mail is free again. */
  async function removeUnfinished(email: string): Promise<void> {
    const [person] = await records.find({ kind: "person", key: email });
    if (person !== undefined) {
      const { createdAt } = JSON.parse(person.body) as { createdAt: string };
      const isOld = Date.now() - Date.parse(createdAt) >= SIGN_UP_MS;
      if (isOld && (await accounts.account(person.id)) === null) await removePerson(person.id);
    }
    await endReplacement(email);
  }

  /** Frees the e-mail of a person, who cannot sign in with it until `endReplacement`. */
  async function beginReplacement(email: string, id: string): Promise<void> {
    const [person] = await records.find({ kind: "person", id });
    if (person !== undefined) await records.replace({ ...person, key: replacedKey(email) });
  }

  /** Removes the replaced person if its account is gone; otherwise gives it the e-mail again. */
  async function endReplacement(email: string): Promise<void> {
    const [person] = await records.find({ kind: "person", key: replacedKey(email) });
    if (person === undefined) return;
    const { email: key } = JSON.parse(person.body) as { email: string };
    if ((await accounts.account(person.id)) === null) await removePerson(person.id);
    else await records.replace({ ...person, key });
  }

  /** Adds to a session's record the network that the session began in. */
  async function locate(token: string, from: string): Promise<void> {
    const [session] = await records.find({ kind: "session", key: sessionKey(token) });
    if (session === undefined) return;
    const body = JSON.stringify({ ...JSON.parse(session.body), from });
    await records.replace({ ...session, body });
  }

  /**
   * Creates a person, then the account with `create`. Removes the person if that fails. `replaced` is
   * the id of an account that has the e-mail, and that `create` deletes.
   */
  async function join(
    credentials: Credentials,
    asker: Asker,
    create: CreateAccount,
    replaced: string | null = null,
  ): Promise<SignInResult> {
    const { password } = credentials;
    const email = normalisedEmail(credentials.email);
    if (email.length > EMAIL_CHARACTERS_MAX) return { problem: "email" };
    const problem = await newPasswordProblem(password);
    if (problem !== null) return { problem };
    await removeUnfinished(email);
    if (replaced === null) return createPerson({ email, password }, asker, create);
    await beginReplacement(email, replaced);
    try {
      return await createPerson({ email, password }, asker, create);
    } finally {
      await endReplacement(email);
    }
  }

  async function createPerson(
    { email, password }: Credentials,
    { visitor, userAgent }: Asker,
    create: CreateAccount,
  ): Promise<SignInResult> {
    const begun = await (await library()).signUp({ email, password }, userAgent);
    if (begun.problem !== null) return begun;
    const outcome = await create(begun.personId, email).catch(async (cause: unknown) => {
      // The store may have created the account before its answer was lost.
      if ((await accounts.account(begun.personId)) === null) await removePerson(begun.personId);
      throw cause;
    });
    if (outcome !== "created") {
      await removePerson(begun.personId);
      return { problem: outcome };
    }
    await locate(begun.token, visitor);
    return { problem: null, cookies: [...begun.cookies, await knownCookie(email)] };
  }

  const knownCookie = async (email: string) =>
    knownBrowserCookie(await knownAs(email), { secret: secret(), publicUrl });

  /** Reads the same for an e-mail without an account, so that the time is the same. */
  async function knownAs(email: string): Promise<KnownAs> {
    const [person] = await records.find({ kind: "person", key: email });
    const [password] = await records.find({ kind: "password", owner: person?.id ?? "" });
    return { email, passwordHash: password === undefined ? "" : hashIn(password) };
  }

  /** Checks the current password of a session's account, as an attempt to sign in. */
  async function confirm(
    { principal: { accountId }, present }: Confirmation,
    visitor: string,
  ): Promise<
    Refused<"wrong" | "throttled"> | { problem: null; email: string; record: AuthRecord }
  > {
    const account = await accounts.account(accountId);
    const [record] = await records.find({ kind: "password", owner: accountId });
    if (account === null || record === undefined) return { problem: "wrong" };
    const email = normalisedEmail(account.email);
    const refused = { action: "password.refused", email, visitor } as const;
    const tried = { email, passwordHash: hashIn(record) };
    // A session is as good as a known browser.
    const throttled = await throttledBy(
      await throttle.signIn(visitor, tried, { isKnown: true }),
      refused,
    );
    if (throttled !== null) return throttled;
    if (!(await passwords.verify({ hash: tried.passwordHash, password: present }))) {
      await recordRefusal({ ...refused, reason: "password" });
      return { problem: "wrong" };
    }
    await throttle.succeeded(visitor, tried);
    return { problem: null, email, record };
  }

  async function throttledBy(
    { outcome, waitMs }: AttemptDecision,
    refused: Omit<PasswordRefusal, "reason">,
  ): Promise<Throttled | null> {
    if (outcome === "allowed") return null;
    if (outcome === "first-refused") await recordRefusal({ ...refused, reason: "throttled" });
    return { problem: "throttled", waitMs };
  }

  /** Counts an attempt to create an account. */
  async function signUpThrottled(visitor: string): Promise<Throttled | null> {
    const { outcome, waitMs } = await throttle.signUp(visitor);
    return outcome === "allowed" ? null : { problem: "throttled", waitMs };
  }

  async function usableInvitation(token: string): Promise<Invitation | null> {
    return token.length > 100 ? null : accounts.invitation(tokenDigest(token));
  }

  return {
    isSignUpOpen,

    /** Returns the account of a session cookie, or null. Suspension ends the operator role. */
    async sessionOf(headers: Pick<Headers, "get">): Promise<AccountPrincipal | null> {
      const cookie = headers.get("cookie") ?? "";
      if (!hasSessionCookie(cookie)) return null;
      const session = await (await library()).session(cookie);
      const account = session && (await accounts.account(session.personId));
      if (session === null || account === null) return null;
      const isOperator = account.role === "operator" && !account.isSuspended;
      return { kind: "account", accountId: account.id, sessionId: session.id, isOperator };
    },

    async signIn({ email: typed, password }: Credentials, asker: Asker): Promise<SignInResult> {
      const { visitor, userAgent } = asker;
      const email = normalisedEmail(typed);
      const refused = { action: "session.refused", email, visitor } as const;
      const cookie = asker.cookie ?? "";
      const tried = await knownAs(email);
      const isKnown = isKnownBrowser(cookie, tried, secret());
      const throttled = await throttledBy(
        await throttle.signIn(visitor, tried, { isKnown }),
        refused,
      );
      if (throttled !== null) return throttled;
      const begun = await (await library()).signIn({ email, password }, userAgent);
      if (begun.problem !== null) {
        await recordRefusal({ ...refused, reason: "password" });
        return { problem: "wrong" };
      }
      await throttle.succeeded(visitor, tried);
      await locate(begun.token, visitor);
      const { personId } = begun;
      const by = { id: personId, from: visitor };
      const subject = `account:${personId}`;
      await accounts.record({ action: "session.started", subject, details: {} }, by);
      // The session that this browser had would stay in the list, with no browser to use it.
      const before = hasSessionCookie(cookie) ? await (await library()).session(cookie) : null;
      const own = await records.find({ kind: "session", owner: personId });
      const surplus = own.filter(({ id }, index) => index >= SESSIONS_MAX || id === before?.id);
      await removeSessions(personId, surplus, by);
      return { problem: null, cookies: [...begun.cookies, await knownCookie(email)] };
    },

    /** Ends the session of a cookie; returns the cookies to set. */
    signOut: async (cookie: string): Promise<readonly string[]> =>
      hasSessionCookie(cookie) ? (await library()).signOut(cookie) : [],

    /** Creates an account for a visitor, if the operator allows that. */
    async signUp(credentials: Credentials, asker: Asker): Promise<SignInResult> {
      if (!isSignUpOpen) return { problem: "closed" };
      const throttled = await signUpThrottled(asker.visitor);
      if (throttled !== null) return throttled;
      return join(credentials, asker, async (id, email) =>
        (await accounts.createAccount(
          { id, email, role: "account", plan: planOfNew },
          { id, from: asker.visitor },
        ))
          ? "created"
          : "taken",
      );
    },

    /** Whether an invitation for an e-mail may replace the account that has it (`accept`). */
    canReplace: async (email: string): Promise<boolean> =>
      (await accounts.uninvited(email)) !== null,

    /** Returns the invitation of a link; null if it was used or withdrawn, or has expired. */
    invitation: usableInvitation,

    /**
     * Creates the account of an invitation, with the invitation's e-mail if it has one. With `replaces`,
     * the same transaction deletes the account of a person who took this e-mail without an invitation.
     */
    async accept(
      token: string,
      { replaces, ...credentials }: Credentials & { replaces: boolean },
      asker: Asker,
    ): Promise<SignInResult> {
      const throttled = await signUpThrottled(asker.visitor);
      if (throttled !== null) return throttled;
      const invitation = await usableInvitation(token);
      if (invitation === null) return { problem: "invitation" };
      const isForEmail = invitation.email !== "";
      const email = isForEmail ? invitation.email : credentials.email;
      const replaced = replaces && isForEmail ? await accounts.uninvited(email) : null;
      const create: CreateAccount = async (id, normal) => {
        const outcome = await accounts.acceptInvitation(tokenDigest(token), {
          id,
          email: normal,
          from: asker.visitor,
          replaced,
        });
        if (outcome === "accepted") return "created";
        return outcome === "taken" ? "taken" : "invitation";
      };
      return join({ ...credentials, email }, asker, create, replaced);
    },

    /** Creates an invitation; `path` is its link on this server, which is shown once. */
    async invite(
      { email, role, plan }: { email: string; role: Role; plan: string },
      by: Actor,
    ): Promise<{ path: string; expiresAtMs: number }> {
      const token = randomBytes(TOKEN_BYTES).toString("base64url");
      const invitation = { id: randomUUID(), email: normalisedEmail(email), role, plan };
      await accounts.invite({ ...invitation, tokenDigest: tokenDigest(token) }, by);
      return { path: `/invitation/${token}`, expiresAtMs: Date.now() + INVITATION_MS };
    },

    /** Returns the sessions of an account, newest first. */
    async sessions(accountId: string): Promise<SessionEntry[]> {
      return (await records.find({ kind: "session", owner: accountId })).map(toEntry);
    },

    /** Ends a session of an account. Returns false if the account has no such session. */
    async endSession(accountId: string, sessionId: string, by: Actor): Promise<boolean> {
      const own = await records.find({ kind: "session", owner: accountId });
      if (!own.some(({ id }) => id === sessionId)) return false;
      await removeSessions(accountId, [{ id: sessionId }], by);
      return true;
    },

    /** Ends the sessions of an account except `exceptId`. Returns how many. */
    endSessions,

    /** Changes the password of a session's account, and ends its other sessions. */
    async changePassword(
      confirmation: Confirmation,
      next: string,
      { visitor }: Pick<Asker, "visitor">,
    ): Promise<Result<PasswordProblem>> {
      const confirmed = await confirm(confirmation, visitor);
      if (confirmed.problem !== null) return confirmed;
      const problem = await newPasswordProblem(next);
      if (problem !== null) return { problem };
      const { record, email } = confirmed;
      const body = { ...JSON.parse(record.body), password: await passwords.hash(next) };
      if (!(await records.replace({ ...record, body: JSON.stringify(body) }))) {
        // The operator has set another meanwhile.
        return { problem: "wrong" };
      }
      const { accountId, sessionId } = confirmation.principal;
      const by = { id: accountId, from: visitor };
      const subject = `account:${accountId}`;
      await accounts.record({ action: "password.changed", subject, details: {} }, by);
      await endSessions(accountId, sessionId, by);
      return { problem: null, cookies: [await knownCookie(email)] };
    },

    /** Changes the e-mail with which a session's account signs in. */
    async changeEmail(
      confirmation: Confirmation,
      typed: string,
      { visitor }: Pick<Asker, "visitor">,
    ): Promise<Result<"wrong" | "throttled" | "email" | "taken">> {
      const confirmed = await confirm(confirmation, visitor);
      if (confirmed.problem !== null) return confirmed;
      const email = normalisedEmail(typed);
      if (!EMAIL.safeParse(email).success) return { problem: "email" };
      const { accountId } = confirmation.principal;
      const by = { id: accountId, from: visitor };
      await removeUnfinished(email);
      const [person] = await records.find({ kind: "person", id: accountId });
      if (person === undefined) return { problem: "wrong" };
      const body = JSON.stringify({ ...JSON.parse(person.body), email });
      if (!(await records.replace({ ...person, key: email, body }))) return { problem: "taken" };
      if (!(await accounts.changeEmail(accountId, email, by))) {
        await records.replace(person);
        return { problem: "taken" };
      }
      return { problem: null, cookies: [await knownCookie(email)] };
    },

    /** Deletes a session's account with its keys, unless it is an operator's. */
    async deleteOwnAccount(
      confirmation: Confirmation,
      { visitor }: Pick<Asker, "visitor">,
    ): Promise<Refused<"wrong" | "throttled" | "operator"> | { problem: null }> {
      const confirmed = await confirm(confirmation, visitor);
      if (confirmed.problem !== null) return confirmed;
      const { accountId } = confirmation.principal;
      // The last operator would leave the server without one.
      if ((await accounts.account(accountId))?.role === "operator") return { problem: "operator" };
      await deleteAccount(accountId, { id: accountId, from: visitor });
      return { problem: null };
    },

    /** Sets a new random password for an account, ends its sessions and its lock; returns the password. */
    async resetPassword(accountId: string, email: string, by: Actor): Promise<string> {
      const password = randomBytes(PASSWORD_BYTES).toString("base64url");
      await removeUnfinished(email);
      const [before] = await records.find({ kind: "password", owner: accountId });
      const passwordId = before?.id ?? randomUUID();
      // Each step leaves an account that the next reset can mend.
      const person = { id: accountId, email, password, passwordId };
      for (const record of await personRecords(person, passwords)) {
        if ((await records.replace(record)) || (await records.add(record))) continue;
        throw new Error("the e-mail belongs to another person");
      }
      await records.remove({ kind: "session", owner: accountId });
      const subject = `account:${accountId}`;
      await accounts.record({ action: "password.reset", subject, details: {} }, by);
      return password;
    },

    /** Deletes an account with its person and sessions. Returns false if there is none. */
    deleteAccount,

    /** Whether any account exists. */
    async isAnyone(): Promise<boolean> {
      const { count } = await accounts.accounts({ offset: 0, limit: 1 });
      return count > 0;
    },
  };

  async function endSessions(
    accountId: string,
    exceptId: string | null,
    by: Actor,
  ): Promise<number> {
    const own = await records.find({ kind: "session", owner: accountId });
    const ended = own.filter(({ id }) => id !== exceptId);
    await removeSessions(accountId, ended, by);
    return ended.length;
  }

  async function removeSessions(
    accountId: string,
    ended: readonly Pick<AuthRecord, "id">[],
    by: Actor,
  ): Promise<void> {
    for (const { id } of ended) await records.remove({ kind: "session", id });
    if (ended.length === 0) return;
    const details = { count: ended.length };
    await accounts.record(
      { action: "session.ended", subject: `account:${accountId}`, details },
      by,
    );
  }

  async function deleteAccount(id: string, by: Actor): Promise<boolean> {
    await removePerson(id);
    return accounts.deleteAccount(id, by);
  }

  /** Records a refused password, under the account's id or a digest of the e-mail typed. */
  async function recordRefusal({ action, reason, email, visitor }: PasswordRefusal): Promise<void> {
    const { outcome } = await throttle.refusal();
    if (outcome === "refused") return;
    const by = { id: "visitor", from: visitor };
    if (outcome === "first-refused") {
      const details = { reason: "too many to list" };
      await accounts.record({ action, subject: "accounts", details }, by);
      return;
    }
    const [person] = await records.find({ kind: "person", key: email });
    const subject = person === undefined ? `email:${emailDigest(email)}` : `account:${person.id}`;
    await accounts.record({ action, subject, details: { reason } }, by);
  }

  /** Returns a digest: equal for equal e-mails, and of no use without the secret. */
  function emailDigest(email: string): string {
    return createHmac("sha256", secret()).update(email).digest("hex").slice(0, 16);
  }
}

type CreateAccount = (id: string, email: string) => Promise<"created" | "taken" | "invitation">;

type PasswordRefusal = {
  action: "session.refused" | "password.refused";
  reason: "password" | "throttled";
  /** As `normalisedEmail` returns it. */
  email: string;
  visitor: string;
};

/**
 * The library compares e-mails in lower case; PostgreSQL cannot store NUL. Some browsers send the ASCII
 * form of an international domain, others the domain as it was typed.
 */
export function normalisedEmail(email: string): string {
  const typed = email.replaceAll("\0", "").trim().toLowerCase();
  return typed.replace(/(?<=@)[^@]*\P{ASCII}[^@]*$/u, (domain) => domainToASCII(domain) || domain);
}

/** Returns the account of an e-mail as a person types it; null if there is none. */
export async function accountOfEmail(
  accounts: Pick<AccountState, "accounts">,
  typed: string,
): Promise<AccountWithUsage | null> {
  const text = normalisedEmail(typed);
  const list = { text, offset: 0, limit: Number.MAX_SAFE_INTEGER };
  const { accounts: found } = await accounts.accounts(list);
  return found.find(({ email }) => email.toLowerCase() === text) ?? null;
}

/** Returns the key of a person whose e-mail an invitation is taking over: not an e-mail. */
function replacedKey(email: string): string {
  return `replaced ${email}`;
}

/** Returns the hash in the record of a password. */
function hashIn({ body }: AuthRecord): string {
  return (JSON.parse(body) as { password: string }).password;
}

function tokenDigest(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

function toEntry({ id, body, endsAtMs }: AuthRecord): SessionEntry {
  const { createdAt, userAgent, from } = JSON.parse(body) as {
    createdAt: string;
    userAgent?: string | null;
    from?: string;
  };
  return {
    id,
    createdAtMs: Date.parse(createdAt),
    expiresAtMs: endsAtMs ?? 0,
    userAgent: userAgent || null,
    from: from ?? null,
  };
}
