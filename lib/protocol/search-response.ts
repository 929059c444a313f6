/**
 * One element of `value` (the interface, "Image result item") after reading: URLs are absolute
 * http(s), numbers are positive integers, the colour is `#rrggbb`. A field that the service did not
 * send, or that could not be repaired, is null; a missing name is "".
 */
export type ImageItem = {
  imageUrl: string;
  width: number | null;
  height: number | null;
  accentColor: string | null;
  name: string;
  hostUrl: string | null;
};

/** A successful answer (the interface, "Search response"); `value` is in rank order. */
export type SearchResponse = { name: string; value: ImageItem[] };
