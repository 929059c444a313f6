import type { Canvas } from "./canvas";
import { lighten } from "./colour";
import { n } from "./path";
import { circle, line } from "./print";
import type { Random } from "./random";

export type Body = { x: number; y: number; rx: number; ry: number };

/**
 * Paints a round thing like gouache: light from the upper left, a soft highlight, short strokes in
 * the shade. `body` is the ellipse the thing nearly fills; units are those of `d`.
 */
export function volume(
  canvas: Canvas,
  r: Random,
  d: string,
  colour: string,
  body: Body,
  blush?: string,
): void {
  const { x, y, rx, ry } = body;
  const shade = lighten(colour, -0.13);
  canvas.path(
    d,
    canvas.linear(
      [
        [0, lighten(colour, 0.06)],
        [0.5, colour],
        [1, shade],
      ],
      { x1: 0, y1: 0, x2: 1, y2: 0.8 },
    ),
  );
  canvas.group({ "clip-path": canvas.clip(d) }, () => {
    if (blush) {
      const at = { cx: x + rx * 0.45, cy: y + ry * 0.1, r: rx * 1.1, userSpace: true };
      canvas.path(
        d,
        canvas.radial(
          [
            [0, blush, 0.85],
            [0.5, blush, 0.5],
            [1, blush, 0],
          ],
          at,
        ),
      );
    }
    const deep = {
      cx: x - rx * 0.25,
      cy: y - ry * 0.3,
      r: Math.max(rx, ry) * 1.5,
      userSpace: true,
    };
    canvas.path(
      d,
      canvas.radial(
        [
          [0, shade, 0],
          [0.62, shade, 0],
          [1, lighten(shade, -0.1), 0.75],
        ],
        deep,
      ),
    );
    const light = { cx: x - rx * 0.36, cy: y - ry * 0.42, r: rx * 0.62, userSpace: true };
    const glow = lighten(colour, 0.16);
    canvas.path(
      d,
      canvas.radial(
        [
          [0, glow, 0.95],
          [0.4, glow, 0.5],
          [1, glow, 0],
        ],
        light,
      ),
    );
    let strokes = "";
    for (let i = 0; i < 26; i += 1) {
      const angle = r.between(-0.35, 1.75);
      const far = r.between(0.68, 0.95);
      const [px, py] = [x + Math.cos(angle) * rx * far, y + Math.sin(angle) * ry * far];
      const length = r.between(0.06, 0.15) * ry;
      strokes += `M${n(px - length * 0.5)} ${n(py + length)}L${n(px + length * 0.5)} ${n(py - length)}`;
    }
    canvas.add(line(strokes, lighten(shade, -0.07), Math.max(1, rx * 0.02), 0.3));
  });
}

/** Fine pores as on the skin of citrus fruit. */
export function pores(
  canvas: Canvas,
  r: Random,
  d: string,
  colour: string,
  body: Body,
  count = 90,
): void {
  let dark = "";
  let light = "";
  for (let i = 0; i < count; i += 1) {
    const angle = r.between(0, 6.28);
    const far = Math.sqrt(r.next()) * 0.94;
    const [px, py] = [
      body.x + Math.cos(angle) * body.rx * far,
      body.y + Math.sin(angle) * body.ry * far,
    ];
    dark += circle(px, py, r.between(0.5, 1));
    light += circle(px + 0.7, py + 0.8, 0.6);
  }
  canvas.group({ "clip-path": canvas.clip(d) }, () => {
    canvas.path(dark, lighten(colour, -0.16), { "fill-opacity": 0.4 });
    canvas.path(light, lighten(colour, 0.16), { "fill-opacity": 0.5 });
  });
}

/** A stem that is thicker at its end, from the first to the second point, bent sideways. */
export function stem(
  canvas: Canvas,
  from: readonly [number, number],
  to: readonly [number, number],
  width: number,
): void {
  const [x0, y0] = from;
  const [x1, y1] = to;
  const w = width / 2;
  const bend = (x1 - x0) * 0.15;
  const d = `M${n(x0 - w * 0.7)} ${n(y0)}Q${n((x0 + x1) / 2 - w - bend)} ${n((y0 + y1) / 2)} ${n(x1 - w)} ${n(y1)}L${n(x1 + w * 1.2)} ${n(y1 + w * 0.4)}Q${n((x0 + x1) / 2 + w - bend)} ${n((y0 + y1) / 2)} ${n(x0 + w * 0.7)} ${n(y0)}z`;
  canvas.path(
    d,
    canvas.linear(
      [
        [0, "#8d6a45"],
        [1, "#5d4028"],
      ],
      "right",
    ),
  );
}
