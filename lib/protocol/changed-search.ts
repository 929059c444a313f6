/** How a word of a query was changed, to find more images. */
export type WordChange = {
  /** `colour`: the word names the image's accent colour. `related`: a synonym or a kind. */
  kind: "corrected" | "colour" | "related";
  /** As typed. */
  from: string;
  to: string;
};

/** How our own service changed a query that found too few images. */
export type ChangedSearch = {
  /**
   * The first `matchCount` images have all words of the query, corrected or as their colour. The
   * others have a synonym or a kind of a word instead.
   */
  matchCount: number;
  /** In the order of the images, each once. */
  changes: WordChange[];
};

/** Another query, which finds images: `count` of them, null for more than 100. */
export type OfferedQuery = { q: string; count: number | null };
