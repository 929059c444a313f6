import "server-only";

/** Returns whether a browser's form sent the request, as opposed to a script. */
export function isForm(headers: Headers): boolean {
  return headers.get("content-type")?.startsWith("application/x-www-form-urlencoded") === true;
}
