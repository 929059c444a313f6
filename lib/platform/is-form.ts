import "server-only";

/** Whether a browser's form sent a request's body, as opposed to a script. */
export function isForm(headers: Headers): boolean {
  return headers.get("content-type")?.startsWith("application/x-www-form-urlencoded") === true;
}
