import type { Plan } from "@/lib/core/limits/plan";

/* Plain data of the account page, from the store of accounts. */

export type UsageView = {
  plan: Plan;
  usedThisMonth: number;
  monthEndsAtMs: number;
  nowMs: number;
  /** Every day of the month up to today; `day` is `YYYY-MM-DD`. */
  days: readonly { day: string; searches: number; errors: number }[];
};

export type KeyView = {
  id: string;
  name: string;
  /** The key's first characters. */
  prefix: string;
  scopes: readonly ("search" | "usage")[];
  sites: readonly string[];
  createdAtMs: number;
  expiresAtMs: number | null;
  lastUsedAtMs: number | null;
  revokedAtMs: number | null;
  state: "active" | "expired" | "revoked";
};

export type KeysView = {
  keys: readonly KeyView[];
  count: number;
  /** How many of all keys are valid. */
  activeCount: number;
  /** From 1. */
  page: number;
  pageCount: number;
};

export type ErrorView = { status: number; count: number; lastAtMs: number };

export type SessionView = {
  id: string;
  isCurrent: boolean;
  createdAtMs: number;
  userAgent: string | null;
};
