import "server-only";

/**
 * Returns a URL for each host of a database's URL, which may list several, each with its port:
 * `postgres://user:password@host1:5432,host2:5432/database`.
 */
export function urlsOfHosts(url: string): string[] {
  const [, before = "", hosts = "", after = ""] =
    /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/.exec(url) ?? [];
  return hosts.split(",").map((host) => before + host + after);
}
