/** The name of an image, or "" where it has no visible character. */
export function visibleName(name: string): string {
  // U+2800 is an empty Braille cell; other invisible letters are "default ignorable".
  return /(?!\p{DI}|\u2800)[\p{L}\p{N}\p{P}\p{S}]/u.test(name) ? name : "";
}
