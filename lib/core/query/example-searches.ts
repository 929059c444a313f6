/** Searches that find many images of the demo collection, in the language of its keywords. */
export const EXAMPLE_SEARCHES = ["sea", "mountains", "flowers", "city", "patterns"] as const;
