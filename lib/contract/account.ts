import type { AnyErrorCode } from "./errors";

/* Accounts, their API keys and the audit log, as the store has them and as pages show them. */

export type Role = "account" | "operator";

export type NewAccount = { id: string; email: string; role: Role; plan: string };
export type Account = NewAccount & { createdAtMs: number; isSuspended: boolean };
export type AccountWithUsage = Account & { usedThisMonth: number; keyCount: number };

export type Invitation = {
  id: string;
  /** For the operator's list. If it is empty, the invited person signs up with any e-mail. */
  email: string;
  role: Role;
  plan: string;
  createdAtMs: number;
  expiresAtMs: number;
};

/** Limits of an API key's name and note. */
export const KEY_NAME_CHARACTERS_MAX = 60;
export const KEY_NOTE_CHARACTERS_MAX = 500;

/** The permission of a key: to search pictures, or to read its account's usage. */
export type Scope = "search" | "usage";

export type ApiKey = {
  id: string;
  account: string;
  name: string;
  /** For people; may be empty. */
  note: string;
  /** The first characters, for people: `vt_live_9f3k`. */
  prefix: string;
  scopes: readonly Scope[];
  /** A search must name one of these hosts, or a subdomain, in `site`. Empty for no restriction. */
  sites: readonly string[];
  createdAtMs: number;
  expiresAtMs: number | null;
  /** To the minute. */
  lastUsedAtMs: number | null;
  /** In the future for a rotated key, which works until this time. */
  revokedAtMs: number | null;
  /** A disabled key counts among its account's keys, and can be enabled again. */
  state: "active" | "disabled" | "expired" | "revoked";
};

/** The counts of a day in UTC; `day` is `YYYY-MM-DD`. */
export type DayUsage = { day: string; searches: number; errors: number };

/** An account's figures of a month, in UTC. */
export type MonthUsage = {
  usedThisMonth: number;
  monthStartsAtMs: number;
  monthEndsAtMs: number;
  /** Start of the first month with complete figures; those of earlier months may be too low. */
  firstMonthStartsAtMs: number;
  nowMs: number;
  /** Every day of the month up to today. */
  days: DayUsage[];
  /** Each day on which a key was used, by day and key. */
  keyDays: KeyDay[];
};

/** `name` is null for a key that is no longer stored. */
export type KeyDay = {
  day: string;
  keyId: string;
  name: string | null;
  searches: number;
  errors: Partial<Record<AnyErrorCode, number>>;
};

export type CountedError = { code: AnyErrorCode; count: number; lastAtMs: number };

/** The events that this version writes to the audit log. A stored log may contain those of other versions. */
export const AUDIT_ACTIONS = [
  "account.created",
  "account.deleted",
  "account.resumed",
  "account.suspended",
  "email.changed",
  "image.rated",
  "invitation.accepted",
  "invitation.created",
  "invitation.withdrawn",
  "key.created",
  "key.disabled",
  "key.enabled",
  "key.renamed",
  "key.revoked",
  "key.rotated",
  "library.scanned",
  "password.changed",
  "password.refused",
  "password.reset",
  "plan.changed",
  "report.dismissed",
  "role.changed",
  "service.resumed",
  "session.ended",
  "session.refused",
  "session.started",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** The facts of an event whose names pages translate. */
export const AUDIT_DETAILS = [
  "account",
  "count",
  "expiresAt",
  "from",
  "invitation",
  "overlap",
  "plan",
  "rating",
  "reason",
  "reasons",
  "role",
  "scopes",
  "successor",
  "to",
] as const;

export type NewAuditEvent = {
  action: AuditAction;
  /** The object of the event: `key:…`, `account:…`. */
  subject: string;
  /** Further facts; never a key, a password or a query. */
  details: Readonly<Record<string, string | number | boolean | null>>;
};
export type AuditEvent = Omit<NewAuditEvent, "action"> & {
  action: string;
  sequence: number;
  atMs: number;
  actor: string;
  from: string;
  /** SHA-256 over the previous event's hash and this event. */
  hash: string;
};
/**
 * `lastHash` depends on every event: an operator who writes it down can later prove that no event was
 * removed from the end. `brokenAt`: the sequence number of the first event that breaks the chain.
 */
export type AuditFinding =
  | { isIntact: true; count: number; lastHash: string }
  | { isIntact: false; count: number; brokenAt: number };

/** The rows of a list to read. */
export type ListPage = { offset: number; limit: number };

/** `usage`: the most searches of this month first. */
export const ACCOUNT_SORTS = ["newest", "email", "usage"] as const;
export type AccountSort = (typeof ACCOUNT_SORTS)[number];

/** `used`: the last used first. */
export const KEY_SORTS = ["newest", "name", "used"] as const;
export type KeySort = (typeof KEY_SORTS)[number];

/** More keys than any plan allows, including keys that ended within the last 90 days. */
export const KEYS_MAX = 2_000;

/** A key with the e-mail of its account. */
export type OwnedKey = ApiKey & { owner: string };

/** What the ids in audit events stand for, by id: an account by its e-mail, a key by its name. */
export type AuditNames = Readonly<Record<string, AuditName>>;
export type AuditName = { kind: "account" | "deleted" | "key"; name: string };
