/** The id of the note in every page's footer (components/site/site-footer.tsx). */
export const UNLOADED_ID = "unloaded";

/** Shows a message beside `source` that its content could not be loaded. */
export function showUnloaded(source: HTMLElement): void {
  document.getElementById(UNLOADED_ID)?.showPopover({ source });
}
