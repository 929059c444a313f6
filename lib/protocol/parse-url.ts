/** A label with the prefix of international names and nothing after it. */
const EMPTY_A_LABEL = /(?:^|\.)xn--(?:\.|$)/;

/**
 * Parses a URL by the WHATWG standard. Returns null for an invalid URL, and for the host `xn--`,
 * which Node 20 refuses and Node 24 accepts.
 *
 * It replaces `URL.canParse`: once Node 20 has compiled that function, it refuses international host
 * names.
 */
export function parseUrl(text: string, base?: string | URL): URL | null {
  try {
    const url = new URL(text, base);
    return EMPTY_A_LABEL.test(url.hostname) ? null : url;
  } catch {
    return null;
  }
}
