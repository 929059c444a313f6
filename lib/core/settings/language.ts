import { LANGUAGE_TAGS, type LanguageTag } from "@/lib/contract/languages";

/**
 * The cookie with the visitor's choice; without it the browser's languages decide. Programs on other ports
 * of a host share its cookies, and `lang` is a common name.
 */
export const LANGUAGE_COOKIE = "vitrine-lang";

/** Returns null for any other text. */
export function parseLanguage(text: string | null | undefined): LanguageTag | null {
  return LANGUAGE_TAGS.find((tag) => tag === text) ?? null;
}
