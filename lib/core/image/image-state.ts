import type { FileValidators, ImageState } from "@/lib/contract/still-there";

/** The answer of an image's host. */
export type HostAnswer =
  | { kind: "image"; movedTo: string | null; validators: FileValidators }
  /** A file that is not an image. */
  | { kind: "other" }
  | { kind: "gone" }
  /** No reliable answer. */
  | { kind: "unknown" };

/** Returns what became of an image; `before` has the validators of an earlier answer, if any. */
export function imageState(answer: HostAnswer, before: FileValidators | null): ImageState {
  if (answer.kind !== "image") {
    const state = answer.kind === "other" ? "changed" : answer.kind;
    return { state, movedTo: null, validators: null };
  }
  const { movedTo, validators } = answer;
  if (movedTo !== null) return { state: "moved", movedTo, validators };
  const isOther = before !== null && isChanged(before, validators);
  return { state: isOther ? "changed" : "there", movedTo, validators };
}

/**
 * Returns whether the validators belong to another file. A different ETag alone does not count while
 * the time of the last change is the same: the servers of one host often have different ETags for one
 * file.
 */
function isChanged(before: FileValidators, now: FileValidators): boolean {
  const differs = (name: keyof FileValidators) =>
    before[name] !== null && now[name] !== null && before[name] !== now[name];
  const isSame = (name: keyof FileValidators) =>
    before[name] !== null && before[name] === now[name];
  if (differs("sizeBytes")) return true;
  if (isSame("etag")) return false;
  return differs("lastModified") || (differs("etag") && !isSame("lastModified"));
}
