import { currentLocale } from "./locale";

/** Texts as the current locale lists them: "a, b, c", "a, b und c". */
export function listText(texts: readonly string[]): string {
  return listFormat().format(texts);
}

/** For lists whose elements are no texts. */
export function listFormat(): Intl.ListFormat {
  return new Intl.ListFormat(currentLocale().format, { type: "conjunction", style: "narrow" });
}
