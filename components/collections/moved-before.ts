/**
 * Returns the list with the items of `ids` moved, in that order, before the item `beforeId`, or to
 * the end. If `beforeId` is itself in `ids`, the next item that does not move takes its place.
 */
export function movedBefore<T extends { id: string }>(
  list: readonly T[],
  ids: readonly string[],
  beforeId: string | null,
): T[] {
  const moving = new Set(ids);
  const byId = new Map(list.filter(({ id }) => moving.has(id)).map((item) => [item.id, item]));
  const moved = ids.flatMap((id) => byId.get(id) ?? []);
  const at = beforeId === null ? list.length : list.findIndex(({ id }) => id === beforeId);
  const end = at === -1 ? list.length : at;
  const staysIn = (part: readonly T[]) => part.filter(({ id }) => !moving.has(id));
  return [...staysIn(list.slice(0, end)), ...moved, ...staysIn(list.slice(end))];
}

/** Returns the first item from `beforeId` on that is not in `ids`; null at the end of the list. */
export function unmovedFrom<T extends { id: string }>(
  list: readonly T[],
  ids: readonly string[],
  beforeId: string | null,
): string | null {
  const moving = new Set(ids);
  const at = list.findIndex(({ id }) => id === beforeId);
  return at === -1 ? null : (list.slice(at).find(({ id }) => !moving.has(id))?.id ?? null);
}
