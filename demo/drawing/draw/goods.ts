import type { BloomKind } from "./bloom";
import type { Random } from "./random";

export type Goods =
  | "apples"
  | "oranges"
  | "lemons"
  | "plums"
  | "tomatoes"
  | "cabbages"
  | "carrots"
  | "aubergines"
  | "pumpkins"
  | "bread"
  | "rolls"
  | "cheese"
  | "fish"
  | "tulips"
  | "roses"
  | "sunflowers"
  | "daisies";

export const COLOUR: Record<Goods, string> = {
  apples: "#c5372f",
  oranges: "#ea8a2e",
  lemons: "#efc93f",
  plums: "#5b3b72",
  tomatoes: "#d8432f",
  cabbages: "#8fb25a",
  carrots: "#e5802e",
  aubergines: "#4a2f5c",
  pumpkins: "#dd7a2a",
  bread: "#c98a48",
  rolls: "#d9a45e",
  cheese: "#efc763",
  fish: "#8fa9ba",
  tulips: "#e0568a",
  roses: "#d1455a",
  sunflowers: "#efb52f",
  daisies: "#fbf5e8",
};

export const SIZE: Partial<Record<Goods, number>> = {
  cabbages: 1.5,
  pumpkins: 1.7,
  bread: 1.5,
  cheese: 1.6,
  plums: 0.85,
  lemons: 0.92,
  rolls: 1.15,
};

export const FLOWERS: Partial<Record<Goods, BloomKind>> = {
  tulips: "tulip",
  roses: "rose",
  sunflowers: "sunflower",
  daisies: "daisy",
};

/** True for what stands in buckets and not in crates. */
export function isFlower(goods: Goods): boolean {
  return goods in FLOWERS;
}

export type Place = {
  x: number;
  y: number;
  width: number;
  height: number;
  night: readonly [colour: string, share: number];
  random: Random;
};
