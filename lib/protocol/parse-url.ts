/**
 * An address as the WHATWG reads it, or null.
 *
 * In place of `URL.canParse`, which Node 20 gets wrong once it is compiled: it then finds
 * international host names unparsable.
 */
export function parseUrl(text: string, base?: string | URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
