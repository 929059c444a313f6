import type { ApiKey } from "@/lib/contract/account";

/** A page of an account's keys. */
export type KeysView = {
  keys: readonly ApiKey[];
  count: number;
  /** How many of all keys are valid; disabled keys are. */
  usableCount: number;
  /** From 1. */
  page: number;
  pageCount: number;
};

export type SessionView = {
  id: string;
  isCurrent: boolean;
  createdAtMs: number;
  userAgent: string | null;
  /** The network that it began in. */
  from: string | null;
};
