import "server-only";
import catalogue from "./catalogue.json";

/** One picture of the demo collection, as measured once and kept in `catalogue.json`. */
export type DemoRecord = {
  id: string;
  name: string;
  keywords: readonly string[];
  /** Pixels of the original. */
  width: number;
  height: number;
  /** `#rrggbb` */
  accentColor: string;
  /** True if any pixel lets the ground through. */
  isTransparent: boolean;
  rating: "strict" | "moderate";
  /** The invented host it is said to come from, under `.localhost`. */
  host: string;
  format: "jpeg" | "png";
};

/** The whole collection; `npm run demo:catalogue` makes it anew from the families. */
export const DEMO_CATALOGUE = catalogue as readonly DemoRecord[];

const byId = new Map(DEMO_CATALOGUE.map((record) => [record.id, record]));

export function demoRecord(id: string): DemoRecord | null {
  return byId.get(id) ?? null;
}
