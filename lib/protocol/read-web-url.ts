import { parseUrl } from "./parse-url";

const CHARACTERS_MAX = 2048;

/**
 * Returns an absolute http(s) URL as the WHATWG serialises it, or null. A URL that starts
 * with `/`, `//`, `./` or `../` is resolved against `base`, if there is one. Other relative forms
 * are refused, because text such as "null" has that form.
 *
 * A URL with a user or password is refused: browsers hide that part, so it is mostly used to imitate
 * another host. A URL of more than 2,048 characters is refused too, because some browsers, proxies
 * and servers do not accept it.
 */
export function readWebUrl(value: unknown, base: string | null = null): string | null {
  if (typeof value !== "string" || value.length > CHARACTERS_MAX) return null;
  const isRelative = base !== null && /^\s*\.{0,2}[/\\]/.test(value);
  const url = isRelative ? parseUrl(value, base) : parseUrl(value);
  if (url === null) return null;
  const isWeb = url.protocol === "https:" || url.protocol === "http:";
  if (!isWeb || url.username !== "" || url.password !== "") return null;
  return url.href.length <= CHARACTERS_MAX ? url.href : null;
}

/** The host name of a URL that `readWebUrl` returned, in its ASCII form, without a port. */
export function hostNameOfUrl(url: string): string {
  return new URL(url).hostname.replace(/\.$/, "");
}
