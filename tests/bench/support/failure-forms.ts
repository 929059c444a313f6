/**
 * Returns the most common forms of failures: a status with its code, or an error of the connection,
 * with the kind of request: a new search, or the first part of the path.
 */
export function formsOf(failures: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const failure of failures) {
    const [, path = "", what = ""] = /^request \d+, (\S+): (.*)$/s.exec(failure) ?? [];
    const code = /"code":"(\w+)"/.exec(what)?.[1];
    const said = /^\d{3} (?:<|GIF)/.test(what) ? what.slice(0, 3) : what.slice(0, 60);
    const text = code === undefined ? said : `${what.slice(0, 3)} ${code}`;
    const kind = path === "/api/search" ? "new search" : (path.split(/[/?]/)[1] ?? "");
    const form = `${text} (${kind})`;
    counts.set(form, (counts.get(form) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([, one], [, other]) => other - one).slice(0, 4);
  return sorted.map(([form, count]) => `${count} × ${form}`).join(", ");
}
