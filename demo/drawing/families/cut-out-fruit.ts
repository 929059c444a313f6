import { FRUIT } from "../draw/fruit";
import { centred } from "../draw/print";
import type { Drawing, Family } from "../family";

const NAMES: Record<keyof typeof FRUIT, { name: string; keywords: readonly string[] }> = {
  lemon: { name: "Yellow lemon with a leaf", keywords: ["lemon", "yellow", "citrus"] },
  orange: { name: "Orange with two green leaves", keywords: ["orange", "citrus", "leaves"] },
  pear: { name: "Ripe pear with a red cheek", keywords: ["pear", "green", "yellow", "red"] },
  apple: { name: "Red apple with a leaf", keywords: ["apple", "red"] },
  cherries: { name: "Two red cherries on their stems", keywords: ["cherry", "cherries", "red"] },
  halfGrapefruit: {
    name: "Half a pink grapefruit",
    keywords: ["grapefruit", "citrus", "pink", "half"],
  },
};

/** One fruit alone, with nothing behind it. */
export const cutOutFruit: Family = {
  slug: "cut-out-fruit",
  host: "cabinet.localhost",
  rating: "strict",
  isCutOut: true,
  variants: [
    { aspect: "5:4", palette: "lemon" },
    { aspect: "1:1", palette: "orange" },
    { aspect: "4:5", palette: "pear" },
    { aspect: "1:1", palette: "apple" },
    { aspect: "1:1", palette: "cherries" },
    { aspect: "1:1", palette: "halfGrapefruit" },
  ],
  draw(canvas, variant): Drawing {
    const fruit = variant.palette as keyof typeof FRUIT;
    canvas.group({ transform: centred(canvas, 0, fruit === "pear" ? 1.16 : 0.92) }, () =>
      FRUIT[fruit](canvas, canvas.random("fruit")),
    );
    const { name, keywords } = NAMES[fruit];
    return { name, keywords: ["fruit", "food", "cut-out", "transparent", ...keywords], grain: 0 };
  },
};
