import pageSubjects from "@/lib/messages/compiled/page-subjects.json";
import scripts from "@/lib/messages/compiled/scripts.json";
import { currentLocale, ENGLISH } from "@/lib/messages/locale";
import { currentContext } from "@/lib/page-bridge";
import { readNonce } from "./read-nonce";

/**
 * Gives a page in another language than English its texts: in the HTML what its first scripts need before
 * hydration, and all others by a script that the browser keeps. The scripts of the pages contain the
 * English texts, which are shown until then.
 */
export async function LocaleScript() {
  const { messages, ...locale } = currentLocale();
  if (locale.tag === ENGLISH.tag) return null;
  const nonce = await readNonce();
  const subjects = subjectsOf(currentContext().target);
  const shown =
    subjects === null
      ? messages
      : Object.fromEntries(subjects.map((subject) => [subject, messages[subject]]));
  const json = JSON.stringify({ ...locale, messages: shown }).replaceAll("<", "\\u003c");
  const name = (scripts as Readonly<Record<string, string>>)[locale.tag];
  return (
    <>
      <script nonce={nonce}>{`globalThis.vitrineLocale=${json}`}</script>
      {subjects !== null && <script async nonce={nonce} src={`/_next/static/messages/${name}`} />}
    </>
  );
}

const { "*": UNKNOWN_PATHS, ...PAGES } = pageSubjects;

/** Literal paths come before patterns that match them too. */
const PATTERNS = Object.entries(PAGES)
  .sort(([a], [b]) => Number(a.includes("[")) - Number(b.includes("[")))
  .map(([path, subjects]) => ({
    pattern: new RegExp(`^${path.replace(/\[\w+\]/g, "[^/]+")}$`),
    subjects,
  }));

/** Null without the front door (`next dev`), where no build has made the script: all are in the HTML. */
function subjectsOf(target: string): readonly string[] | null {
  const path = target.replace(/\?.*$/, "");
  if (path === "") return null;
  return PATTERNS.find(({ pattern }) => pattern.test(path))?.subjects ?? UNKNOWN_PATHS;
}
