import "server-only";
import { createHmac } from "node:crypto";
import type { AttemptOutcome, AttemptWindow, AuthRecords } from "@/lib/state/auth-records";

const MINUTE_MS = 60_000;

/** Attempts, which all processes of a store count together. */
const LIMITS = {
  /** Of one visitor, for any account: an office may share an IP address. */
  visitor: { limit: 30, windowMs: 15 * MINUTE_MS },
  /** Of one visitor for one account. */
  pair: { limit: 5, windowMs: 15 * MINUTE_MS },
  /** For one account, by any visitors. Higher, because its owner is locked out too. */
  account: { limit: 50, windowMs: 60 * MINUTE_MS },
  /** New accounts, and invitations tried, of one visitor. */
  signUp: { limit: 20, windowMs: 60 * MINUTE_MS },
  /** Refusals that the audit log lists, of all visitors: it keeps every event for good. */
  audit: { limit: 200, windowMs: 60 * MINUTE_MS },
};

export type SignInThrottle = ReturnType<typeof createSignInThrottle>;

/** Creates the limits on guessing passwords. An attempt counts before its password is checked. */
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
    /** Whether a visitor may try a password for an account now. */
    signIn: (visitor: string, email: string): Promise<AttemptOutcome> =>
      records.attempt([
        windowOf("pair", visitor, email),
        windowOf("visitor", visitor),
        windowOf("account", email),
      ]),
    /** The password was right: the visitor's earlier attempts for this account no longer count. */
    succeeded: (visitor: string, email: string): Promise<void> =>
      records.forgetAttempts(windowOf("pair", visitor, email).key),
    /** Whether a visitor may try to make an account now. */
    signUp: (visitor: string): Promise<AttemptOutcome> =>
      records.attempt([windowOf("signUp", visitor)]),
    /** Whether the audit log lists one more refusal; `first-refused`: it says that it lists no more. */
    refusal: (): Promise<AttemptOutcome> => records.attempt([windowOf("audit")]),
  };
}
