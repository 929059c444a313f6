import "server-only";

/** Why a service is not asked for now. `untilMs` is null when only a change can end it. */
export type Suspension = {
  code: string;
  serviceSaid: string | null;
  untilMs: number | null;
};

/**
 * Services that are not to be asked, by a fingerprint of address and key: another key has a gate of
 * its own. May be lost: then one search more is spent on hearing the same again.
 */
export type Suspensions = {
  /** Null when the gate is open, or its time is over. */
  find(service: string, nowMs: number): Promise<Suspension | null>;
  /** Closes a gate; of two closings the later end counts. */
  close(service: string, gate: Suspension): Promise<void>;
  open(service: string): Promise<void>;
};
