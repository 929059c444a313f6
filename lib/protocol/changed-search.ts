/** How a word of a query was changed, to find more images. */
export type WordChange = {
  /** `colour`: the image's accent colour, which has no word for it. `related`: a synonym or a kind. */
  kind: "corrected" | "colour" | "related";
  /** As typed. */
  from: string;
  to: string;
};

/** How our own service changed a query that found too few images. */
export type ChangedSearch = {
  /**
   * How many of the images, the first, have all words of the query, corrected or as a colour. The
   * other images have synonyms or kinds of them.
   */
  matchCount: number;
  /** In the order of the images, each once. */
  changes: WordChange[];
};

/** Another query, which finds images: `count` of them, null for more than 100. */
export type OfferedQuery = { q: string; count: number | null };
