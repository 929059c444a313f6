/** The query parameters of a view; none is a parameter of a search or of its refinement. */
export const VIEW_PARAMETER_NAMES = ["image"] as const;

/** What the visitor looks at, as in the page's URL. It affects neither search nor refinement. */
export type View = {
  /** The id of the image in the lightbox; null while it is closed. */
  image: string | null;
};

export const NO_VIEW: View = { image: null };

/** Ids are hashes (`Image`), or short names of library pictures. */
const IMAGE_ID = /^[\w-]{1,100}$/;

/** Parses a view from a query string; the inverse of `formatView`. Ignores invalid values. */
export function parseView(parameters: URLSearchParams): View {
  const image = parameters.get("image");
  return image !== null && IMAGE_ID.test(image) ? { image } : NO_VIEW;
}

/** Writes a view into the query string of a page; removes parameters that are not set. */
export function formatView(view: View, parameters: URLSearchParams): void {
  for (const name of VIEW_PARAMETER_NAMES) {
    const value = view[name];
    if (value === null) parameters.delete(name);
    else parameters.set(name, value);
  }
}

/** Returns the query string without its view; the lightbox does not change it. */
export function withoutView(parameters: URLSearchParams): string {
  const rest = new URLSearchParams(parameters);
  formatView(NO_VIEW, rest);
  return rest.toString();
}
