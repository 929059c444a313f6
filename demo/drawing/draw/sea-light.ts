import type { Canvas } from "./canvas";
import { mix } from "./colour";
import { ellipsePath, n, type Point, polygon } from "./path";

/** The colours of one sea, from its surface down, and the words for it. */
export type Sea = {
  name: string;
  top: string;
  middle: string;
  deep: string;
  near: string;
  ray: string;
  accent: string;
  words: readonly string[];
  keywords: readonly string[];
};

/** The seas by name. */
export const SEAS: Record<string, Sea> = {
  lagoon: {
    name: "lagoon",
    top: "#a8e6d8",
    middle: "#2fa3a8",
    deep: "#0c4f66",
    near: "#06303f",
    ray: "#f0fff4",
    accent: "#ff8a5c",
    words: ["in turquoise water", "in a clear lagoon"],
    keywords: ["turquoise", "teal"],
  },
  ocean: {
    name: "ocean",
    top: "#7cc3e0",
    middle: "#2a6fa8",
    deep: "#102f5e",
    near: "#081a38",
    ray: "#eaf8ff",
    accent: "#ffb14a",
    words: ["in blue water", "in the blue sea"],
    keywords: ["blue"],
  },
  abyss: {
    name: "abyss",
    top: "#2a5a8c",
    middle: "#132f66",
    deep: "#070f2c",
    near: "#030718",
    ray: "#a8d4ff",
    accent: "#ff8fb0",
    words: ["in the dark deep sea", "in deep dark water"],
    keywords: ["dark", "blue", "night"],
  },
  kelp: {
    name: "kelp",
    top: "#cfe6a8",
    middle: "#5b9a78",
    deep: "#1c4f4c",
    near: "#0b2c2e",
    ray: "#fdfbd8",
    accent: "#f2a13c",
    words: ["in green water", "in a green sea"],
    keywords: ["green"],
  },
  violet: {
    name: "violet",
    top: "#d8a8d8",
    middle: "#7a5aa8",
    deep: "#2f2a66",
    near: "#17143c",
    ray: "#ffe9f4",
    accent: "#ffc46b",
    words: ["in violet water", "in a violet evening sea"],
    keywords: ["violet", "purple"],
  },
};

/** Water that darkens downwards, with shafts of light from `lightX` above. */
export function depths(canvas: Canvas, sea: Sea, lightX: number): void {
  const { width, height, long } = canvas;
  canvas.rect(
    -5,
    -5,
    width + 10,
    height + 10,
    canvas.linear([
      [0, sea.top],
      [0.22, mix(sea.top, sea.middle, 0.62)],
      [0.5, sea.middle],
      [0.8, mix(sea.middle, sea.deep, 0.75)],
      [1, sea.deep],
    ]),
  );
  canvas.glow(lightX, -long * 0.04, long * 0.5, sea.ray, 0.6);
  const r = canvas.random("rays");
  for (let i = 0; i < 11; i++) {
    const angle = -0.62 + (i / 10) * 1.24 + r.between(-0.05, 0.05);
    const far = height * r.between(0.7, 1.12);
    const spread = r.between(0.022, 0.07);
    const at = (a: number): Point => [lightX + Math.tan(a) * far, far];
    const fill = canvas.linear(
      [
        [0, sea.ray, r.between(0.2, 0.42)],
        [0.5, sea.ray, 0.1],
        [1, sea.ray, 0],
      ],
      { x1: lightX, y1: 0, x2: lightX, y2: far },
    );
    canvas.path(
      polygon([
        [lightX + Math.tan(angle) * -30 - 14, -10],
        [lightX + Math.tan(angle) * 30 + 14, -10],
        at(angle + spread),
        at(angle - spread),
      ]),
      fill,
    );
  }
}

/** A column of rising bubbles, its foot at (x, y). */
export function bubbles(canvas: Canvas, sea: Sea, x: number, y: number, count: number): void {
  const r = canvas.random("bubbles");
  for (let i = 0; i < count; i++) {
    const size = canvas.short * r.between(0.004, 0.013);
    const px = x + r.between(-0.05, 0.05) * canvas.short;
    const py = y - (i / count) * canvas.short * 0.4;
    canvas.path(ellipsePath(px, py, size, size), sea.ray, { "fill-opacity": 0.22 });
    canvas.stroke(
      `M${n(px - size * 0.6)} ${n(py - size * 0.3)}a${n(size * 0.7)} ${n(size * 0.7)} 0 0 1 ${n(size * 0.7)} ${n(-size * 0.4)}`,
      sea.ray,
      1.6,
      { "stroke-opacity": 0.8 },
    );
  }
}
