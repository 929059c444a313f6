import { ellipsePath, n } from "./path";
import { type Random, random } from "./random";

/** One stop of a gradient; opaque unless told. */
export type Stop = readonly [offset: number, colour: string, opacity?: number];
/** Attributes of an SVG element. */
export type Attributes = Record<string, string | number>;
/** From one point to another, in shares of the shape or in canvas units. */
export type Direction = { x1: number; y1: number; x2: number; y2: number };
/** Shares of the painted shape, or canvas units with `userSpace`. */
export type Centre = { cx: number; cy: number; r: number; userSpace?: boolean };

/** A violet-black; a shadow in pure black looks printed over. */
const SHADOW = "#150c18";

const attributesText = (attributes: Attributes) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join("");

const stopsText = (stops: readonly Stop[]) =>
  stops
    .map(
      ([offset, colour, opacity]) =>
        `<stop offset="${Math.round(offset * 1000) / 1000}" stop-color="${colour}"${
          opacity === undefined || opacity >= 1
            ? ""
            : ` stop-opacity="${Math.round(opacity * 1000) / 1000}"`
        }/>`,
    )
    .join("");

/**
 * Collects the parts of one picture and its definitions. The long side is always 1600 units; ids
 * of gradients and clips start with the picture's id, so several pictures fit into one page.
 */
export type Canvas = {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  readonly short: number;
  readonly long: number;
  /** A stream of its own for one part of this picture. */
  random(part: string): Random;
  add(svg: string): void;
  path(d: string, fill: string, attributes?: Attributes): void;
  /** A line of the given width; round ends and joints. */
  stroke(d: string, colour: string, width: number, attributes?: Attributes): void;
  rect(x: number, y: number, width: number, height: number, fill: string): void;
  /** A linear gradient to fill with. "down" and "right" run across the painted shape. */
  linear(stops: readonly Stop[], direction?: Direction | "down" | "right"): string;
  /** A radial gradient to fill with; in shares of the shape, or in canvas units if r is above 2. */
  radial(stops: readonly Stop[], at?: Centre): string;
  /** A clip for `clip-path`: what lies outside `d` is not painted. */
  clip(d: string): string;
  /** Light around a point. Four stops, because two look like a ball. */
  glow(cx: number, cy: number, radius: number, colour: string, alpha?: number): void;
  /** The shape several times at low alpha, moved step by step: a soft shadow without a filter. */
  softShadow(d: string, dx: number, dy: number, alpha?: number, colour?: string): void;
  group(attributes: Attributes, draw: () => void): void;
  toSvg(widthPx: number, heightPx: number): string;
};

/** Makes an empty canvas; `width` and `height` are in canvas units. */
export function createCanvas({
  id,
  width,
  height,
}: Pick<Canvas, "id" | "width" | "height">): Canvas {
  const parts: string[] = [];
  const defs = new Map<string, string>();

  /** Equal definitions share one id. */
  function define(text: (id: string) => string): string {
    const key = text("\u0000");
    const definition = defs.get(key) ?? `${id}-${defs.size}`;
    defs.set(key, definition);
    return `url(#${definition})`;
  }

  const canvas: Canvas = {
    id,
    width,
    height,
    short: Math.min(width, height),
    long: Math.max(width, height),
    random: (part) => random(`${id}/${part}`),
    add(svg) {
      parts.push(svg);
    },
    path(d, fill, attributes = {}) {
      if (d) parts.push(`<path d="${d}" fill="${fill}"${attributesText(attributes)}/>`);
    },
    stroke(d, colour, strokeWidth, attributes = {}) {
      if (!d) return;
      parts.push(
        `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(strokeWidth)}" stroke-linecap="round" stroke-linejoin="round"${attributesText(attributes)}/>`,
      );
    },
    rect(x, y, rectWidth, rectHeight, fill) {
      parts.push(
        `<rect x="${n(x)}" y="${n(y)}" width="${n(rectWidth)}" height="${n(rectHeight)}" fill="${fill}"/>`,
      );
    },
    linear(stops, direction = "down") {
      const at =
        direction === "down"
          ? { x1: 0, y1: 0, x2: 0, y2: 1 }
          : direction === "right"
            ? { x1: 0, y1: 0, x2: 1, y2: 0 }
            : direction;
      // Canvas units are always far above 1, shares of the shape never are.
      const inUnits = Math.max(...Object.values(at).map(Math.abs)) > 2;
      return define(
        (gradient) =>
          `<linearGradient id="${gradient}"${inUnits ? ' gradientUnits="userSpaceOnUse"' : ""} x1="${n(at.x1)}" y1="${n(at.y1)}" x2="${n(at.x2)}" y2="${n(at.y2)}">${stopsText(stops)}</linearGradient>`,
      );
    },
    radial(stops, at = { cx: 0.5, cy: 0.5, r: 0.5 }) {
      const inUnits = at.userSpace ?? at.r > 2;
      const k = inUnits ? 10 : 1000;
      const number = (x: number) => Math.round(x * k) / k;
      return define(
        (gradient) =>
          `<radialGradient id="${gradient}"${inUnits ? ' gradientUnits="userSpaceOnUse"' : ""} cx="${number(at.cx)}" cy="${number(at.cy)}" r="${number(at.r)}">${stopsText(stops)}</radialGradient>`,
      );
    },
    clip: (d) => define((clip) => `<clipPath id="${clip}"><path d="${d}"/></clipPath>`),
    glow(cx, cy, radius, colour, alpha = 0.8) {
      const fill = canvas.radial([
        [0, colour, alpha],
        [0.25, colour, alpha * 0.55],
        [0.6, colour, alpha * 0.14],
        [1, colour, 0],
      ]);
      canvas.path(ellipsePath(cx, cy, radius, radius), fill);
    },
    softShadow(d, dx, dy, alpha = 0.28, colour = SHADOW) {
      for (let i = 1; i <= 5; i++) {
        canvas.path(d, colour, {
          transform: `translate(${n((dx * i) / 5)} ${n((dy * i) / 5)})`,
          "fill-opacity": ((alpha / 5) * 1.3).toFixed(3),
        });
      }
    },
    group(attributes, draw) {
      parts.push(`<g${attributesText(attributes)}>`);
      draw();
      parts.push("</g>");
    },
    toSvg(widthPx, heightPx) {
      const definitions = [...defs].map(([text, each]) => text.replace("\u0000", each)).join("");
      return `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}" viewBox="0 0 ${n(width)} ${n(height)}" preserveAspectRatio="none"><defs>${definitions}</defs>${parts.join("")}</svg>`;
    },
  };
  return canvas;
}
