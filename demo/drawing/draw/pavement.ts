import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import { stroke } from "./leaves";
import type { InteriorPalette } from "./palettes";
import { ellipsePath, n } from "./path";

/** The plinth and the paving; wet ground gets puddles, winter gets snow. */
export function pavement(
  canvas: Canvas,
  palette: InteriorPalette,
  { ground, weather }: { ground: number; weather: "sun" | "rain" | "snow" | "night" },
): void {
  const { width, height } = canvas;
  const plinth = mix(mix(palette.wall, palette.dark, 0.3), palette.table, 0.2);
  const tall = height * 0.075;
  canvas.rect(0, ground - tall, width, tall, plinth);
  canvas.rect(0, ground - tall, width, 6, lighten(plinth, 0.08));
  const stone =
    weather === "snow"
      ? "#e9eef4"
      : mix(mix(palette.table, palette.wall, 0.4), palette.dark, weather === "night" ? 0.45 : 0.24);
  canvas.path(
    `M0 ${n(ground)}H${n(width)}V${n(height)}H0z`,
    canvas.linear([
      [0, lighten(stone, -0.06)],
      [1, lighten(stone, 0.03)],
    ]),
  );
  if (weather === "snow") {
    let drift = `M0 ${n(ground + 6)}`;
    const r = canvas.random("drift");
    for (let x = 0; x <= width; x += 60) drift += `L${n(x)} ${n(ground - 8 - r.between(0, 16))}`;
    canvas.path(`${drift}L${n(width)} ${n(ground + 30)}H0z`, "#f6f9fc");
    return;
  }
  const r = canvas.random("paving");
  let joints = "";
  for (let row = 0; row < 4; row += 1) {
    const y = ground + (height - ground) * (row / 4) ** 1.2;
    const next = ground + (height - ground) * ((row + 1) / 4) ** 1.2;
    joints += `M0 ${n(y)}H${n(width)}`;
    for (let x = r.between(0, 120); x < width; x += 120 + row * 30)
      joints += `M${n(x)} ${n(y)}L${n(x + (x - width / 2) * 0.03)} ${n(next)}`;
  }
  stroke(canvas, joints, lighten(stone, -0.1), 3, 0.6);
  if (weather !== "rain") return;
  for (const [px, py, rx] of [
    [0.3, 0.66, 0.14],
    [0.74, 0.8, 0.2],
  ] as const) {
    const [cx, cy] = [width * px, ground + (height - ground) * py];
    canvas.path(ellipsePath(cx, cy, width * rx, height * 0.03), mix(palette.wall, "#dfe9f2", 0.4));
    canvas.path(
      ellipsePath(cx + 10, cy + 3, width * rx * 0.8, height * 0.02),
      mix(palette.wall, palette.dark, 0.2),
      { "fill-opacity": 0.5 },
    );
    for (const k of [0.16, 0.3])
      canvas.add(
        `<ellipse cx="${n(cx - width * rx * 0.3)}" cy="${n(cy)}" rx="${n(width * rx * k)}" ry="${n(height * 0.03 * k)}" fill="none" stroke="#f2f7fb" stroke-width="2.5" stroke-opacity=".8"/>`,
      );
  }
}

/** Rain or snow before everything. */
export function weatherOver(canvas: Canvas, weather: "sun" | "rain" | "snow" | "night"): void {
  const r = canvas.random("weather");
  const { width, height } = canvas;
  let d = "";
  if (weather === "rain") {
    for (let i = 0; i < 190; i += 1) {
      const long = r.between(26, 66);
      d += `M${n(r.next() * width * 1.1)} ${n(r.next() * height)}l${n(-long * 0.2)} ${n(long)}`;
    }
    stroke(canvas, d, "#f4f8fb", 2.2, 0.5);
  } else if (weather === "snow") {
    for (let i = 0; i < 260; i += 1) {
      const size = r.between(1.6, 6);
      d += ellipsePath(r.next() * width, r.next() * height, size, size);
    }
    canvas.path(d, "#ffffff", { "fill-opacity": 0.9 });
  }
}
