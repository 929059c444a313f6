import scripts from "@/lib/messages/compiled/scripts.json";
import { currentLocale, ENGLISH, type Locale } from "@/lib/messages/locale";
import { runScript } from "../run-script";

/** Holds the locale, as app/with-texts.tsx does; without one the page is in English. */
const page = globalThis as typeof globalThis & { vitrineLocale?: Locale | undefined };

/**
 * Shows this page in the locale that a call asks for, or else in a wider one: `en` for `en-GB`. If neither
 * exists, or it cannot be loaded, the page keeps its own. Resolves with whether the locale changed.
 *
 * @param tag BCP 47
 */
export async function showInLocale(tag: string): Promise<boolean> {
  const subtags = tag.toLowerCase().split("-");
  const tags = subtags.map((_, index) => subtags.slice(0, subtags.length - index).join("-"));
  const known: Readonly<Record<string, string>> = scripts;
  const found = tags
    .map((each) => [ENGLISH.tag, ...Object.keys(known)].find((one) => one.toLowerCase() === each))
    .find((each) => each !== undefined);
  if (found === undefined || found === currentLocale().tag) return false;
  if (found === ENGLISH.tag) page.vitrineLocale = undefined;
  // It sets `vitrineLocale`.
  else if (!(await runScript(`/_next/static/messages/${known[found]}`))) return false;
  const { tag: lang, direction: dir } = currentLocale();
  Object.assign(document.documentElement, { lang, dir });
  return true;
}
