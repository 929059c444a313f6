/**
 * Foreign text as one line that is safe to show as text.
 *
 * Control characters and every kind of white space become single spaces; the marks that reorder
 * a line (UAX #9, explicit directional formatting) go, so that a name can't disguise the host that
 * stands beside it; lone surrogates become U+FFFD. HTML stays what it is: text. Linear in length.
 */
export function cleanText(text: string): string {
  return text
    .replace(/\p{Surrogate}/gu, "\uFFFD")
    .replace(/[\u202A-\u202E\u2066-\u2069\uFEFF]/g, "")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
}

/** The first `charactersMax` characters (code points, so that no surrogate pair is cut). */
export function cutText(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  return [...text.slice(0, charactersMax * 2)].slice(0, charactersMax).join("").trimEnd();
}
