import { discOf } from "./landscape";
import { LANDSCAPE, type LandscapePalette, type LandscapePaletteName } from "./palettes";

const NUMBERS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];

/** A count as a title says it: "Three". Above nine: "Many". */
export function countWord(count: number): string {
  return NUMBERS[count] ?? "Many";
}

/** "A sailing boat", "Three sailing boats". */
export function counted(count: number, one: string, many = `${one}s`): string {
  if (count === 1) return `${/^[aeiou]/.test(one) ? "An" : "A"} ${one}`;
  return `${countWord(count)} ${many}`;
}

/** The words for a title, with its first letter large and single blanks. */
export function title(...parts: readonly (string | false | undefined)[]): string {
  const text = parts.filter(Boolean).join(" ").replace(/\s+/g, " ").replace(/ ,/g, ",").trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The landscape palette of a variant. Throws a RangeError for a name that is none. */
export function landscapePalette(name: string): LandscapePalette {
  const palette = LANDSCAPE[name as LandscapePaletteName];
  if (!palette) throw new RangeError(`no landscape palette ${name}`);
  return palette;
}

/** Each word once; a light's own words and those of its disc are added. */
export function keywordsOf(
  palette: LandscapePalette | undefined,
  words: readonly (string | false | undefined)[],
  disc: "sun" | "moon" | "none" = "none",
): string[] {
  return [
    ...new Set([
      ...words.filter((word) => typeof word === "string" && word !== ""),
      ...(disc === "none" ? [] : [disc]),
      ...(palette?.keywords ?? []),
      ...(palette && discOf(palette) === "moon" && disc === "moon" ? ["moonlight"] : []),
    ]),
  ] as string[];
}
