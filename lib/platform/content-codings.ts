import "server-only";

/** The registered codings that change bytes. */
const CODINGS = /^(?:x-)?(?:gzip|compress)$|^(?:deflate|br|zstd|dcb|dcz)$/;

/**
 * Returns the codings that a `Content-Encoding` names. Leaves out what browsers ignore, and servers
 * send for bodies as they are: "identity", "none", "UTF-8", nothing.
 */
export function contentCodings(header: string | undefined): readonly string[] {
  const names = (header ?? "").toLowerCase().split(",");
  return names.map((name) => name.trim()).filter((name) => CODINGS.test(name));
}
