import type { BridgeKind } from "./arched-bridges";
import { lampsOf } from "./bridges";
import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import { layers, reflectionSmear } from "./landscape";
import { stroke } from "./leaves";
import type { LandscapePalette } from "./palettes";
import { ellipsePath, n } from "./path";
import { pineRow } from "./pines";

export function foot(canvas: Canvas, palette: LandscapePalette, waterY: number): void {
  layers(canvas, palette, {
    from: waterY + canvas.height * 0.01,
    to: waterY + canvas.height * 0.09,
    count: 2,
    amplitude: canvas.height * 0.05,
    depth: [0.55, 0.9],
    part: "foot",
    mist: 0.25,
    after: (layer, _depth, i) =>
      canvas.path(
        pineRow(canvas.random(`foot/${i}`), {
          from: -20,
          to: canvas.width + 20,
          at: layer.at,
          height: canvas.short * (0.09 + i * 0.05),
          spacing: 26 + i * 14,
        }),
        layer.colour,
      ),
  });
}

/** Grassy banks with reeds under both ends of a garden bridge, and water lilies before it. */
export function banks(canvas: Canvas, palette: LandscapePalette, waterY: number): void {
  const { width, height, short } = canvas;
  const r = canvas.random("banks");
  const grass = mix(mix("#6f9a62", palette.near, 0.22), palette.haze, 0.14);
  for (const side of [-1, 1]) {
    const x = width / 2 + side * width * 0.52;
    canvas.path(
      ellipsePath(x, waterY + short * 0.012, width * 0.2, short * 0.012),
      mix(palette.near, grass, 0.4),
      { "fill-opacity": 0.5 },
    );
    canvas.path(
      `M${n(x - width * 0.2)} ${n(waterY + short * 0.012)}Q${n(x - width * 0.12)} ${n(waterY - short * 0.07)} ${n(x)} ${n(waterY - short * 0.085)}Q${n(x + width * 0.12)} ${n(waterY - short * 0.07)} ${n(x + width * 0.2)} ${n(waterY + short * 0.012)}z`,
      canvas.linear([
        [0, lighten(grass, 0.05)],
        [1, mix(grass, palette.near, 0.3)],
      ]),
    );
    let reeds = "";
    for (let i = 0; i < 26; i += 1)
      reeds += `M${n(x + r.between(-0.2, 0.2) * width)} ${n(waterY + short * 0.01)}q${n(r.between(-8, 8))} ${n(-short * 0.05)} ${n(r.between(-22, 22))} ${n(-short * r.between(0.07, 0.13))}`;
    stroke(canvas, reeds, mix(grass, palette.near, 0.35), 3.4);
  }
  let pads = "";
  let shade = "";
  const flowers: Array<readonly [number, number, number]> = [];
  for (let i = 0; i < 15; i += 1) {
    const t = r.next();
    const x = r.chance(0.5) ? r.between(0.02, 0.34) * width : r.between(0.62, 0.98) * width;
    const y = waterY + (height - waterY) * (0.34 + 0.6 * t);
    const rx = short * (0.022 + 0.034 * t);
    pads += ellipsePath(x, y, rx, rx * 0.36);
    shade += ellipsePath(x, y + rx * 0.12, rx, rx * 0.36);
    if (i % 3 === 0) flowers.push([x, y - rx * 0.12, rx * 0.62]);
  }
  canvas.path(shade, palette.near, { "fill-opacity": 0.4 });
  canvas.path(pads, grass);
  for (const [x, y, size] of flowers) {
    let petals = "";
    for (const lean of [-0.9, -0.45, 0, 0.45, 0.9])
      petals += `M${n(x)} ${n(y)}q${n(-size * 0.5 + lean * size * 0.6)} ${n(-size * 0.5)} ${n(lean * size)} ${n(-size * (1.1 - Math.abs(lean) * 0.5))}q${n(size * 0.4)} ${n(size * 0.6)} ${n(-lean * size)} ${n(size * (1.1 - Math.abs(lean) * 0.5))}z`;
    canvas.path(petals, mix(palette.sun, palette.accent, 0.18));
  }
}

export function lamps(
  canvas: Canvas,
  palette: LandscapePalette,
  kind: BridgeKind,
  waterY: number,
): void {
  const spots = lampsOf(canvas, kind, waterY);
  const post = canvas.height * (kind === "arch" ? 0.052 : 0.032);
  let posts = "";
  let bulbs = "";
  let smears = "";
  const r = canvas.random("lamps");
  for (const [x, y] of spots) {
    posts += `M${n(x)} ${n(y)}v${n(post)}`;
    bulbs += ellipsePath(x, y, 6, 6);
    smears += reflectionSmear(r, {
      x,
      y: waterY + 8,
      width: 26,
      height: (canvas.height - waterY) * 0.5,
      lines: 13,
    });
  }
  stroke(canvas, posts, mix(palette.near, palette.haze, 0.15), 4);
  if (!palette.isDark) {
    canvas.path(bulbs, mix(palette.sun, palette.near, 0.15));
    return;
  }
  for (const [x, y] of spots) canvas.glow(x, y, 62, palette.accent, 0.6);
  canvas.path(bulbs, lighten(palette.accent, 0.08));
  canvas.path(smears, palette.accent, { "fill-opacity": 0.6 });
}

/** A rowing boat with one person, seen from the side. */
export function boat(
  canvas: Canvas,
  palette: LandscapePalette,
  x: number,
  y: number,
  size: number,
): void {
  const dark = mix(palette.near, palette.sky[1], 0.08);
  const r = canvas.random("boat");
  canvas.path(
    reflectionSmear(r, { x, y: y + 4, width: size * 1.1, height: size * 0.5, lines: 9 }),
    dark,
    { "fill-opacity": 0.5 },
  );
  stroke(
    canvas,
    `M${n(x + size * 0.06)} ${n(y - size * 0.2)}L${n(x + size * 0.5)} ${n(y + size * 0.09)}`,
    dark,
    size * 0.022,
  );
  canvas.path(
    `M${n(x - size * 0.56)} ${n(y - size * 0.15)}Q${n(x)} ${n(y - size * 0.04)} ${n(x + size * 0.58)} ${n(y - size * 0.17)}Q${n(x + size * 0.42)} ${n(y + size * 0.08)} ${n(x + size * 0.24)} ${n(y + size * 0.07)}H${n(x - size * 0.3)}Q${n(x - size * 0.48)} ${n(y + size * 0.06)} ${n(x - size * 0.56)} ${n(y - size * 0.15)}z`,
    dark,
  );
  canvas.path(
    `M${n(x - size * 0.13)} ${n(y - size * 0.08)}q${n(-size * 0.01)} ${n(-size * 0.26)} ${n(size * 0.09)} ${n(-size * 0.28)}q${n(size * 0.12)} ${n(size * 0.02)} ${n(size * 0.11)} ${n(size * 0.28)}z`,
    mix(palette.accent, palette.near, 0.2),
  );
  canvas.path(
    ellipsePath(x - size * 0.02, y - size * 0.43, size * 0.062, size * 0.066),
    mix("#e0b08c", palette.near, 0.3),
  );
  canvas.path(
    `M${n(x - size * 0.13)} ${n(y - size * 0.45)}h${n(size * 0.22)}l${n(-size * 0.06)} ${n(-size * 0.07)}h${n(-size * 0.1)}z`,
    mix("#e8d3a0", palette.near, 0.25),
  );
}
