import type { Compiled } from "./locale";

/* Apart from locale.ts, because small scripts need nothing else of it. */

/** The message of a locale other than English; undefined if there is none. */
export function translated(subject: string, key: string): Compiled | undefined {
  return globalThis.vitrineLocale?.messages[subject]?.[key];
}

/** The texts of a subject without parameters, by key; needs less code than `createMessages`. */
export function createTexts<K extends string>(
  subject: string,
  english: Readonly<Record<K, string>>,
): (key: K) => string {
  return (key) => (translated(subject, key) as string | undefined) ?? english[key];
}
