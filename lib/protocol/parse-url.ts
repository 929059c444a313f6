/** A label that says it is an international name, and has none. */
const EMPTY_A_LABEL = /(?:^|\.)xn--(?:\.|$)/;

/**
 * An address as the WHATWG reads it, or null; null also for the host `xn--`, which Node 20 refuses
 * and Node 24 takes.
 *
 * In place of `URL.canParse`, which Node 20 gets wrong once it is compiled: it then finds
 * international host names unparsable.
 */
export function parseUrl(text: string, base?: string | URL): URL | null {
  try {
    const url = new URL(text, base);
    return EMPTY_A_LABEL.test(url.hostname) ? null : url;
  } catch {
    return null;
  }
}
