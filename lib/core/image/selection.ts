/**
 * The images that an editor has selected: an immutable value, the same for results and collections.
 * The functions below return a changed copy, or the same value if nothing changes.
 */
export type Selection = {
  /** In the order in which they were selected. */
  ids: ReadonlySet<string>;
  /** Where a range begins: the image that was selected or deselected last. */
  anchorId: string | null;
};

export const NO_SELECTION: Selection = { ids: new Set(), anchorId: null };

/** Adds `id` if it is not selected; otherwise removes it. */
export function toggled(selection: Selection, id: string): Selection {
  return withMembership(selection, [id], !selection.ids.has(id), id);
}

/** Adds all of `ids`. */
export function selectedAlso(selection: Selection, ids: readonly string[]): Selection {
  return withMembership(selection, ids, true, selection.anchorId);
}

/** Removes all of `ids`. */
export function deselected(selection: Selection, ids: readonly string[]): Selection {
  return withMembership(selection, ids, false, selection.anchorId);
}

/**
 * Selects or deselects the images from the anchor to `id`, in the order on the page, like the anchor,
 * which was selected or deselected last. Without an anchor in `order`, it toggles `id` alone.
 *
 * @param order the ids of the shown images
 */
export function rangeSelected(
  selection: Selection,
  id: string,
  order: readonly string[],
): Selection {
  const { anchorId, ids } = selection;
  const [from, to] = [anchorId === null ? -1 : order.indexOf(anchorId), order.indexOf(id)];
  if (anchorId === null || from === -1 || to === -1) return toggled(selection, id);
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return withMembership(selection, range, ids.has(anchorId), id);
}

/** Deselects the selected images of `shown` and selects the others; other images keep their state. */
export function inverted(selection: Selection, shown: readonly string[]): Selection {
  const others = shown.filter((id) => !selection.ids.has(id));
  return selectedAlso(deselected(selection, shown), others);
}

/** Returns whether all of `ids` are selected; false for an empty list. */
export function areAllSelected({ ids: selected }: Selection, ids: readonly string[]): boolean {
  return ids.length > 0 && ids.every((id) => selected.has(id));
}

function withMembership(
  selection: Selection,
  changed: readonly string[],
  isMember: boolean,
  anchorId: string | null,
): Selection {
  const changes = changed.filter((id) => selection.ids.has(id) !== isMember);
  if (changes.length === 0 && anchorId === selection.anchorId) return selection;
  const ids = new Set(selection.ids);
  for (const id of changes) {
    if (isMember) ids.add(id);
    else ids.delete(id);
  }
  return { ids, anchorId };
}
