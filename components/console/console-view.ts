/* Plain data of the console, from the store of accounts. */

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

export type ConsoleInvitation = {
  id: string;
  /** Empty: the invited person chooses an e-mail. */
  email: string;
  role: Role;
  plan: string;
  expiresAtMs: number;
};

export type ConsoleKey = {
  id: string;
  /** The e-mail of the key's account. */
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
