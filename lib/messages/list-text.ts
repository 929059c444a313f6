import { currentLocale } from "./locale";

/** Texts as the current locale lists them: "a, b, c", "a, b und c". */
export function listText(texts: readonly string[]): string {
  return listFormat().format(texts);
}

/** The beginning of a list, without "and" before its last text. */
export function beginningOfList(texts: readonly string[]): string {
  return new Intl.ListFormat(currentLocale().format, { type: "unit", style: "short" }).format(
    texts,
  );
}

/** For lists whose elements are no texts. */
export function listFormat(): Intl.ListFormat {
  return new Intl.ListFormat(currentLocale().format, { type: "conjunction", style: "narrow" });
}
