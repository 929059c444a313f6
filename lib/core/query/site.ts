import { hostNameOfUrl, readWebUrl } from "@/lib/protocol/read-web-url";

/**
 * Reads a bare host name, such as `example.com`, into its ASCII form in lower case.
 *
 * International names become punycode; one trailing dot is removed. Returns null for anything else
 * than a host name: a scheme, port, path, user, address literal, wildcard, or a label that is empty
 * or longer than 63 (RFC 1035 §2.3.4).
 */
export function parseSite(text: string): string | null {
  const trimmed = text.trim().replace(/\.$/, "");
  if (trimmed === "" || trimmed.length > 253 || /[\s/:@?#\\[\]%]/u.test(trimmed)) return null;
  let host: string;
  try {
    host = new URL(`http://${trimmed}/`).hostname;
  } catch {
    return null;
  }
  const labels = host.split(".");
  const isHostName = labels.every((label) => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label));
  const isNumericAddress = /^[0-9]+$/.test(labels.at(-1) ?? "");
  return isHostName && !isNumericAddress && host.length <= 253 ? host : null;
}

/**
 * Returns the host name in a text that a visitor typed or pasted: a bare host name, or the host of a
 * URL. Null if there is none.
 */
export function hostOfText(text: string): string | null {
  const trimmed = text.trim();
  const address = readWebUrl(trimmed);
  return parseSite(address === null ? trimmed : hostNameOfUrl(address));
}
