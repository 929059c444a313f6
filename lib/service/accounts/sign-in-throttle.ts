import "server-only";
import { createHmac } from "node:crypto";
import type { AttemptDecision, AttemptWindow, AuthRecords } from "@/lib/state/auth-records";
import type { KnownAs } from "./known-browser";

const MINUTE_MS = 60_000;

/** Limits on attempts. All processes of a store count together. */
const LIMITS = {
  /** Per visitor, over all accounts. High, because an office may share an IP address. */
  visitor: { limit: 30, windowMs: 15 * MINUTE_MS },
  /** Per visitor and account. */
  pair: { limit: 5, windowMs: 15 * MINUTE_MS },
  /** Per account, over all visitors whose browser did not sign in to it before. */
  account: { limit: 50, windowMs: 60 * MINUTE_MS },
  /** Per account, over all visitors whose browser did sign in to it before. */
  known: { limit: 50, windowMs: 60 * MINUTE_MS },
  /** New accounts and tried invitations, per visitor. */
  signUp: { limit: 20, windowMs: 60 * MINUTE_MS },
  /** Refusals in the audit log, over all visitors. Limited, because the log is never shortened. */
  audit: { limit: 200, windowMs: 60 * MINUTE_MS },
};

/**
 * Creates the limits on guessing passwords. Counts each attempt before its password is checked. The
 * counts of an account depend on its stored password, so that a new one ends the lock, even if it is
 * set by a command, which has no `secret`.
 */
export function createSignInThrottle({
  records,
  secret,
}: {
  records: Pick<AuthRecords, "attempt" | "forgetAttempts">;
  /** Hides visitors and e-mails from readers of the store. */
  secret: () => string;
}) {
  function windowOf(kind: keyof typeof LIMITS, ...of: readonly string[]): AttemptWindow {
    const name = JSON.stringify(["sign-in", kind, ...of]);
    return { key: createHmac("sha256", secret()).update(name).digest("hex"), ...LIMITS[kind] };
  }

  return {
    /**
     * Whether a visitor may try a password for an account now. `isKnown`: the browser has signed in to
     * it before, so that strangers who try passwords do not keep its owner out.
     */
    signIn: (
      visitor: string,
      { email, passwordHash }: KnownAs,
      { isKnown }: { isKnown: boolean },
    ): Promise<AttemptDecision> =>
      records.attempt([
        windowOf("pair", visitor, email, passwordHash),
        windowOf("visitor", visitor),
        windowOf(isKnown ? "known" : "account", email, passwordHash),
      ]),
    /** Call after a correct password: clears the visitor's earlier attempts for this account. */
    succeeded: (visitor: string, { email, passwordHash }: KnownAs): Promise<void> =>
      records.forgetAttempts(windowOf("pair", visitor, email, passwordHash).key),
    /** Whether a visitor may try to create an account now. */
    signUp: (visitor: string): Promise<AttemptDecision> =>
      records.attempt([windowOf("signUp", visitor)]),
    /** Whether to log one more refusal; `first-refused`: log that no more are logged. */
    refusal: (): Promise<AttemptDecision> => records.attempt([windowOf("audit")]),
  };
}
