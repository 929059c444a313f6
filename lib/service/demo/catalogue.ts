import "server-only";
import records from "./catalogue.json";

/** One picture of the demo collection as a search finds it. */
export type DemoRecord = {
  id: string;
  name: string;
  keywords: readonly string[];
  /** Pixels of the original. */
  width: number;
  height: number;
  /** `#rrggbb` */
  accentColor: string;
  isTransparent: boolean;
  rating: "strict" | "moderate";
  host: string;
  format: "jpeg" | "png";
};

/**
 * The demo collection, measured beforehand: `catalogue.json` is written by
 * `lib/programs/demo-catalogue.ts`, so starting up draws nothing.
 */
export const DEMO_CATALOGUE = records as readonly DemoRecord[];

const BY_ID: ReadonlyMap<string, DemoRecord> = new Map(
  DEMO_CATALOGUE.map((record) => [record.id, record]),
);

/** The record of one picture, or undefined if no picture has this id. */
export function demoRecord(id: string): DemoRecord | undefined {
  return BY_ID.get(id);
}
