import { currentLocale } from "./locale";

/** Texts as the current locale lists them: "a, b, c". */
export function listText(texts: readonly string[]): string {
  return listFormat().format(texts);
}

/** For lists whose elements are no texts. Japanese lists of the type `unit` have no separators. */
export function listFormat(): Intl.ListFormat {
  return new Intl.ListFormat(currentLocale().format, { type: "conjunction", style: "narrow" });
}
