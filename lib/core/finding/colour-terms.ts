import type { ColourName } from "../colour/named-colour";

/** Words for the colours that pictures are sorted by, in English and German. */
const WORDS: Record<ColourName, string> = {
  red: "red scarlet crimson ruby rot rote roter rotes roten",
  orange: "orange",
  brown: "brown braun braune brauner braunes braunen",
  yellow: "yellow golden gelb gelbe gelber gelbes gelben",
  green: "green emerald grun grune gruner grunes grunen",
  teal: "teal turquoise cyan turkis",
  blue: "blue azure blau blaue blauer blaues blauen",
  purple: "purple violet lilac lila violett",
  pink: "pink rosa",
  white: "white weiss weisse weisser weisses weissen",
  grey: "grey gray grau graue grauer graues grauen",
  black: "black schwarz schwarze schwarzer schwarzes schwarzen",
};

const COLOURS = new Map(
  Object.entries(WORDS).flatMap(([colour, words]) =>
    words.split(" ").map((word): [string, ColourName] => [word, colour as ColourName]),
  ),
);

/** Returns the colour that a folded word names; null for another word. */
export function colourOf(token: string): ColourName | null {
  return COLOURS.get(token) ?? null;
}
