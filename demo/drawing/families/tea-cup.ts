import { lightness } from "../draw/colour";
import { INTERIOR, type InteriorPalette, type InteriorPaletteName } from "../draw/palettes";
import { tableFromAbove } from "../draw/tea-from-above";
import { BEHIND, type Beside, fromTheSide, type Options } from "../draw/tea-room";
import { DRINK } from "../draw/tea-table";
import { title } from "../draw/words";
import type { Aspect, Drawing, Family } from "../family";

const BESIDE: Record<Beside, { words: string; keywords: readonly string[] }> = {
  books: { words: "on a pile of books", keywords: ["books", "reading"] },
  teapot: { words: "and a teapot", keywords: ["teapot", "pot"] },
  biscuits: { words: "and biscuits", keywords: ["biscuits", "cookies"] },
  lemon: { words: "and a lemon", keywords: ["lemon", "fruit"] },
  none: { words: "", keywords: [] },
};

/** A steaming cup on a table, from the side or from above. */
export const teaCup: Family = {
  slug: "tea-cup",
  host: "windowseat.localhost",
  rating: "strict",
  isCutOut: false,
  variants: [
    plan("1:1", "ochre", {
      form: "wide",
      drink: "coffee",
      pattern: "dots",
      beside: "none",
      behind: "sunlight",
      light: "left",
    }),
    plan("4:5", "linen", {
      form: "wide",
      drink: "cappuccino",
      pattern: "plain",
      beside: "none",
      behind: "above",
      light: "left",
    }),
    plan("3:2", "evening", {
      form: "mug",
      drink: "cocoa",
      pattern: "zigzag",
      beside: "books",
      behind: "snow",
      light: "right",
    }),
    plan("3:2", "sage", {
      form: "bowl",
      drink: "matcha",
      pattern: "stripes",
      beside: "teapot",
      behind: "disc",
      light: "left",
    }),
    plan("16:9", "mist", {
      form: "mug",
      drink: "coffee",
      pattern: "band",
      beside: "biscuits",
      behind: "rain",
      light: "left",
    }),
    plan("4:5", "cobalt", {
      form: "glass",
      drink: "tea",
      pattern: "plain",
      beside: "lemon",
      behind: "disc",
      light: "left",
    }),
    plan("3:2", "terracotta", {
      form: "wide",
      drink: "tea",
      pattern: "band",
      beside: "books",
      behind: "town",
      light: "right",
    }),
    plan("1:1", "blush", {
      form: "wide",
      drink: "tea",
      pattern: "plain",
      beside: "none",
      behind: "above",
      light: "left",
    }),
  ],
  draw(canvas, variant): Drawing {
    const palette = INTERIOR[variant.palette as InteriorPaletteName];
    const options = variant.options as Options;
    const colour = colourOf(palette);
    if (options.behind === "above")
      tableFromAbove(canvas, palette, { drink: options.drink, colour, cloth: palette.accent });
    else fromTheSide(canvas, palette, options, colour);
    return { ...labels(options), grain: 9 };
  },
};

function plan(aspect: Aspect, palette: InteriorPaletteName, options: Options) {
  return { aspect, palette, options };
}

/** A colour that stands out from both the wall and the table. */
function colourOf(palette: InteriorPalette): string {
  const grounds = [palette.wall, palette.table].map(lightness);
  const clear = (colour: string) =>
    Math.min(...grounds.map((ground) => Math.abs(ground - lightness(colour))));
  return (
    [...palette.objects, palette.accent].sort((a, b) => clear(b) - clear(a))[0] ?? palette.accent
  );
}

function labels({ form, drink, beside, behind }: Options): Omit<Drawing, "grain"> {
  const vessel =
    form === "glass" ? "Glass" : form === "mug" ? "Mug" : form === "bowl" ? "Bowl" : "Cup";
  const above =
    behind !== "above"
      ? undefined
      : drink === "tea"
        ? "and roses on a table from above"
        : "beside an open book from above";
  return {
    name: title(
      `${vessel} of ${DRINK[drink].words}`,
      BESIDE[beside].words,
      above ?? BEHIND[behind].words,
    ),
    keywords: [
      ...new Set([
        vessel.toLowerCase(),
        "cup",
        "drink",
        "table",
        ...DRINK[drink].keywords,
        ...(behind === "above" ? [] : ["steam", "hot"]),
        ...BESIDE[beside].keywords,
        ...BEHIND[behind].keywords,
        ...(above ? (drink === "tea" ? ["roses", "lemon"] : ["book", "reading"]) : []),
      ]),
    ],
  };
}
