import type { Canvas } from "./draw/canvas";

/** Width to height. */
export type Aspect =
  | "3:2"
  | "4:5"
  | "16:9"
  | "1:1"
  | "2:3"
  | "9:16"
  | "21:9"
  | "4:3"
  | "3:4"
  | "5:4";

/** One planned picture of a family: its shape, its light and the switches of its composition. */
export type Variant = {
  aspect: Aspect;
  palette: string;
  options?: Record<string, string | number | boolean>;
};

/** What a drawing says of itself, made from what it drew. */
export type Drawing = {
  name: string;
  keywords: readonly string[];
  /** Grain of 255 at full size: 0 none, 5 to 7 for landscapes, 8 to 11 for paper. */
  grain: number;
};

/** One subject drawn in several ways. Its pictures are `<slug>-01`, `<slug>-02` and so on. */
export type Family = {
  slug: string;
  /** The invented site the pictures say they come from. */
  host: string;
  rating: "strict" | "moderate";
  /** A thing alone, with nothing behind it: a PNG with transparency. */
  isCutOut: boolean;
  /** Saturated flat colours that must not bleed: JPEG without chroma subsampling. */
  isGraphic?: boolean;
  variants: readonly Variant[];
  draw(canvas: Canvas, variant: Variant): Drawing;
};
