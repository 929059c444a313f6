/** How a word of a query was changed, to find more images. */
export type WordChange = {
  /** `colour`: the image's accent colour, which has no word for it. */
  kind: "corrected" | "omitted" | "related" | "colour";
  /** As typed; an omitted word may have been corrected. */
  from: string;
  /** Null for an omitted word. */
  to: string | null;
};

/** How our own service changed a query that found too few images. */
export type ChangedSearch = {
  /** How many of the images, the first, have all words as typed. */
  asTypedCount: number;
  /** The changes for the other images, in their order, each once. */
  changes: WordChange[];
};
