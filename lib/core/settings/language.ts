import { LANGUAGE_TAGS, type LanguageTag } from "@/lib/contract/languages";

/** The cookie with the visitor's choice; without it the browser's languages decide. Many programs have a cookie `lang`, and hosts share cookies. */
export const LANGUAGE_COOKIE = "vitrine-lang";

/** Returns null for any other text. */
export function parseLanguage(text: string | null | undefined): LanguageTag | null {
  return LANGUAGE_TAGS.find((tag) => tag === text) ?? null;
}
