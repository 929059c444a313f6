import { bloom } from "./bloom";
import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import { type Leaf, leaves, stroke } from "./leaves";
import type { InteriorPalette } from "./palettes";
import { ellipsePath, n, polygon, wobbleEdge } from "./path";

/** Two places where the plaster has come off the bricks. */
export function bricks(canvas: Canvas, palette: InteriorPalette): void {
  const { width, height, long } = canvas;
  const r = canvas.random("bricks");
  const tone = mix(mix("#b5674a", palette.wall, 0.4), palette.dark, 0.1);
  let d = "";
  for (const [px, py] of [
    [0.9, 0.16],
    [0.07, 0.7],
  ] as const) {
    for (let row = 0; row < 4; row += 1) {
      for (let i = 0; i < 4 - Math.abs(row - 1.5); i += 1) {
        const x = width * px + (i - 1.6 + (row % 2) / 2) * long * 0.036;
        const y = height * py + row * long * 0.0165;
        d += polygon(
          wobbleEdge(
            r,
            [
              [x, y],
              [x + long * 0.033, y],
              [x + long * 0.033, y + long * 0.0135],
              [x, y + long * 0.0135],
            ],
            40,
            1,
          ),
        );
      }
    }
  }
  canvas.path(d, tone, { "fill-opacity": 0.7 });
}

/** A window with a cross, two shutters and a box of geraniums; `x`, `y` its middle. */
export function shutteredWindow(
  canvas: Canvas,
  palette: InteriorPalette,
  { x, y, width: w, shutters }: { x: number; y: number; width: number; shutters: string },
): void {
  const h = w * 1.36;
  const [left, top] = [x - w / 2, y - h / 2];
  const frame = palette.paper;
  const outer = `M${n(left - w * 0.1)} ${n(top - w * 0.1)}h${n(w * 1.2)}v${n(h + w * 0.16)}h${n(-w * 1.2)}z`;
  canvas.softShadow(outer, 10, 12, 0.2);
  canvas.path(outer, lighten(frame, -0.05));
  canvas.rect(left, top, w, h, mix(palette.dark, palette.accent, 0.3));
  canvas.path(
    `M${n(left)} ${n(top)}h${n(w)}L${n(left)} ${n(top + h * 0.8)}z`,
    mix(palette.accent, "#e8f2f6", 0.62),
    { "fill-opacity": 0.42 },
  );
  canvas.path(
    `M${n(left)} ${n(top)}h${n(w * 0.42)}Q${n(left + w * 0.36)} ${n(top + h * 0.4)} ${n(left)} ${n(top + h * 0.62)}zM${n(left + w)} ${n(top)}h${n(-w * 0.42)}Q${n(left + w * 0.64)} ${n(top + h * 0.4)} ${n(left + w)} ${n(top + h * 0.62)}z`,
    frame,
    { "fill-opacity": 0.75 },
  );
  stroke(
    canvas,
    `M${n(x)} ${n(top)}v${n(h)}M${n(left)} ${n(top + h * 0.36)}h${n(w)}M${n(left)} ${n(top)}h${n(w)}v${n(h)}h${n(-w)}z`,
    frame,
    w * 0.055,
  );
  for (const side of [-1, 1]) {
    const sx = side < 0 ? left - w * 0.66 : left + w * 1.12;
    const panel = `M${n(sx)} ${n(top - w * 0.05)}h${n(w * 0.54)}v${n(h + w * 0.06)}h${n(-w * 0.54)}z`;
    canvas.softShadow(panel, 12, 12, 0.28);
    canvas.path(panel, shutters);
    let slats = "";
    for (let i = 0; i < 19; i += 1) {
      const sy = top + h * (0.03 + i * 0.051);
      if (i !== 9) slats += `M${n(sx + w * 0.08)} ${n(sy)}h${n(w * 0.38)}`;
    }
    stroke(canvas, slats, lighten(shutters, -0.1), h * 0.018);
    stroke(
      canvas,
      `M${n(sx + w * 0.02)} ${n(top - w * 0.04)}v${n(h + w * 0.04)}`,
      lighten(shutters, 0.09),
      w * 0.025,
    );
  }
  flowerBox(canvas, { x, y: top + h + w * 0.04, width: w * 1.3 });
}

function flowerBox(canvas: Canvas, { x, y, width }: { x: number; y: number; width: number }): void {
  const r = canvas.random("box");
  const h = width * 0.17;
  const items: Leaf[] = [];
  for (let i = 0; i < 44; i += 1)
    items.push({
      x: x + r.between(-0.46, 0.46) * width,
      y: y + h * 0.2,
      angle: -Math.PI / 2 + r.between(-1.5, 1.5),
      length: width * r.between(0.09, 0.19),
      width: width * 0.032,
    });
  leaves(canvas, items, "#4f8a50", false);
  for (let i = 0; i < 15; i += 1) {
    const [bx, by] = [x + ((i + 0.5) / 15 - 0.5) * width * 0.98, y - width * r.between(0.02, 0.16)];
    let d = "";
    for (let k = 0; k < 6; k += 1)
      d += ellipsePath(
        bx + Math.cos(k) * width * 0.022,
        by + Math.sin(k * 1.1) * width * 0.02,
        width * 0.018,
        width * 0.017,
      );
    const colour = i % 3 === 0 ? "#e87a94" : "#d23a36";
    canvas.path(d, colour);
    canvas.path(
      ellipsePath(bx - width * 0.012, by - width * 0.012, width * 0.013, width * 0.012),
      lighten(colour, 0.12),
    );
  }
  canvas.softShadow(`M${n(x - width / 2)} ${n(y)}h${n(width)}v${n(h)}h${n(-width)}z`, 8, 12, 0.3);
  canvas.path(
    `M${n(x - width / 2)} ${n(y)}h${n(width)}l${n(-width * 0.03)} ${n(h)}h${n(-width * 0.94)}z`,
    canvas.linear([
      [0, "#b5633f"],
      [1, "#8f4a30"],
    ]),
  );
  stroke(canvas, `M${n(x - width / 2)} ${n(y + 3)}h${n(width)}`, "#cf7d55", 5);
}

/** A panelled door in a stone frame with one step. */
export function door(
  canvas: Canvas,
  palette: InteriorPalette,
  {
    x,
    ground,
    width: w,
    height: h,
    colour,
  }: { x: number; ground: number; width: number; height: number; colour: string },
): void {
  const [left, top] = [x - w / 2, ground - h];
  const stone = mix(palette.paper, palette.wall, 0.3);
  const arch = (by: number) =>
    `M${n(left - by)} ${n(ground)}V${n(top + w / 2)}A${n(w / 2 + by)} ${n(w / 2 + by)} 0 0 1 ${n(left + w + by)} ${n(top + w / 2)}V${n(ground)}z`;
  canvas.softShadow(arch(w * 0.13), 12, 6, 0.22);
  canvas.path(arch(w * 0.13), stone);
  canvas.path(
    arch(0),
    canvas.linear(
      [
        [0, lighten(colour, 0.03)],
        [1, lighten(colour, -0.05)],
      ],
      "right",
    ),
  );
  const glass = `M${n(left + w * 0.1)} ${n(top + w / 2)}A${n(w * 0.4)} ${n(w * 0.4)} 0 0 1 ${n(left + w * 0.9)} ${n(top + w / 2)}z`;
  canvas.path(glass, "#f2d79a");
  stroke(
    canvas,
    `M${n(x)} ${n(top + w / 2)}v${n(-w * 0.4)}M${n(x)} ${n(top + w / 2)}l${n(w * 0.28)} ${n(-w * 0.28)}M${n(x)} ${n(top + w / 2)}l${n(-w * 0.28)} ${n(-w * 0.28)}`,
    colour,
    w * 0.035,
  );
  for (const [row, tall] of [
    [0.26, 0.3],
    [0.62, 0.28],
  ] as const) {
    for (const side of [0.1, 0.54]) {
      canvas.rect(
        left + w * side,
        top + h * row + w * 0.12,
        w * 0.36,
        h * tall * 0.88,
        lighten(colour, -0.07),
      );
      canvas.rect(
        left + w * side + w * 0.03,
        top + h * row + w * 0.15,
        w * 0.3,
        h * tall * 0.88 - w * 0.06,
        lighten(colour, 0.025),
      );
    }
  }
  stroke(canvas, `M${n(x)} ${n(top + w / 2)}V${n(ground)}`, lighten(colour, -0.14), 3);
  canvas.path(ellipsePath(x + w * 0.07, ground - h * 0.42, w * 0.035, w * 0.035), "#e8c05a");
  canvas.rect(left - w * 0.22, ground - h * 0.035, w * 1.44, h * 0.06, lighten(stone, -0.07));
  canvas.rect(left - w * 0.22, ground - h * 0.035, w * 1.44, h * 0.016, lighten(stone, 0.03));
}

/** Roses over the upper wall, thinning out downwards, from a stem at the left. */
export function climber(
  canvas: Canvas,
  palette: InteriorPalette,
  { ground, bloomColour }: { ground: number; bloomColour: string },
): void {
  const { width, height, short } = canvas;
  const r = canvas.random("climber");
  const green = mix("#4a8050", palette.dark, 0.16);
  stroke(
    canvas,
    `M${n(width * 0.13)} ${n(ground)}C${n(width * 0.08)} ${n(height * 0.6)} ${n(width * 0.17)} ${n(height * 0.4)} ${n(width * 0.13)} ${n(height * 0.1)}M${n(width * 0.13)} ${n(height * 0.3)}C${n(width * 0.3)} ${n(height * 0.1)} ${n(width * 0.5)} ${n(height * 0.2)} ${n(width * 0.8)} ${n(height * 0.06)}`,
    "#6b4a35",
    short * 0.012,
  );
  const spots: Array<readonly [number, number]> = [];
  for (let i = 0; i < 240; i += 1) {
    const u = r.next();
    const depth = 0.3 * (1 - u * 0.62) + 0.05 * Math.sin(u * 14);
    spots.push(
      r.chance(0.76)
        ? [u * width, r.next() ** 1.4 * depth * height]
        : [width * (0.125 + r.between(-0.05, 0.05)), r.next() * height * 0.72],
    );
  }
  for (const [share, tone] of [
    [1, lighten(green, -0.06)],
    [0.66, green],
    [0.36, lighten(green, 0.06)],
  ] as const) {
    leaves(
      canvas,
      spots.slice(0, Math.round(spots.length * share)).map(([x, y]) => ({
        x: x + r.between(-12, 12),
        y: y + r.between(-12, 12),
        angle: r.between(0, 6.3),
        length: short * r.between(0.045, 0.075),
        width: short * 0.018,
      })),
      tone,
      false,
    );
  }
  for (const [x, y] of spots.filter((_, i) => i % 7 === 0))
    bloom(canvas, "rose", {
      x,
      y,
      radius: short * r.between(0.02, 0.032),
      colour: lighten(mix(bloomColour, "#e8849a", r.between(0, 0.7)), -0.02),
      random: r,
    });
}

/** A wall lamp with its light on the plaster. */
export function lantern(
  canvas: Canvas,
  { x, y, size, colour }: { x: number; y: number; size: number; colour: string },
): void {
  canvas.glow(x, y + size * 0.4, size * 5.4, "#ffb65c", 0.75);
  canvas.path(
    `M${n(x - size * 0.3)} ${n(y + size * 0.5)}L${n(x - size * 2.6)} ${n(canvas.height)}H${n(x + size * 2.6)}L${n(x + size * 0.3)} ${n(y + size * 0.5)}z`,
    canvas.linear([
      [0, "#ffd58a", 0.2],
      [0.8, "#ffd58a", 0],
    ]),
  );
  stroke(
    canvas,
    `M${n(x - size * 0.75)} ${n(y - size * 0.5)}C${n(x - size * 0.5)} ${n(y - size * 0.95)} ${n(x)} ${n(y - size * 0.9)} ${n(x)} ${n(y - size * 0.46)}M${n(x - size * 0.75)} ${n(y - size * 0.8)}v${n(size * 0.6)}`,
    colour,
    size * 0.08,
  );
  canvas.path(
    `M${n(x - size * 0.3)} ${n(y - size * 0.24)}h${n(size * 0.6)}l${n(-size * 0.1)} ${n(size * 0.74)}h${n(-size * 0.4)}z`,
    "#ffe3a0",
  );
  canvas.path(
    `M${n(x - size * 0.4)} ${n(y - size * 0.22)}L${n(x)} ${n(y - size * 0.54)}L${n(x + size * 0.4)} ${n(y - size * 0.22)}zM${n(x - size * 0.24)} ${n(y + size * 0.48)}h${n(size * 0.48)}v${n(size * 0.1)}h${n(-size * 0.48)}z`,
    colour,
  );
  stroke(
    canvas,
    `M${n(x)} ${n(y - size * 0.24)}v${n(size * 0.72)}M${n(x - size * 0.3)} ${n(y - size * 0.24)}l${n(size * 0.1)} ${n(size * 0.74)}M${n(x + size * 0.3)} ${n(y - size * 0.24)}l${n(-size * 0.1)} ${n(size * 0.74)}`,
    colour,
    size * 0.045,
  );
  canvas.path(ellipsePath(x, y + size * 0.16, size * 0.09, size * 0.15), "#fffaf0");
}
