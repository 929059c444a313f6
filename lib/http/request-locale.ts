import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingHttpHeaders } from "node:http";
import Negotiator from "negotiator";
import { LANGUAGE_TAGS } from "@/lib/contract/languages";
import { LANGUAGE_COOKIE, parseLanguage } from "@/lib/core/settings/language";
import type { Locale } from "@/lib/messages/locale";
import { LOCALES } from "@/lib/messages/locales";

const COOKIE = new RegExp(`(?:^|; ?)${LANGUAGE_COOKIE}=([\\w-]+)`);

/** Calls `answer` in the locale of a request. Asynchronous work that it starts keeps the locale. */
export type InLocaleOf = (headers: IncomingHttpHeaders, answer: () => void) => void;

/**
 * Makes `currentLocale` return the locale of the request that is being answered: the visitor's choice,
 * else the best of the browser's languages, else the installation's. Call it once in a process.
 */
export function createRequestLocales(installation: keyof typeof LOCALES): InLocaleOf {
  const locales = new AsyncLocalStorage<Locale>();
  // The module graphs of Next's pages and of this server share only this object.
  Object.defineProperty(globalThis, "vitrineLocale", {
    configurable: true,
    get: () => locales.getStore() ?? LOCALES[installation],
  });
  // The negotiator prefers the earlier of two equally accepted languages.
  const offered = [LOCALES[installation].tag, ...LANGUAGE_TAGS];

  return (headers, answer) => {
    const chosen = parseLanguage(COOKIE.exec(headers.cookie ?? "")?.[1]);
    const tag = chosen ?? new Negotiator({ headers }).language(offered);
    const known = parseLanguage(tag) ?? installation;
    locales.run(LOCALES[known], answer);
  };
}
