import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import { blob, n } from "./path";
import { castShadow, circle, place, polar } from "./print";
import type { Random } from "./random";

export type FlowerKind = "rose" | "daisy" | "marigold" | "star";

/** `count` round petals around 0, 0 as one path. */
function petals(count: number, radius: number, width: number, turn: number, from = 0): string {
  let d = "";
  for (let i = 0; i < count; i += 1) {
    const angle = turn + (i * Math.PI * 2) / count;
    const [x0, y0] = polar(0, 0, from, angle);
    const [ax, ay] = polar(0, 0, radius * 0.6, angle - width);
    const [bx, by] = polar(0, 0, radius * 1.12, angle - width * 0.72);
    const [tx, ty] = polar(0, 0, radius, angle);
    const [cx, cy] = polar(0, 0, radius * 1.12, angle + width * 0.72);
    const [ex, ey] = polar(0, 0, radius * 0.6, angle + width);
    d += `M${n(x0)} ${n(y0)}C${n(ax)} ${n(ay)} ${n(bx)} ${n(by)} ${n(tx)} ${n(ty)}C${n(cx)} ${n(cy)} ${n(ex)} ${n(ey)} ${n(x0)} ${n(y0)}z`;
  }
  return d;
}

/** A flower of radius `size` from above with its shadow. */
export function flower(
  canvas: Canvas,
  r: Random,
  kind: FlowerKind,
  at: { x: number; y: number; size: number },
  colour: string,
  heart: string,
): void {
  const spot = place(at.x, at.y, r.between(0, 360), at.size / 100);
  castShadow(canvas, circle(0, 0, 88), spot, {
    dx: at.size * 0.06,
    dy: at.size * 0.13,
    alpha: 0.34,
  });
  const fill = (c: string) =>
    canvas.radial(
      [
        [0, lighten(c, -0.12)],
        [0.5, c],
        [1, lighten(c, 0.07)],
      ],
      { cx: 0, cy: 0, r: 104, userSpace: true },
    );
  canvas.group({ transform: spot }, () => {
    if (kind === "rose") rose(canvas, r, colour);
    else if (kind === "marigold") {
      for (const [count, radius, tone] of [
        [15, 100, -0.03],
        [13, 78, 0.02],
        [10, 56, 0.05],
        [7, 34, 0.02],
      ] as const) {
        canvas.path(
          petals(count, radius, 0.27 + 3 / radius + (radius < 60 ? 0.12 : 0), r.between(0, 1)),
          lighten(colour, tone - 0.05),
        );
        canvas.path(
          petals(
            count,
            radius * 0.95,
            0.22 + 2 / radius + (radius < 60 ? 0.12 : 0),
            r.between(0, 1),
          ),
          lighten(colour, tone),
        );
      }
      canvas.path(circle(0, 0, 12), lighten(heart, -0.05));
    } else {
      const count = kind === "daisy" ? 13 : 6;
      const width = kind === "daisy" ? 0.25 : 0.52;
      canvas.path(petals(count, 100, width, 0.2), fill(lighten(colour, -0.05)));
      canvas.path(
        petals(count, 94, width * 0.86, 0.2 + (kind === "daisy" ? 0.24 : 0)),
        fill(colour),
      );
      if (kind === "star") canvas.path(petals(6, 70, 0.1, 0.2), mix(colour, heart, 0.55));
      canvas.path(circle(0, 0, 27), lighten(heart, -0.12));
      canvas.path(circle(-2, -3, 23), heart);
      let dots = "";
      for (let i = 0; i < 14; i += 1) dots += circle(...polar(0, 0, 4 + (i % 3) * 7, i * 2.4), 2.1);
      canvas.path(dots, lighten(heart, 0.12));
    }
  });
}

/** Petals laid round and round, darker towards the heart. */
function rose(canvas: Canvas, r: Random, colour: string): void {
  canvas.path(petals(6, 100, 0.66, 0), lighten(colour, 0.03));
  for (let ring = 0; ring < 5; ring += 1) {
    const radius = 84 - ring * 17;
    const count = 5 - (ring > 2 ? 1 : 0);
    for (let i = 0; i < count; i += 1) {
      const angle = (i / count) * Math.PI * 2 + ring * 0.7;
      const [x, y] = polar(0, 0, radius * 0.36, angle);
      canvas.path(
        blob(r, x + 1, y + 3, radius * 0.66, radius * 0.62, 0.04, 10),
        lighten(colour, -0.11 - ring * 0.012),
      );
      canvas.path(
        blob(r, x, y, radius * 0.64, radius * 0.6, 0.04, 10),
        lighten(colour, 0.035 - ring * 0.018 + (Math.sin(angle) < 0 ? 0.025 : -0.02)),
      );
    }
  }
  canvas.stroke("M-7 3A8 8 0 1 1 3 8A12 12 0 0 1-13 0", lighten(colour, -0.16), 4);
}

/** A pointed leaf from 0, 0 to 100, 0. */
export function spray(
  canvas: Canvas,
  at: { x: number; y: number; turn: number; size: number },
  colour: string,
): void {
  const d = "M0 0C24-34 66-30 100 0C66 30 24 34 0 0Z";
  const spot = place(at.x, at.y, at.turn, at.size / 100);
  castShadow(canvas, d, spot, { dx: at.size * 0.05, dy: at.size * 0.1, alpha: 0.26, steps: 3 });
  canvas.group({ transform: spot }, () => {
    canvas.path(d, colour);
    canvas.path("M0 0C24-34 66-30 100 0Z", lighten(colour, 0.06));
    canvas.stroke(
      "M0 0H92M22 0L38-13M44 0L60-13M22 0L38 13M44 0L60 13M64 0L76-9M64 0L76 9",
      lighten(colour, 0.15),
      2,
      { "stroke-opacity": 0.7 },
    );
  });
}
