/** A compiled ICU message: a text, or texts and parameters in their order. */
type Compiled = string | readonly Part[];
type Part = string | readonly [parameter: string, arms?: Readonly<Record<string, Compiled>>];

/** A compiled message whose parameters are `P`; null for a message without parameters. */
export type Message<P> = Compiled & { readonly parameters?: P };

type ParametersOf<M> = M extends { readonly parameters?: infer P }
  ? NonNullable<P> extends never
    ? []
    : [parameters: NonNullable<P>]
  : [];

/** The messages of one subject: a message as text, or in parts where a parameter is an element. */
export type Messages<M> = {
  <K extends keyof M>(key: K, ...parameters: ParametersOf<M[K]>): string;
  /** The parts of a message in order, for a page; any parameter may be an element. */
  parts<T>(key: keyof M, parameters: Readonly<Record<string, T>>): (string | T)[];
};

/** The language of this installation; English where none is set. */
export type Locale = {
  /** BCP 47, for `lang` and for `Intl`. */
  tag: string;
  direction: "ltr" | "rtl";
  /** By subject and key; what is missing is shown in English. */
  messages: Readonly<Record<string, Readonly<Record<string, Compiled>>>>;
};

export const ENGLISH: Locale = { tag: "en", direction: "ltr", messages: {} };

/** Next loads pages, routes and programs as separate module graphs; they share only this. */
const shared = globalThis as typeof globalThis & { vitrineLocale?: Locale };

export function currentLocale(): Locale {
  return shared.vitrineLocale ?? ENGLISH;
}

/** Sets the language of this process. In a browser the page does so, before its scripts run. */
export function setLocale(locale: Locale): void {
  shared.vitrineLocale = locale;
}

/** The messages of a subject, in the current locale, by key. */
export function createMessages<M extends Readonly<Record<string, Compiled>>>(
  subject: string,
  english: M,
): Messages<M> {
  const parts = (key: keyof M, parameters: Readonly<Record<string, unknown>> = {}) =>
    formatParts(
      currentLocale().messages[subject]?.[key as string] ?? (english[key] as Compiled),
      parameters,
    );
  return Object.assign(
    (key: keyof M, parameters?: Readonly<Record<string, unknown>>) =>
      parts(key, parameters).join(""),
    { parts },
  ) as unknown as Messages<M>;
}

function formatParts(message: Compiled, parameters: Readonly<Record<string, unknown>>): unknown[] {
  if (typeof message === "string") return [message];
  const { tag } = currentLocale();
  return message.flatMap((part): unknown => {
    if (typeof part === "string") return part;
    const [name, arms] = part;
    const value = parameters[name];
    if (arms === undefined) return typeof value === "number" ? value.toLocaleString(tag) : value;
    const arm = typeof value === "number" ? new Intl.PluralRules(tag).select(value) : String(value);
    return formatParts(arms[arm] ?? arms.other ?? "", parameters);
  });
}
