/** Returns the content of every generated file by its name in `lib/messages/compiled`. */
export function compileMessages(): Map<string, string>;
/** Writes the generated files; leaves equal files alone. */
export function writeMessages(): void;
/** Compiles one message. Throws an error for what `formatParts` (lib/messages/messages.ts) cannot format. */
export function compileMessage(text: string): unknown;
/** A message of `lib/messages/<locale>/<subject>.json`: a text in English, else a translation. */
type Source = string | { en: string; text: string };
/** The texts of a locale by subject and key. */
export function readCatalogue(locale: string): Record<string, Record<string, Source>>;
/** Compares a locale with English; `broken` is what the compiler refuses. Each is a place and a reason. */
export function problemsOf(
  locale: string,
  english: Record<string, Record<string, Source>>,
  own: Record<string, Record<string, Source>>,
): { broken: string[]; missing: string[]; outdated: string[] };
/** The subjects that no script of a browser has. */
export const SERVER_SUBJECTS: readonly string[];
