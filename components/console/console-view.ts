/* What the console shows: plain data, from the store of accounts. */

export type Role = "account" | "operator";

export type ConsoleAccount = {
  id: string;
  email: string;
  role: Role;
  plan: string;
  createdAtMs: number;
  isSuspended: boolean;
  usedThisMonth: number;
  keyCount: number;
};

export type ConsolePlan = {
  id: string;
  name: string;
  searchesPerMonth: number;
  requestsPerSecond: number;
  burst: number;
  countMax: number;
  moderate: boolean;
  site: boolean;
  transparent: boolean;
  keysMax: number;
};

export type ConsoleInvitation = {
  id: string;
  /** Empty: the invited person chooses. */
  email: string;
  role: Role;
  plan: string;
  expiresAtMs: number;
};

export type ConsoleKey = {
  id: string;
  /** The e-mail of its account. */
  owner: string;
  name: string;
  prefix: string;
  createdAtMs: number;
  lastUsedAtMs: number | null;
  expiresAtMs: number | null;
  revokedAtMs: number | null;
  state: "active" | "expired" | "revoked";
};

export type ConsoleEvent = {
  sequence: number;
  atMs: number;
  action: string;
  subject: string;
  /** An e-mail, `visitor`, `command` or `system`. */
  actor: string;
  from: string;
  details: Readonly<Record<string, string | number | boolean | null>>;
};

/** One page of a list. */
export type Paged = { page: number; pageCount: number; count: number };

/** The plan of an account; the first if the configuration no longer has it. */
export function planOf(plans: readonly ConsolePlan[], id: string): ConsolePlan | undefined {
  return plans.find((plan) => plan.id === id) ?? plans[0];
}
