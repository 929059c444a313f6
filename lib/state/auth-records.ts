import "server-only";

/**
 * The records of the sign-in library (docs/decisions/0041-sign-in-by-better-auth.md): people,
 * passwords and sessions. The library defines their bodies; the store only finds them. Also counts
 * attempts to sign in, across all processes.
 *
 * Every method is one transaction. Time is the store's. Every method rejects if the store is
 * unreachable.
 */
export type AuthRecords = {
  /** Adds a record. Returns false if its id or its key is taken. */
  add(record: AuthRecord): Promise<boolean>;
  /** Lists the matching records that have not ended; the newest first. */
  find(match: AuthRecordMatch): Promise<AuthRecord[]>;
  /** Replaces the record with this kind and id. Returns false if there is none, or its key is taken. */
  replace(record: AuthRecord): Promise<boolean>;
  /** Deletes the matching records; returns how many of them had not ended. */
  remove(match: AuthRecordMatch): Promise<number>;
  /** Counts an attempt in every window; if one of them is full, in none. */
  attempt(windows: readonly AttemptWindow[]): Promise<AttemptDecision>;
  /** Empties a window. */
  forgetAttempts(key: string): Promise<void>;
};

/** A limit of attempts; the first attempt starts the window. */
export type AttemptWindow = {
  /** The subject of the limit, as a digest: the store must not contain a visitor's text. */
  key: string;
  /** How many attempts the window allows; at least 1. */
  limit: number;
  windowMs: number;
};

export type AttemptDecision = {
  /** `first-refused`: the first attempt that a full window refuses. */
  outcome: "allowed" | "first-refused" | "refused";
  /** Until every full window has ended; 0 if the attempt is allowed. */
  waitMs: number;
};

export type AuthRecord = {
  kind: AuthRecordKind;
  id: string;
  /** Unique among the records of its kind: a person's e-mail, the digest of a session's token. */
  key: string;
  /** The id of the record's person; a person's own id for a person. */
  owner: string;
  /** When it ends, in milliseconds since the epoch; null if it never ends. */
  endsAtMs: number | null;
  /** JSON. */
  body: string;
};

/** `password`: the library's "account", a way in which a person signs in. */
export type AuthRecordKind = "person" | "password" | "session";

export type AuthRecordMatch = { kind: AuthRecordKind } & (
  | { id: string }
  | { key: string }
  | { owner: string }
);
