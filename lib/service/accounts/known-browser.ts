import "server-only";
import { createHmac } from "node:crypto";
import { isSameSecret } from "@/lib/platform/is-same-secret";
import { hostCookieName } from "./session-cookie";

/*
 * A cookie that a browser gets with each session of an account. It allows nothing but to try the
 * password while attempts of other browsers have locked the account (`createSignInThrottle`). A new
 * password invalidates it.
 */

/** `passwordHash`: as stored; empty for an e-mail without an account. */
export type KnownAs = { email: string; passwordHash: string };

const SECONDS = 400 * 86_400;

const NAME = "vitrine-known";

function proofOf({ email, passwordHash }: KnownAs, secret: string): string {
  return createHmac("sha256", secret)
    .update(JSON.stringify(["known browser", email, passwordHash]))
    .digest("hex");
}

/** Returns the cookie to set. */
export function knownBrowserCookie(
  as: KnownAs,
  { secret, publicUrl }: { secret: string; publicUrl: string },
): string {
  const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
  const value = `${hostCookieName(NAME, publicUrl)}=${proofOf(as, secret)}`;
  return `${value}; Path=/; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${secure}`;
}

/** Whether the cookies of a request have the proof for this account. */
export function isKnownBrowser(cookie: string, as: KnownAs, secret: string): boolean {
  const proofs = [...cookie.matchAll(/vitrine-known=([0-9a-f]{64})(?:;|$)/g)];
  return proofs.some(([, proof = ""]) => isSameSecret(proof, proofOf(as, secret)));
}
