import "server-only";
import type { LanguageTag } from "@/lib/contract/languages";
import ar from "./compiled/ar.json";
import de from "./compiled/de.json";
import es from "./compiled/es.json";
import fr from "./compiled/fr.json";
import ja from "./compiled/ja.json";
import pseudo from "./compiled/pseudo.json";
import { ENGLISH, type Locale } from "./locale";

/** Every locale that `VITRINE_LOCALE` may name. `pseudo` is for tests: visitors cannot choose it. */
export const LOCALES = {
  en: ENGLISH,
  ar,
  de,
  es,
  fr,
  ja,
  pseudo,
  // TypeScript infers `string` for the directions, and arrays for the parts of messages.
} as unknown as Readonly<Record<LanguageTag | "pseudo", Locale>>;
