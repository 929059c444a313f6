import "server-only";
import { createHash } from "node:crypto";

const NAME = "vitrine-session";

export const sessionCookieName = (publicUrl: string) => hostCookieName(NAME, publicUrl);

/**
 * Returns the full name of a cookie. Over https a browser accepts it only from this host, not from a
 * subdomain or over http (RFC 6265bis, "The __Host- Prefix").
 */
export function hostCookieName(name: string, publicUrl: string): string {
  return publicUrl.startsWith("https:") ? `__Host-${name}` : name;
}

export const SESSION_SECONDS = 30 * 86_400;

/** Whether a request has a session cookie, valid or not. */
export function hasSessionCookie(cookie: string): boolean {
  return cookie.includes(`${NAME}=`);
}

/** Returns the key of a session's record: the digest of its token, which is not stored. */
export function sessionKey(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
