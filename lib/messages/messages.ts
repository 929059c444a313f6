import { type Compiled, currentLocale } from "./locale";
import { numberText } from "./number-text";
import { translated } from "./texts";

/** A compiled message whose parameters are `P`; null for a message without parameters. */
export type Message<P> = Compiled & { readonly parameters?: P };

/** Makes a caller pass the parameters of a message, and none where it has none. */
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

/** The messages of a subject, in the current locale, by key. */
export function createMessages<M extends Readonly<Record<string, Compiled>>>(
  subject: string,
  english: M,
): Messages<M> {
  const parts = (key: string, parameters: Readonly<Record<string, unknown>> = {}) =>
    formatParts(translated(subject, key) ?? english[key] ?? key, parameters);
  const format = (...of: Parameters<typeof parts>) => parts(...of).join("");
  return Object.assign(format, { parts }) as unknown as Messages<M>;
}

function formatParts(message: Compiled, parameters: Readonly<Record<string, unknown>>): unknown[] {
  if (typeof message === "string") return [message];
  return message.flatMap((part): unknown => {
    if (typeof part === "string") return part;
    const [name, arms] = part;
    const value = parameters[name];
    const isNumber = typeof value === "number";
    if (arms === undefined) return isNumber ? numberText(value) : value;
    const arm = isNumber
      ? new Intl.PluralRules(currentLocale().format).select(value)
      : String(value);
    return formatParts(arms[`=${value}`] ?? arms[arm] ?? arms.other ?? "", parameters);
  });
}
