/** The id of the note in every page's footer (components/site/site-footer.tsx). */
export const UNLOADED_ID = "unloaded";

/** Says beside `source` that what it opens could not be loaded. */
export function showUnloaded(source: HTMLElement): void {
  document.getElementById(UNLOADED_ID)?.showPopover({ source });
}
