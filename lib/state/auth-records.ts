import "server-only";

/**
 * What the sign-in library keeps (docs/decisions/0041-sign-in-by-better-auth.md): people, passwords
 * and sessions. Its bodies are the library's own; the store only finds them. And the counts of attempts
 * to sign in, which all processes share.
 *
 * Every method is one transaction. Time is the store's own. Every method rejects
 * if the store is unreachable.
 */
export type AuthRecords = {
  /** Adds a record. False: its id or its key is taken. */
  add(record: AuthRecord): Promise<boolean>;
  /** Lists the records that match, without those that have ended; the newest first. */
  find(match: AuthRecordMatch): Promise<AuthRecord[]>;
  /** Replaces the record with this kind and id. False: there is none, or its key is taken. */
  replace(record: AuthRecord): Promise<boolean>;
  /** Deletes the records that match; returns how many had not ended. */
  remove(match: AuthRecordMatch): Promise<number>;
  /** Counts an attempt in every window, unless one of them is full: then it counts in none. */
  attempt(windows: readonly AttemptWindow[]): Promise<AttemptOutcome>;
  /** Empties a window. */
  forgetAttempts(key: string): Promise<void>;
};

/** Attempts of one kind; the first of them starts the window. */
export type AttemptWindow = {
  /** Names what is limited: a digest, because the store holds no visitor's text. */
  key: string;
  /** How many attempts the window allows; at least 1. */
  limit: number;
  windowMs: number;
};

/** `first-refused`: the first that a full window refuses. */
export type AttemptOutcome = "allowed" | "first-refused" | "refused";

export type AuthRecord = {
  kind: AuthRecordKind;
  id: string;
  /** Unique among the records of its kind: a person's e-mail, the digest of a session's token. */
  key: string;
  /** The id of the person that it belongs to; the person's own id for a person. */
  owner: string;
  /** When it ends, in milliseconds since the epoch; null: never. */
  endsAtMs: number | null;
  /** JSON. */
  body: string;
};

/** `password`: the library's "account", one way in which a person signs in. */
export type AuthRecordKind = "person" | "password" | "session";

export type AuthRecordMatch = { kind: AuthRecordKind } & (
  | { id: string }
  | { key: string }
  | { owner: string }
);
