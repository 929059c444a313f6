import "server-only";
import pseudo from "./compiled/pseudo.json";
import { ENGLISH, type Locale } from "./locale";

/** Every locale that `VITRINE_LOCALE` may name. `pseudo` is for tests: generated from English. */
export const LOCALES = {
  en: ENGLISH,
  pseudo: { tag: "en-XA", direction: "rtl", messages: pseudo as unknown as Locale["messages"] },
} satisfies Record<string, Locale>;
