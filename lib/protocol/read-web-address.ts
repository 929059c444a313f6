import { parseUrl } from "./parse-url";

const CHARACTERS_MAX = 2048;

/**
 * An absolute http(s) address in the WHATWG spelling, or null.
 *
 * An address with a user or password is refused: browsers hide that part, so it is mostly used to
 * look like another host. So is one longer than 2,048 characters, which not every browser, proxy
 * and server on the way would carry.
 */
export function readWebAddress(value: unknown): string | null {
  if (typeof value !== "string" || value.length > CHARACTERS_MAX) return null;
  const url = parseUrl(value);
  if (url === null) return null;
  const isWeb = url.protocol === "https:" || url.protocol === "http:";
  if (!isWeb || url.username !== "" || url.password !== "") return null;
  return url.href.length <= CHARACTERS_MAX ? url.href : null;
}

/** The host name of an address that `readWebAddress` gave, in its ASCII form, without a port. */
export function hostNameOf(address: string): string {
  return new URL(address).hostname.replace(/\.$/, "");
}
