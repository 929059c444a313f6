/** A compiled ICU message: a string, or strings and parameters in order. */
export type Compiled = string | readonly Part[];
export type Part = string | readonly [parameter: string, arms?: Readonly<Record<string, Compiled>>];

/** A language that pages can be shown in. */
export type Locale = {
  /** BCP 47, for `lang`. */
  tag: string;
  /** BCP 47, for `Intl`. */
  format: string;
  direction: "ltr" | "rtl";
  /** By subject and key; missing messages fall back to English. */
  messages: Readonly<Record<string, Readonly<Record<string, Compiled>>>>;
};

/** `Intl` writes the day first, as people outside the United States do. */
export const ENGLISH: Locale = { tag: "en", format: "en-GB", direction: "ltr", messages: {} };

declare global {
  /** Next loads pages, routes and programs as separate module graphs, which share only `globalThis`. */
  var vitrineLocale: Locale | undefined;
}

/**
 * English where no locale is set. In a server this is the locale of the request that is being answered
 * (lib/http/request-locale.ts).
 */
export function currentLocale(): Locale {
  return globalThis.vitrineLocale ?? ENGLISH;
}

/** Sets the language of this process. In a browser, a script of `app/with-texts.tsx` sets it instead. */
export function setLocale(locale: Locale): void {
  globalThis.vitrineLocale = locale;
}
