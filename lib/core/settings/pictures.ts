/** How a browser gets pictures: through this server, the same but only after a click, or from their hosts. */
export const PICTURE_MODES = ["server", "click", "direct"] as const;

export type PictureMode = (typeof PICTURE_MODES)[number];

/** The cookies with the choices, so that the server's HTML requests no picture that they forbid. */
export const PICTURES_COOKIE = "pictures";
export const BLUR_COOKIE = "blur";

/** How this browser gets and shows pictures. */
export type PictureSettings = {
  mode: PictureMode;
  /** Whether pictures that moderate safe search found are blurred until they are revealed. */
  isBlurred: boolean;
  /** Whether the browser asked for less data (`Save-Data`). */
  savesData: boolean;
};

/**
 * Parses the cookie; returns `server` for a missing or damaged one.
 *
 * @param mayBeDirect the operator allows browsers to request pictures from their hosts
 */
export function parsePictureMode(text: string | undefined, mayBeDirect: boolean): PictureMode {
  const mode = PICTURE_MODES.find((each) => each === text) ?? "server";
  return mode === "direct" && !mayBeDirect ? "server" : mode;
}

/** Whether a picture is covered until it is revealed. `isModerate`: moderate safe search found it. */
export function coversPicture(
  { mode, isBlurred }: Pick<PictureSettings, "mode" | "isBlurred">,
  isModerate: boolean,
): boolean {
  return mode === "click" || (isBlurred && isModerate);
}

/** Whether the query string of a search asks for moderate safe search; false for null. */
export function isModerateSearch(search: string | null): boolean {
  return new URLSearchParams(search ?? "").get("safesearch") === "moderate";
}
