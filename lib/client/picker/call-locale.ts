import { currentLocale, type Locale } from "@/lib/messages/locale";

/** Holds the locale, as in the HTML (app/layout.tsx); without one the page is in English. */
const page = globalThis as typeof globalThis & { vitrineLocale?: Locale | undefined };

/** By tag in lower case: every locale that exists. Only English is in the scripts of each page. */
const LOADS: Readonly<Record<string, () => Promise<Locale | undefined>>> = {
  en: async () => undefined,
  "en-xa": async () => (await import("@/lib/messages/pseudo")).PSEUDO,
};

/**
 * Shows this page in the locale that a call asks for, or else in a wider one: `en` for `en-GB`. If neither
 * exists, or it cannot be loaded, the page keeps the installation's.
 *
 * @param tag BCP 47
 */
export async function showInLocale(tag: string): Promise<void> {
  const subtags = tag.toLowerCase().split("-");
  const tags = subtags.map((_, index) => subtags.slice(0, subtags.length - index).join("-"));
  const found = tags.find((each) => Object.hasOwn(LOADS, each));
  if (found === undefined || found === currentLocale().tag.toLowerCase()) return;
  try {
    page.vitrineLocale = await LOADS[found]?.();
  } catch {
    return;
  }
  const { tag: lang, direction: dir } = currentLocale();
  Object.assign(document.documentElement, { lang, dir });
}
