import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import type { LandscapePalette } from "./palettes";
import { blob, n, smoothClosed } from "./path";
import type { Cone } from "./volcano";

/** The smoke: growing, fading puffs that drift away from the rim. */
export function smoke(
  canvas: Canvas,
  palette: LandscapePalette,
  cone: Cone,
  drift: -1 | 1,
  power: number,
): void {
  const r = canvas.random("smoke");
  const dark = mix(palette.sky[0], palette.near, 0.35);
  const glow = mix(palette.accent, "#ff6a3a", 0.6);
  const count = 24;
  for (let i = count - 1; i >= 0; i--) {
    const u = i / count;
    const radius = cone.crater * (0.75 + 3.6 * u * power);
    const x = cone.x + drift * u ** 1.5 * cone.half * 1.0 * power + r.between(-0.3, 0.3) * radius;
    const y = cone.top - cone.crater * 0.2 - u ** 0.85 * cone.top * 0.92;
    const colour = mix(
      mix(glow, dark, Math.min(1, 0.25 + u * 1.6)),
      palette.sky[1],
      0.12 + u * 0.38,
    );
    const shape = blob(r, x, y, radius, radius * 0.82, 0.09, 12);
    canvas.path(
      shape,
      canvas.linear([
        [0, lighten(colour, 0.07)],
        [0.7, colour],
        [1, mix(colour, glow, 0.28 * (1 - u))],
      ]),
      { "fill-opacity": (0.85 - u * 0.55).toFixed(2) },
    );
  }
}

/** Fire, sparks and their glow above the rim. */
export function eruption(canvas: Canvas, cone: Cone): void {
  const r = canvas.random("fire");
  canvas.glow(cone.x, cone.top - cone.crater, cone.crater * 7, "#ff7a3c", 0.75);
  let sparks = "";
  let arcs = "";
  for (let i = 0; i < 34; i++) {
    const angle = -Math.PI / 2 + r.between(-0.75, 0.75);
    const far = cone.crater * r.between(0.8, 5.2);
    const x = cone.x + Math.cos(angle) * far;
    const y = cone.top + Math.sin(angle) * far;
    const size = r.between(1.5, 5);
    sparks += `M${n(x - size)} ${n(y)}a${n(size)} ${n(size)} 0 1 1 ${n(size * 2)} 0a${n(size)} ${n(size)} 0 1 1 ${n(-size * 2)} 0z`;
    if (i % 3 === 0)
      arcs += `M${n(cone.x + Math.cos(angle) * cone.crater * 0.4)} ${n(cone.top)}Q${n(cone.x + Math.cos(angle) * far * 0.8)} ${n(cone.top - far * 1.1)} ${n(cone.x + Math.cos(angle) * far * 1.9)} ${n(y + far * 0.1)}`;
  }
  canvas.stroke(arcs, "#ff9a4a", 2.4, { "stroke-opacity": 0.6 });
  const fountain = smoothClosed([
    [cone.x - cone.crater * 0.75, cone.top + 8],
    [cone.x - cone.crater * 0.42, cone.top - cone.crater * 1.3],
    [cone.x, cone.top - cone.crater * 2.5],
    [cone.x + cone.crater * 0.42, cone.top - cone.crater * 1.2],
    [cone.x + cone.crater * 0.75, cone.top + 8],
  ]);
  canvas.path(
    fountain,
    canvas.linear([
      [0, "#ff7a3c", 0.3],
      [0.5, "#ffb04a"],
      [1, "#fff0b8"],
    ]),
  );
  canvas.path(sparks, "#ffd27a");
}
