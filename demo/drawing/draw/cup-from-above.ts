import type { Canvas } from "./canvas";
import { lighten } from "./colour";
import { stroke } from "./leaves";
import { blob, ellipsePath, n } from "./path";
import { DRINK, type Drink } from "./tea-table";

export function cupAbove(
  canvas: Canvas,
  {
    x,
    y,
    radius,
    drink,
    colour,
    saucer,
  }: { x: number; y: number; radius: number; drink: Drink; colour: string; saucer: string },
): void {
  const dish = ellipsePath(x, y, radius * 1.26, radius * 1.26);
  canvas.softShadow(dish, 16, 20, 0.4);
  canvas.path(
    dish,
    canvas.linear(
      [
        [0, lighten(saucer, 0.02)],
        [1, lighten(saucer, -0.09)],
      ],
      { x1: 0, y1: 0, x2: 1, y2: 1 },
    ),
  );
  canvas.path(ellipsePath(x, y, radius * 1.16, radius * 1.16), lighten(saucer, -0.06));
  canvas.path(ellipsePath(x, y, radius * 1.13, radius * 1.13), lighten(saucer, -0.015));
  canvas.softShadow(ellipsePath(x, y, radius * 0.84, radius * 0.84), 22, 26, 0.5);
  const grip = `M${n(x + radius * 0.66)} ${n(y - radius * 0.4)}L${n(x + radius * 1.1)} ${n(y - radius * 0.72)}`;
  stroke(canvas, grip, lighten(colour, -0.09), radius * 0.2);
  stroke(canvas, grip, lighten(colour, 0.02), radius * 0.12);
  canvas.path(
    ellipsePath(x, y, radius * 0.86, radius * 0.86),
    canvas.linear(
      [
        [0, lighten(colour, 0.08)],
        [1, lighten(colour, -0.1)],
      ],
      { x1: 0, y1: 0, x2: 1, y2: 1 },
    ),
  );
  canvas.path(
    ellipsePath(x, y, radius * 0.78, radius * 0.78),
    canvas.linear(
      [
        [0, lighten(colour, -0.16)],
        [1, lighten(colour, 0.04)],
      ],
      { x1: 0, y1: 0, x2: 1, y2: 1 },
    ),
  );
  const liquid = DRINK[drink].colour;
  canvas.path(
    ellipsePath(x + radius * 0.02, y + radius * 0.02, radius * 0.71, radius * 0.71),
    lighten(liquid, 0.06),
  );
  canvas.path(
    ellipsePath(x + radius * 0.02, y + radius * 0.02, radius * 0.67, radius * 0.67),
    liquid,
  );
  if (drink === "cappuccino") rosetta(canvas, x, y, radius * 0.5);
  else
    canvas.path(
      `M${n(x - radius * 0.5)} ${n(y - radius * 0.2)}A${n(radius * 0.54)} ${n(radius * 0.54)} 0 0 1 ${n(x)} ${n(y - radius * 0.54)}A${n(radius * 0.7)} ${n(radius * 0.7)} 0 0 0 ${n(x - radius * 0.5)} ${n(y - radius * 0.2)}z`,
      lighten(liquid, 0.16),
      { "fill-opacity": 0.7 },
    );
}

/** A leaf of milk foam: nested hearts on one stem. */
function rosetta(canvas: Canvas, x: number, y: number, size: number): void {
  const milk = "#f6e8cf";
  canvas.group({ transform: `rotate(24 ${n(x)} ${n(y)})` }, () => {
    for (let i = 0; i < 6; i += 1) {
      const t = i / 5;
      const cy = y + size * (0.55 - 1.0 * t);
      const w = size * (0.86 - 0.5 * t - 0.2 * (1 - t) ** 3);
      stroke(
        canvas,
        `M${n(x - w)} ${n(cy - w * 0.42)}Q${n(x - w * 0.5)} ${n(cy + w * 0.35)} ${n(x)} ${n(cy + w * 0.5)}Q${n(x + w * 0.5)} ${n(cy + w * 0.35)} ${n(x + w)} ${n(cy - w * 0.42)}`,
        milk,
        size * (0.15 - 0.04 * t),
      );
    }
    stroke(canvas, `M${n(x)} ${n(y + size * 0.95)}V${n(y - size * 0.5)}`, milk, size * 0.05);
    canvas.path(
      `M${n(x)} ${n(y - size * 0.38)}C${n(x - size * 0.42)} ${n(y - size * 0.62)} ${n(x - size * 0.24)} ${n(y - size * 0.98)} ${n(x)} ${n(y - size * 0.76)}C${n(x + size * 0.24)} ${n(y - size * 0.98)} ${n(x + size * 0.42)} ${n(y - size * 0.62)} ${n(x)} ${n(y - size * 0.38)}z`,
      milk,
    );
  });
}

export function spoon(canvas: Canvas, x: number, y: number, size: number, colour: string): void {
  canvas.group({ transform: `rotate(28 ${n(x)} ${n(y)})` }, () => {
    const d = `${ellipsePath(x, y - size * 0.4, size * 0.085, size * 0.13)}M${n(x - size * 0.018)} ${n(y - size * 0.29)}h${n(size * 0.036)}L${n(x + size * 0.032)} ${n(y + size * 0.5)}h${n(-size * 0.064)}z`;
    canvas.softShadow(d, 8, 10, 0.34);
    canvas.path(d, colour);
    canvas.path(
      ellipsePath(x + size * 0.012, y - size * 0.39, size * 0.058, size * 0.1),
      lighten(colour, -0.1),
    );
  });
}

export function biscuit(canvas: Canvas, x: number, y: number, radius: number): void {
  const r = canvas.random(`biscuit/${Math.round(x)}`);
  const d = blob(r, x, y, radius, radius, 0.035, 18);
  canvas.softShadow(d, 8, 10, 0.34);
  canvas.path(d, "#cf9552");
  canvas.path(
    blob(r, x - radius * 0.06, y - radius * 0.06, radius * 0.86, radius * 0.86, 0.03, 16),
    "#dfab6b",
  );
  let chips = "";
  for (let i = 0; i < 9; i += 1) {
    const [a, dist] = [i * 2.4, Math.sqrt((i + 0.4) / 9) * radius * 0.74];
    chips += blob(
      r,
      x + Math.cos(a) * dist,
      y + Math.sin(a) * dist,
      radius * 0.11,
      radius * 0.1,
      0.2,
      6,
    );
  }
  canvas.path(chips, "#54301e");
}
