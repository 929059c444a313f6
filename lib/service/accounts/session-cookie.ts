import "server-only";
import { createHash } from "node:crypto";

/** Behind https its name begins with `__Secure-`. */
export const SESSION_COOKIE = "vitrine-session";

export const SESSION_SECONDS = 30 * 86_400;

/** Whether a request has a session's cookie, valid or not. */
export function hasSessionCookie(cookie: string): boolean {
  return cookie.includes(`${SESSION_COOKIE}=`);
}

/** The key of a session's record: the digest of its token, which is not kept. */
export function sessionKey(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
