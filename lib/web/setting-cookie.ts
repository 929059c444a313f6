import "server-only";

const YEAR_SECONDS = 365 * 86_400;

/** The `Set-Cookie` of a setting of this browser, for a year; an empty value deletes the cookie. */
export function settingCookie(name: string, value: string, isSecure: boolean): string {
  const age = value === "" ? 0 : YEAR_SECONDS;
  return `${name}=${value}; Path=/; Max-Age=${age}; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}
