import type { SavedImage } from "@/lib/contract/picked-image";
import {
  type FileValidators,
  type ImageCheck,
  STILL_THERE_IMAGES_MAX,
  STILL_THERE_URL,
  type StillThereAnswer,
  type StillThereRequest,
} from "@/lib/contract/still-there";
import { provenImage } from "@/lib/core/proven-image";
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

/** What a check found out about an image, to be saved with it. */
export type CheckedImage = { check: ImageCheck; pictureHash?: string };

/**
 * Asks through this server whether images are still at their hosts, in batches, and compares those that
 * are with how they looked before: a host may say nothing by which a change is noticed.
 *
 * @param onAnswer is called after each batch: by image id, null for an image that this server has not
 *   shown
 * @returns false if a request failed; the images after it were not checked
 * @throws AbortError after `signal`
 */
export async function askStillThere(
  images: readonly Checked[],
  {
    signal,
    onAnswer,
  }: { signal: AbortSignal; onAnswer(checked: Map<string, CheckedImage | null>): void },
): Promise<boolean> {
  const compare = createPictureComparison(signal);
  for (let first = 0; first < images.length; first += STILL_THERE_IMAGES_MAX) {
    const batch = images.slice(first, first + STILL_THERE_IMAGES_MAX);
    const answer = await ask({ images: batch.map(toProven) }, signal);
    if (answer === null) return false;
    const comparisons = await compare(batch.filter((_, i) => answer.images[i]?.state === "there"));
    const at = new Date().toISOString();
    onAnswer(
      new Map(
        batch.map((image, i) => {
          const fate = answer.images[i] ?? null;
          if (fate === null) return [image.id, null];
          const comparison = comparisons.get(image.id);
          const state = comparison?.isOther ? "changed" : fate.state;
          // A host without the image sends none; the next check compares with the last ones it sent.
          const validators = fate.validators ?? knownOf(image);
          const pictureHash = comparison?.isOther === false ? comparison.firstHash : null;
          const check = { ...fate, state, validators, at };
          return [image.id, { check, ...(pictureHash !== null && { pictureHash }) }];
        }),
      ),
    );
  }
  return true;
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
