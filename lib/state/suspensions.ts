import "server-only";

/** Calls to a service that are stopped, because of an error of the table with this code. */
export type Suspension = {
  code: string;
  /** Milliseconds since the epoch. */
  suspendedUntilMs: number;
  /** How long it lasts in all; a probe that fails the same way lengthens the next one. */
  durationMs: number;
};

export type Admission =
  /** `probed` is the suspension that this call tests, null if there is none. */
  { isAdmitted: true; probed: Suspension | null } | { isAdmitted: false; suspension: Suspension };

/**
 * Suspended services, by a fingerprint of URL and key, so that another key is asked at once. The
 * state may be lost: one more search is then spent to get the same error.
 */
export type Suspensions = {
  /** The suspension of a service, also one whose time is over and that no call has probed yet. */
  find(service: string): Promise<Suspension | null>;
  /**
   * Admits a call unless the service is suspended. After the suspension's time one caller of all
   * processes is admitted as the probe; the others are refused for `probeMs` more.
   */
  admit(service: string, times: { nowMs: number; probeMs: number }): Promise<Admission>;
  /** Suspends a service; of two suspensions the later end counts. */
  suspend(service: string, suspension: Suspension): Promise<void>;
  /** Ends a suspension. */
  remove(service: string): Promise<void>;
};
