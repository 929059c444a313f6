import "server-only";
import type {
  Account,
  AccountSort,
  AccountWithUsage,
  ApiKey,
  AuditEvent,
  AuditFinding,
  AuditNames,
  CountedError,
  DayUsage,
  Invitation,
  KeySort,
  ListPage,
  MonthUsage,
  NewAccount,
  NewAuditEvent,
  OwnedKey,
  Role,
  Scope,
} from "@/lib/contract/account";
import { DAY_MS } from "@/lib/contract/day-ms";
import type { AnyErrorCode } from "@/lib/contract/errors";
import type { Filters } from "@/lib/contract/search-query";
import type { Plan, PlannedSearch } from "@/lib/core/limits/plan";

/**
 * The shared state of the search service for others: accounts, API keys, usage against plans, and the
 * audit log.
 *
 * Every method is one round trip and one transaction. Time is the store's, in milliseconds since the
 * epoch; months and days are in UTC. A change and its audit event are one transaction. The store
 * contains a digest of each key, never its text. Every method rejects if the store is unreachable.
 */
export type AccountState = {
  /**
   * Decides whether a request with a key is answered, and counts its search if so. A refused request
   * is counted in `errors` only. Concurrent requests share a transaction.
   */
  checkKey(request: KeyRequest): Promise<KeyDecision>;
  /** Uncounts a search that failed on our side (5xx), and counts its error; or one that cost nothing. */
  refund(search: RefundedSearch): Promise<void>;
  /**
   * Counts the error of an allowed or malformed request; its search stays counted. Concurrent errors
   * share a transaction, because no rate limit slows malformed requests.
   */
  recordError(failed: FailedRequest): Promise<void>;

  /** Returns false if the id or the e-mail is taken. E-mails are case-insensitive. */
  createAccount(account: NewAccount, by: Actor): Promise<boolean>;
  /**
   * Changes plan, role or suspension, from the next request on. Null if there is no such account.
   * `stale`, and no change, if a field of `change` is no longer as in `seen`.
   */
  changeAccount(
    id: string,
    change: AccountChange,
    by: Actor,
    seen?: AccountChange,
  ): Promise<Account | "stale" | null>;
  /** Deletes an account with its keys and usage. The audit log shows its e-mail for 90 days more. */
  deleteAccount(id: string, by: Actor): Promise<boolean>;
  /** Returns false if there is no such account, or another has the e-mail. */
  changeEmail(id: string, email: string, by: Actor): Promise<boolean>;
  /**
   * Returns the id of the account that has this e-mail although no invitation named it: it may belong
   * to someone else. Null if there is none, or if it is an operator's.
   */
  uninvited(email: string): Promise<string | null>;
  account(id: string): Promise<Account | null>;
  /**
   * Lists accounts whose e-mail contains `text`, or whose plan has this id, with their searches of this
   * month.
   */
  accounts(list: AccountList): Promise<{ accounts: AccountWithUsage[]; count: number }>;

  /** Stores an invitation for `INVITATION_MS`, by the digest of its token. */
  invite(invitation: NewInvitation, by: Actor): Promise<void>;
  invitations(): Promise<Invitation[]>;
  withdrawInvitation(id: string, by: Actor): Promise<boolean>;
  /** Finds an invitation that is still valid. */
  invitation(tokenDigest: string): Promise<Invitation | null>;
  /**
   * Uses an invitation once: creates its account, with the account itself as the actor. Deletes the
   * account `replaced`, if `uninvited` still returns its id for this e-mail.
   */
  acceptInvitation(
    tokenDigest: string,
    account: { id: string; email: string; from: string; replaced?: string | null },
  ): Promise<InvitationAcceptance>;

  createKey(key: NewKey, by: Actor): Promise<KeyCreation>;
  /** Returns how many keys of all accounts have not ended; disabled keys count, as in a plan. */
  keyCount(): Promise<number>;
  /**
   * Lists an account's keys, or all, whose name, first characters or account's e-mail contain `text`.
   * Ended keys stay in the list for 90 days.
   */
  keys(of: KeyList): Promise<{ keys: OwnedKey[]; count: number }>;
  /**
   * Creates a successor with the same name, scopes, sites and expiry, and returns it. The old key
   * works for `overlapMs` more.
   */
  rotateKey(rotation: KeyRotation, by: Actor): Promise<ApiKey | RotationProblem>;
  /** Returns the changed key; null if the account has no such key, or it has ended. */
  changeKey(id: string, account: string, change: KeyChange, by: Actor): Promise<ApiKey | null>;
  /** Returns the digest of an account's key, for a search by its owner. Null if there is no such key. */
  keyDigest(id: string, account: string): Promise<string | null>;
  /** Returns false if the account has no such key. `account` null means any account, for an operator. */
  revokeKey(id: string, of: { account: string | null }, by: Actor): Promise<boolean>;

  /** Returns an account's figures of the month of `atMs` (null: the present), under its present plan. */
  usage(account: string, atMs: number | null): Promise<AccountUsage>;
  /** Returns the counts of all accounts on each of the last `dayCount` days; the last is today. */
  dailyUsage(dayCount: number): Promise<DayUsage[]>;
  /** Returns an account's refused and failed requests of the last 7 days, by code; the newest first. */
  errors(account: string): Promise<CountedError[]>;

  /** Appends an event that changes nothing in this store, such as a sign-in or a rescan. */
  record(event: NewAuditEvent, by: Actor): Promise<void>;
  /**
   * Lists audit events; the newest first: all, those by and about an account and its keys, or those
   * that contain `text` in the action, the subject, or the name of an account or key.
   */
  audit(list: EventList): Promise<{ events: AuditEvent[]; count: number; names: AuditNames }>;
  /** Verifies the hash chain from the first event to the last. */
  verifyAudit(): Promise<AuditFinding>;
};

export type AccountList = ListPage & { text?: string; sort?: AccountSort };
export type KeyList = ListPage & { account: string | null; text?: string; sort?: KeySort };
export type EventList = ListPage & { account?: string; text?: string };

/** How long an invitation is valid. */
export const INVITATION_MS = 7 * DAY_MS;

/** Settings of one installation; all processes that share a store must use the same. */
export type AccountStateSettings = {
  /** By name; the first plan replaces a plan that is missing here. */
  plans: readonly Plan[];
};

/** The person or program that changes something, for the audit log. */
export type Actor = {
  /** An account's id; `visitor`; `command` for a command of the operator's shell; `system`. */
  id: string;
  /** The network of the actor's IP address (`visitor-ip.ts`), or `local`. */
  from: string;
};

export type KeyRequest = {
  /** HMAC of the key, in hexadecimal. */
  digest: string;
  scope: Scope;
  /** The search to count; null to authenticate only, as for a malformed request or another scope. */
  search: PlannedSearch | null;
};

/**
 * The decision about a request with a key, in this order:
 *
 * - `unknown`, `revoked`, `expired`, `disabled`, `account-suspended`: 401.
 * - `wrong-scope`, `site-not-allowed`: 403.
 * - `not-in-plan`: 402, with the parameter.
 * - `quota`: 429 until the month ends; `rate`: 429.
 * - `allowed`: the search is counted.
 *
 * Quota and rate limit belong to the account: further keys do not add to them.
 */
export type KeyDecision =
  | { outcome: "unknown" | "expired" | "revoked" | "disabled" | "account-suspended" }
  | ({ outcome: "wrong-scope" } & KeyOwner)
  | ({ outcome: "site-not-allowed"; sites: readonly string[] } & KeyOwner)
  | ({
      outcome: "not-in-plan";
      parameter: keyof Filters;
      plan: Plan;
    } & KeyOwner)
  | ({ outcome: "rate"; retryAfterSeconds: number; limits: KeyLimits } & KeyOwner)
  | ({ outcome: "quota"; retryAfterSeconds: number; limits: KeyLimits } & KeyOwner)
  | ({ outcome: "allowed"; countedAtMs: number; limits: KeyLimits } & KeyOwner);

export type KeyOwner = { keyId: string; account: string };

/** For the headers `RateLimit` and `RateLimit-Policy`. */
export type KeyLimits = {
  plan: Plan;
  usedThisMonth: number;
  monthEndsInSeconds: number;
  /** Searches that the rate limit would allow now. */
  burstRemaining: number;
  /** Until the whole burst is available again. */
  burstFullInSeconds: number;
};

export type FailedRequest = KeyOwner & { code: AnyErrorCode };
export type RefundedSearch = KeyOwner & {
  /** Null for a search that did not fail, but cost nothing. */
  code: AnyErrorCode | null;
  countedAtMs: number;
};

export type AccountChange = { plan?: string; role?: Role; isSuspended?: boolean };
export type NewInvitation = Omit<Invitation, "createdAtMs" | "expiresAtMs"> & {
  tokenDigest: string;
};

/** `taken`: the id or the e-mail is; `invalid`: the invitation was used, withdrawn or has expired. */
export type InvitationAcceptance = "accepted" | "taken" | "invalid";

/**
 * `too-many`: the account has as many keys as its plan permits. `sites-not-in-plan`: no search with the
 * key would be permitted.
 */
export type KeyCreation = "created" | "no-account" | "too-many" | "sites-not-in-plan";

/**
 * `no-key`: the account has no such key, or it no longer works. `rotated-before`: it has a successor
 * already. `too-many-to-rotate`: an earlier rotated key still works, beside as many as the plan permits.
 */
export type RotationProblem = "no-key" | "rotated-before" | "too-many-to-rotate";

export type NewKey = Omit<ApiKey, "createdAtMs" | "lastUsedAtMs" | "revokedAtMs" | "state"> & {
  digest: string;
};
/** An absent field stays as it is. */
export type KeyChange = { name?: string; note?: string; isDisabled?: boolean };

export type KeyRotation = {
  id: string;
  account: string | null;
  successor: { id: string; digest: string; prefix: string };
  overlapMs: number;
};

export type AccountUsage = MonthUsage & { plan: Plan };
