import scripts from "@/lib/messages/compiled/scripts.json";
import { currentLocale, ENGLISH } from "@/lib/messages/locale";
import { runScript } from "../run-script";

/** The tags of all locales by their lower case. */
const TAGS = new Map([ENGLISH.tag, ...Object.keys(scripts)].map((tag) => [tag.toLowerCase(), tag]));

/**
 * Shows this page in the locale that a call asks for, or else in a wider one: `en` for `en-GB`. If neither
 * exists, or it cannot be loaded, the page keeps its own. Resolves with whether the locale changed.
 *
 * @param tag BCP 47
 */
export async function showInLocale(tag: string): Promise<boolean> {
  const subtags = tag.toLowerCase().split("-");
  const tags = subtags.map((_, index) => subtags.slice(0, subtags.length - index).join("-"));
  const found = tags.map((each) => TAGS.get(each)).find((each) => each !== undefined);
  if (found === undefined || found === currentLocale().tag) return false;
  const script = (scripts as Readonly<Record<string, string>>)[found];
  if (script === undefined) globalThis.vitrineLocale = undefined;
  // The script sets `vitrineLocale`.
  else if (!(await runScript(`/_next/static/messages/${script}`))) return false;
  const { tag: lang, direction: dir } = currentLocale();
  Object.assign(document.documentElement, { lang, dir });
  return true;
}
