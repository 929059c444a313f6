import { readSetting, saveSetting } from "@/lib/client/saved-setting";

const NAME = "vitrine.note-draft";

/** A note that is being written: a page that is left or reloaded has no time to save it. */
export type NoteDraft = { collectionId: string; imageId: string; note: string };

/** Keeps the draft, or forgets it if it is null. */
export function keepNoteDraft(draft: NoteDraft | null): void {
  saveSetting(NAME, draft && JSON.stringify(draft));
}

/** Returns the draft that a collection's page left, and forgets it; null if there is none. */
export function takeNoteDraft(collectionId: string): NoteDraft | null {
  try {
    const draft: unknown = JSON.parse(readSetting(NAME) ?? "null");
    if (!isDraft(draft) || draft.collectionId !== collectionId) return null;
    keepNoteDraft(null);
    return draft;
  } catch {
    return null;
  }
}

function isDraft(value: unknown): value is NoteDraft {
  const { collectionId, imageId, note } = (value ?? {}) as Partial<
    Record<keyof NoteDraft, unknown>
  >;
  return [collectionId, imageId, note].every((each) => typeof each === "string");
}
