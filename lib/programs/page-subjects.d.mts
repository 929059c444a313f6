/**
 * Returns the subjects of `lib/messages` that the first scripts of each page need, by its folder in `app` as a
 * path (`*` for unknown paths), and all subjects that reach a browser.
 */
export function findPageSubjects(root: string): {
  pages: Record<string, string[]>;
  browser: string[];
};
