/** The languages that a visitor may choose, each by its own name. */
export const LANGUAGES = {
  en: "English",
  ar: "العربية",
  de: "Deutsch",
  es: "Español",
  fr: "Français",
  ja: "日本語",
} as const;

/** BCP 47 */
export type LanguageTag = keyof typeof LANGUAGES;

export const LANGUAGE_TAGS = Object.keys(LANGUAGES) as LanguageTag[];
