/** The query parameters of a view; none is a parameter of a search or of its refinement. */
const VIEW_PARAMETER_NAMES = ["image"] as const;

/** What the visitor looks at, as in the page's URL. It affects neither search nor refinement. */
export type View = {
  /** The id of the image in the lightbox; null while it is closed. */
  image: string | null;
};

const NO_VIEW: View = { image: null };

/** Ids are hashes (`Image`), or short names of library pictures. */
const IMAGE_ID = /^[\w-]{1,100}$/;

/** Parses a view from a query string; the inverse of `viewQuery`. Ignores invalid values. */
export function parseView(parameters: URLSearchParams): View {
  const image = parameters.get("image");
  return image !== null && IMAGE_ID.test(image) ? { image } : NO_VIEW;
}

/**
 * Returns the query string of a page, with `?` unless it is empty, that shows an image in the lightbox;
 * for null, without the lightbox.
 */
export function viewQuery(page: string | URLSearchParams, image: string | null): string {
  const parameters = new URLSearchParams(page);
  for (const name of VIEW_PARAMETER_NAMES) parameters.delete(name);
  if (image !== null) parameters.set("image", image);
  return parameters.size > 0 ? `?${parameters}` : "";
}
