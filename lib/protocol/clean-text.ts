/** Text without a visible character: formatting marks, fillers, blank braille (UAX #44). */
const INVISIBLE = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/**
 * Returns untrusted text as one line that is safe to show as text; empty if nothing of it is visible.
 *
 * Control characters and white space become single spaces. The marks that reorder a line (UAX #9,
 * explicit directional formatting) are removed, so that a name cannot disguise the host beside it.
 * Lone surrogates become U+FFFD. HTML is not parsed or removed. Linear in length.
 */
export function cleanText(text: string): string {
  if (INVISIBLE.test(text)) return "";
  return text
    .replace(/\p{Surrogate}/gu, "\uFFFD")
    .replace(/[\u202A-\u202E\u2066-\u2069\uFEFF]/g, "")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
}

/** Returns the first `charactersMax` code points, so that no surrogate pair is cut. */
export function cutText(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  return [...text.slice(0, charactersMax * 2)].slice(0, charactersMax).join("").trimEnd();
}
