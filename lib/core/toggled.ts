/** The set with or without `id`; the same set where nothing changes. */
export function toggled(
  ids: ReadonlySet<string>,
  id: string,
  isMember: boolean,
): ReadonlySet<string> {
  if (ids.has(id) === isMember) return ids;
  const next = new Set(ids);
  if (isMember) next.add(id);
  else next.delete(id);
  return next;
}
