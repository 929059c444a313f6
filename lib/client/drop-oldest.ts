/** Removes the entries that were added first, until `countMax` are left: a tab may stay open for days. */
export function dropOldest<K>(entries: Map<K, unknown>, countMax: number): void {
  for (const key of entries.keys()) {
    if (entries.size <= countMax) return;
    entries.delete(key);
  }
}
