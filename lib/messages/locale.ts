/** A compiled ICU message: a string, or strings and parameters in order. */
export type Compiled = string | readonly Part[];
export type Part = string | readonly [parameter: string, arms?: Readonly<Record<string, Compiled>>];

/** The language of this installation. */
export type Locale = {
  /** BCP 47, for `lang` and for `Intl`. */
  tag: string;
  direction: "ltr" | "rtl";
  /** By subject and key; missing messages fall back to English. */
  messages: Readonly<Record<string, Readonly<Record<string, Compiled>>>>;
};

export const ENGLISH: Locale = { tag: "en", direction: "ltr", messages: {} };

/** Next loads pages, routes and programs as separate module graphs; they share only this object. */
const shared = globalThis as typeof globalThis & { vitrineLocale?: Locale };

/** English where no locale is set. */
export function currentLocale(): Locale {
  return shared.vitrineLocale ?? ENGLISH;
}

/** A number as the current locale writes it. */
export function numberText(value: number): string {
  const { tag } = currentLocale();
  // The first formatter of a page takes 70 ms of a slow phone; few pages need one.
  if (tag === ENGLISH.tag && Number.isInteger(value) && value >= 0 && value < 1000)
    return `${value}`;
  // Making one takes longer than all else that a message needs.
  if (numberFormat?.tag !== tag) numberFormat = { tag, format: new Intl.NumberFormat(tag) };
  return numberFormat.format.format(value);
}

let numberFormat: { tag: string; format: Intl.NumberFormat } | undefined;

/** Sets the language of this process. In a browser the page does so, before its scripts run. */
export function setLocale(locale: Locale): void {
  shared.vitrineLocale = locale;
}

/** The texts of a subject without parameters, by key; needs less code than `createMessages`. */
export function createTexts<K extends string>(
  subject: string,
  english: Readonly<Record<K, string>>,
): (key: K) => string {
  return (key) => (currentLocale().messages[subject]?.[key] as string | undefined) ?? english[key];
}
