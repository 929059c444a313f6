import "server-only";
import { ENGLISH, type Locale } from "./locale";
import { PSEUDO } from "./pseudo";

/** Every locale that `VITRINE_LOCALE` may name. */
export const LOCALES = { en: ENGLISH, pseudo: PSEUDO } satisfies Record<string, Locale>;
