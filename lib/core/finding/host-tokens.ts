/**
 * Tokens of the index that name the host to credit, so that a search of one site reads only that
 * site's pictures. They have letters and digits only, so two hosts may share one ("a-b.example",
 * "ab.example"): what an index finds by them has to be checked.
 */

/** For a picture of this server, which has no host. */
export const OWN_HOST_TOKEN = "h";

/** Returns the token that a host shares with the hosts below it. */
export function hostToken(host: string): string {
  return `h${host.replace(/[^\p{L}\p{N}]+/gu, "").toLowerCase()}`;
}

/** Returns the tokens of a host and of each domain above it, separated by spaces. */
export function hostTokens(host: string | null): string {
  if (host === null) return OWN_HOST_TOKEN;
  const labels = host.split(".");
  return labels.map((_, first) => hostToken(labels.slice(first).join("."))).join(" ");
}
