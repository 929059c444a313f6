import { readSetting, saveSetting } from "@/lib/client/saved-setting";

/** A note that is being written: a page that is left or reloaded has no time to store it. */
export type NoteDraft = { imageId: string; note: string };

const nameOf = (collectionId: string) => `vitrine.note-draft.${collectionId}`;

export function saveNoteDraft(collectionId: string, draft: NoteDraft): void {
  saveSetting(nameOf(collectionId), JSON.stringify(draft));
}

/** Returns the draft of a collection; null if there is none. */
export function readNoteDraft(collectionId: string): NoteDraft | null {
  try {
    const draft: unknown = JSON.parse(readSetting(nameOf(collectionId)) ?? "null");
    return isDraft(draft) ? draft : null;
  } catch {
    return null;
  }
}

/** Deletes the draft of an image; with `note`, only if nothing else was written since. */
export function deleteNoteDraft(collectionId: string, imageId: string, note?: string): void {
  const draft = readNoteDraft(collectionId);
  if (draft?.imageId !== imageId || draft.note !== (note ?? draft.note)) return;
  saveSetting(nameOf(collectionId), null);
}

function isDraft(value: unknown): value is NoteDraft {
  const { imageId, note } = (value ?? {}) as Partial<Record<keyof NoteDraft, unknown>>;
  return typeof imageId === "string" && typeof note === "string";
}
