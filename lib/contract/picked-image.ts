import type { SlotCrop } from "./crops";
import type { Image } from "./search-answer";
import type { ImageCheck } from "./still-there";

/** Where and when an editor found an image. */
export type Provenance = {
  /** The query string of the search, as in the page's URL; null for an image that no search found. */
  search: string | null;
  /** Its rank in the answer, from 1; null if it is unknown, or no search found the image. */
  rank: number | null;
  /** When the service answered, ISO 8601 in UTC. */
  foundAt: string;
  /** `demo`, `library`, or the host of the remote service. */
  service: string;
};

/** An image that an editor picks, as the answer described it. */
export type PickedImage = Image & { provenance: Provenance };

/** An image in a collection. */
export type SavedImage = PickedImage & {
  /**
   * Signed by the server when the image was saved; with it the server makes new thumbnail URLs at any
   * time. Null if the server could not be reached, or has not shown this image.
   */
  reference: string | null;
  /** The editor's note on the image; may be empty. */
  note: string;
  /** Set when the editor cleared the rights; null if they are not verified. `at` is ISO 8601 in UTC. */
  clearance: { note: string; at: string } | null;
  /** ISO 8601 in UTC. */
  savedAt: string;
  /** What its host said when the editor last asked; absent if the editor never asked. */
  check?: ImageCheck;
  /**
   * How the picture looked when it was saved, or at the first check (`perceptualHash`); absent until
   * it is computed.
   */
  pictureHash?: string;
};

/** An image for credits and exports: picked, or saved with the details of its collection. */
export type ExportedImage = PickedImage &
  Partial<Pick<SavedImage, "reference" | "note" | "clearance" | "savedAt" | "check">> & {
    /** Its crop, in an export for a slot. */
    crop?: SlotCrop;
  };
