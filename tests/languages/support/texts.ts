import { readFileSync } from "node:fs";
import type { LanguageTag } from "../../../lib/contract/languages";
import { type Compiled, ENGLISH, type Locale, setLocale } from "../../../lib/messages/locale";
import { createMessages } from "../../../lib/messages/messages";
import { compileMessage, readCatalogue } from "../../../lib/programs/messages.mjs";

type Messages = Locale["messages"];
type Parameters = Readonly<Record<string, string | number>>;

const english = Object.fromEntries(
  Object.entries(readCatalogue("en")).map(([subject, texts]) => [
    subject,
    Object.fromEntries(
      Object.entries(texts).map(([key, text]) => [key, compileMessage(String(text))]),
    ),
  ]),
) as Messages;

function localeOf(tag: LanguageTag): Locale {
  if (tag === "en") return { ...ENGLISH, messages: english };
  const file = new URL(`../../../lib/messages/compiled/${tag}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8"));
}

/** Formats a message of a language: `t("save.title", { count: 3 })`. */
export type Texts = (name: string, parameters?: Parameters) => string;

/** Returns the texts of a language as the product formats them. They throw for what is missing. */
export function textsIn(tag: LanguageTag): Texts {
  const locale = localeOf(tag);
  return (name, parameters = {}) => {
    setLocale(locale);
    const [, subject = "", key = ""] = /^([\w-]+)\.(.+)$/.exec(name) ?? [];
    const messages = locale.messages[subject] ?? {};
    if (messages[key] === undefined) throw new Error(`no message ${name}`);
    const parts: unknown[] = createMessages(subject, messages).parts(key, parameters);
    if (parts.includes(undefined)) throw new Error(`a parameter of ${name} is missing`);
    return parts.join("");
  };
}

/** The texts of a message, with any parameters, as the source of a regular expression. */
function patternOf(message: Compiled): string {
  if (typeof message === "string") return message.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return message
    .map((part) => {
      if (typeof part === "string") return patternOf(part);
      return part[1] === undefined
        ? ".+"
        : `(?:${Object.values(part[1]).map(patternOf).join("|")})`;
    })
    .join("");
}

/** The patterns of all English texts that a language says otherwise. */
export function foreignPatterns(tag: LanguageTag): string[] {
  const patternsOf = (messages: Messages) =>
    Object.values(messages).flatMap((texts) => Object.values(texts).map(patternOf));
  // "Download" may be the word for something else.
  const own = new Set(patternsOf(localeOf(tag).messages));
  const texts = new Set(patternsOf(english).filter((each) => !own.has(each)));
  // With a parameter, short texts would also match those of others.
  return [...texts].filter(
    (each) => !each.includes(".+") || /[A-Za-z]{2,}\W+[A-Za-z]{2,}/.test(each),
  );
}
