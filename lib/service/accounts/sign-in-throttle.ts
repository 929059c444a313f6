import "server-only";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

const MINUTE_SECONDS = 60;

/** Attempts; each process counts its own. */
const LIMITS = {
  /** Of one visitor, for any account: an office may share an IP address. */
  visitor: { points: 30, duration: 15 * MINUTE_SECONDS },
  /** Of one visitor for one account. */
  pair: { points: 5, duration: 15 * MINUTE_SECONDS },
  /** For one account, by any visitors. Higher, because its owner is locked out too. */
  account: { points: 50, duration: 60 * MINUTE_SECONDS },
};

/** New accounts, and invitations tried. */
const SIGN_UPS = { points: 20, duration: 60 * MINUTE_SECONDS };

export type SignInThrottle = ReturnType<typeof createSignInThrottle>;

/** Creates the limits on guessing passwords. An attempt counts before its password is checked. */
export function createSignInThrottle() {
  const byVisitor = new RateLimiterMemory(LIMITS.visitor);
  const byPair = new RateLimiterMemory(LIMITS.pair);
  const byAccount = new RateLimiterMemory(LIMITS.account);
  const signUps = new RateLimiterMemory(SIGN_UPS);
  const pairOf = (visitor: string, email: string) => `${visitor} ${email}`;

  return {
    /** Whether a visitor may try a password for an account now. */
    allowsSignIn: async (visitor: string, email: string): Promise<boolean> =>
      (await takes(byPair, pairOf(visitor, email))) &&
      (await takes(byVisitor, visitor)) &&
      (await takes(byAccount, email)),
    /** The password was right: the visitor's earlier attempts for this account count no more. */
    async succeeded(visitor: string, email: string): Promise<void> {
      await byPair.delete(pairOf(visitor, email));
    },
    /** Whether a visitor may try to make an account now. */
    allowsSignUp: (visitor: string): Promise<boolean> => takes(signUps, visitor),
  };
}

async function takes(limiter: RateLimiterMemory, key: string): Promise<boolean> {
  try {
    await limiter.consume(key);
    return true;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return false;
    throw refusal;
  }
}
