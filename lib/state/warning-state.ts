import "server-only";
import type { WebhookFailure } from "@/lib/contract/console";
import type { WarningPercent } from "@/lib/core/limits/warning-percent";

/**
 * The warnings that a search reached 80 or 100 % of a month's limit, and their delivery to the
 * operator's webhook. The transaction that counts the search records them (`recordWarning`).
 *
 * Time is the store's, in milliseconds since the epoch. Every method rejects if the store is
 * unreachable.
 */
export type WarningState = {
  /**
   * Takes the oldest warning that is due, for one attempt; null if none is. Another attempt is due
   * after `leaseMs`, unless `settle` records how this one ended. A warning is due for a day.
   */
  claim(leaseMs: number): Promise<Warning | null>;
  /** Ends an attempt: `problem` says why it failed, for the operator; null if it was delivered. */
  settle(warning: Pick<Warning, "id" | "attempts">, problem: string | null): Promise<void>;
  deliveries(): Promise<Deliveries>;
};

export type Warning = {
  id: string;
  /** A quota belongs to an account, the budget to a service, by its URL. */
  kind: "quota" | "budget";
  subject: string;
  percent: WarningPercent;
  used: number;
  limit: number;
  /** When the month of the count ends. */
  resetsAtMs: number;
  warnedAtMs: number;
  /** How often delivery was attempted, this time included. */
  attempts: number;
};

export type Deliveries = {
  nowMs: number;
  /** Null if no warning was delivered lately. */
  lastAtMs: number | null;
  /** The last attempt, if it failed. It is repeated for a day. */
  failure: WebhookFailure | null;
  /** Warnings of the last day that are not delivered yet. */
  waitingCount: number;
};
