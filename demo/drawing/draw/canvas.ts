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
export class Canvas {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  readonly short: number;
  readonly long: number;
  readonly #parts: string[] = [];
  readonly #defs = new Map<string, string>();

  constructor(options: { id: string; width: number; height: number }) {
    this.id = options.id;
    this.width = options.width;
    this.height = options.height;
    this.short = Math.min(options.width, options.height);
    this.long = Math.max(options.width, options.height);
  }

  /** A stream of its own for one part of this picture. */
  random(part: string): Random {
    return random(`${this.id}/${part}`);
  }

  add(svg: string): void {
    this.#parts.push(svg);
  }

  path(d: string, fill: string, attributes: Attributes = {}): void {
    if (d) this.#parts.push(`<path d="${d}" fill="${fill}"${attributesText(attributes)}/>`);
  }

  /** A line of the given width; round ends and joints. */
  stroke(d: string, colour: string, width: number, attributes: Attributes = {}): void {
    if (!d) return;
    this.#parts.push(
      `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round"${attributesText(attributes)}/>`,
    );
  }

  rect(x: number, y: number, width: number, height: number, fill: string): void {
    this.#parts.push(
      `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" fill="${fill}"/>`,
    );
  }

  /** A linear gradient to fill with. "down" and "right" run across the painted shape. */
  linear(stops: readonly Stop[], direction: Direction | "down" | "right" = "down"): string {
    const at =
      direction === "down"
        ? { x1: 0, y1: 0, x2: 0, y2: 1 }
        : direction === "right"
          ? { x1: 0, y1: 0, x2: 1, y2: 0 }
          : direction;
    // Canvas units are always far above 1, shares of the shape never are.
    const inUnits = Math.max(...Object.values(at).map(Math.abs)) > 2;
    return this.#define(
      (id) =>
        `<linearGradient id="${id}"${inUnits ? ' gradientUnits="userSpaceOnUse"' : ""} x1="${n(at.x1)}" y1="${n(at.y1)}" x2="${n(at.x2)}" y2="${n(at.y2)}">${stopsText(stops)}</linearGradient>`,
    );
  }

  /** A radial gradient to fill with; in shares of the shape, or in canvas units if r is above 2. */
  radial(stops: readonly Stop[], at: Centre = { cx: 0.5, cy: 0.5, r: 0.5 }): string {
    const inUnits = at.userSpace ?? at.r > 2;
    const k = inUnits ? 10 : 1000;
    const number = (x: number) => Math.round(x * k) / k;
    return this.#define(
      (id) =>
        `<radialGradient id="${id}"${inUnits ? ' gradientUnits="userSpaceOnUse"' : ""} cx="${number(at.cx)}" cy="${number(at.cy)}" r="${number(at.r)}">${stopsText(stops)}</radialGradient>`,
    );
  }

  /** A clip for `clip-path`: what lies outside `d` is not painted. */
  clip(d: string): string {
    return this.#define((id) => `<clipPath id="${id}"><path d="${d}"/></clipPath>`);
  }

  /** Light around a point. Four stops, because two look like a ball. */
  glow(cx: number, cy: number, radius: number, colour: string, alpha = 0.8): void {
    const fill = this.radial([
      [0, colour, alpha],
      [0.25, colour, alpha * 0.55],
      [0.6, colour, alpha * 0.14],
      [1, colour, 0],
    ]);
    this.path(ellipsePath(cx, cy, radius, radius), fill);
  }

  /** The shape several times at low alpha, moved step by step: a soft shadow without a filter. */
  softShadow(d: string, dx: number, dy: number, alpha = 0.28, colour = SHADOW): void {
    for (let i = 1; i <= 5; i++) {
      this.path(d, colour, {
        transform: `translate(${n((dx * i) / 5)} ${n((dy * i) / 5)})`,
        "fill-opacity": ((alpha / 5) * 1.3).toFixed(3),
      });
    }
  }

  group(attributes: Attributes, draw: () => void): void {
    this.#parts.push(`<g${attributesText(attributes)}>`);
    draw();
    this.#parts.push("</g>");
  }

  toSvg(widthPx: number, heightPx: number): string {
    const defs = [...this.#defs].map(([text, id]) => text.replace("\u0000", id)).join("");
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}" viewBox="0 0 ${n(this.width)} ${n(this.height)}" preserveAspectRatio="none"><defs>${defs}</defs>${this.#parts.join("")}</svg>`;
  }

  /** Equal definitions share one id. */
  #define(text: (id: string) => string): string {
    const key = text("\u0000");
    const id = this.#defs.get(key) ?? `${this.id}-${this.#defs.size}`;
    this.#defs.set(key, id);
    return `url(#${id})`;
  }
}
