/**
 * Returns the most common forms of failures: a status with its code, or an error of the connection,
 * and whether the requests were new searches.
 */
export function formsOf(failures: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const failure of failures) {
    const [, path, what = ""] = /^request \d+, (\S+): (.*)$/s.exec(failure) ?? [];
    const code = /"code":"(\w+)"/.exec(what)?.[1];
    const text = code === undefined ? what.slice(0, 60) : `${what.slice(0, 3)} ${code}`;
    const form = path === "/api/search" ? `${text} (new search)` : text;
    counts.set(form, (counts.get(form) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([, one], [, other]) => other - one).slice(0, 4);
  return sorted.map(([form, count]) => `${count} × ${form}`).join(", ");
}
