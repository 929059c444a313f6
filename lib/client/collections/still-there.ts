import type { SavedImage } from "@/lib/contract/picked-image";
import {
  type FileValidators,
  type ImageCheck,
  STILL_THERE_IMAGES_MAX,
  STILL_THERE_URL,
  type StillThereAnswer,
  type StillThereRequest,
} from "@/lib/contract/still-there";
import { provenImage } from "@/lib/core/image/proven-image";
import { createPictureComparison } from "./compare-pictures";

type Checked = Pick<
  SavedImage,
  | "id"
  | "imageUrl"
  | "hostUrl"
  | "width"
  | "height"
  | "thumbnails"
  | "reference"
  | "check"
  | "pictureHash"
>;

/** The result of checking an image, to be saved with it. */
export type CheckedImage = { check: ImageCheck; pictureHash?: string };

/**
 * Asks through this server whether images are still at their hosts, in batches, and compares the
 * remaining pictures with how they looked before, because a host may send no validators.
 *
 * @param onAnswer is called after each batch: results by image id, null for an unknown image
 * @returns `isComplete`: false after a failed request; `uncomparedCount`: how many images were not
 *   compared, because the server makes no more thumbnails for this visitor
 * @throws AbortError after `signal`
 */
export async function askStillThere(
  images: readonly Checked[],
  {
    signal,
    onAnswer,
  }: { signal: AbortSignal; onAnswer(checked: Map<string, CheckedImage | null>): void },
): Promise<{ isComplete: boolean; uncomparedCount: number }> {
  const compare = createPictureComparison(signal);
  let uncomparedCount = 0;
  for (let first = 0; first < images.length; first += STILL_THERE_IMAGES_MAX) {
    const batch = images.slice(first, first + STILL_THERE_IMAGES_MAX);
    const answer = await ask({ images: batch.map(toProven) }, signal);
    if (answer === null) return { isComplete: false, uncomparedCount };
    const there = batch.filter((_, i) => answer.images[i]?.state === "there");
    const { comparisons, ...compared } = await compare(there);
    uncomparedCount += compared.uncomparedCount;
    const at = new Date().toISOString();
    onAnswer(
      new Map(
        batch.map((image, i) => {
          const found = answer.images[i] ?? null;
          if (found === null) return [image.id, null];
          const comparison = comparisons.get(image.id);
          const state = comparison?.isOther ? "changed" : found.state;
          // A host without the image sends no validators; the next check uses the last known ones.
          const validators = found.validators ?? knownOf(image);
          const pictureHash = comparison?.isOther === false ? comparison.firstHash : null;
          const check = { ...found, state, validators, at };
          return [image.id, { check, ...(pictureHash !== null && { pictureHash }) }];
        }),
      ),
    );
  }
  return { isComplete: true, uncomparedCount };
}

async function ask(body: StillThereRequest, signal: AbortSignal): Promise<StillThereAnswer | null> {
  try {
    const response = await fetch(STILL_THERE_URL, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(body),
      signal,
    });
    return response.ok ? await response.json() : null;
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

function toProven(image: Checked): StillThereRequest["images"][number] {
  return { ...provenImage(image), validators: knownOf(image) };
}

function knownOf({ check }: Checked): FileValidators | null {
  return check?.validators ?? null;
}
