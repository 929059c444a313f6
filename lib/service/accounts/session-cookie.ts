import "server-only";
import { createHash } from "node:crypto";

const NAME = "vitrine-session";

/**
 * The name of the cookie. Over https the browser accepts it from this host alone, not from a
 * subdomain or over http (RFC 6265bis, "The __Host- Prefix").
 */
export function sessionCookieName(publicUrl: string): string {
  return publicUrl.startsWith("https:") ? `__Host-${NAME}` : NAME;
}

export const SESSION_SECONDS = 30 * 86_400;

/** Whether a request has a session's cookie, valid or not. */
export function hasSessionCookie(cookie: string): boolean {
  return cookie.includes(`${NAME}=`);
}

/** The key of a session's record: the digest of its token, which is not kept. */
export function sessionKey(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
