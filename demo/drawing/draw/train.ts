import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import { stroke } from "./leaves";
import type { LandscapePalette } from "./palettes";
import { ellipsePath, n } from "./path";

/** A steam train on the deck of a viaduct, running to the right. */
export function train(
  canvas: Canvas,
  {
    palette,
    deckY,
    x,
    size,
  }: { palette: LandscapePalette; deckY: number; x: number; size: number },
): void {
  const dark = mix(palette.near, palette.sky[1], 0.08);
  const red = mix(palette.accent, palette.near, palette.isDark ? 0.3 : 0.1);
  const y = deckY;
  const glass = palette.isDark
    ? mix(palette.accent, palette.sun, 0.4)
    : mix(palette.sun, palette.sky[0], 0.3);
  for (let car = 0; car < 4; car += 1) {
    const cx = x - size * (1.36 + car * 1.3);
    canvas.path(
      `M${n(cx)} ${n(y - size * 0.1)}v${n(-size * 0.46)}q0 ${n(-size * 0.08)} ${n(size * 0.1)} ${n(-size * 0.08)}h${n(size * 1.02)}q${n(size * 0.1)} 0 ${n(size * 0.1)} ${n(size * 0.08)}v${n(size * 0.46)}z`,
      car % 2 ? lighten(red, -0.03) : red,
    );
    let windows = "";
    for (let i = 0; i < 5; i += 1)
      windows += `M${n(cx + size * (0.1 + i * 0.21))} ${n(y - size * 0.5)}h${n(size * 0.14)}v${n(size * 0.18)}h${n(-size * 0.14)}z`;
    canvas.path(windows, glass);
    canvas.rect(cx, y - size * 0.64, size * 1.22, size * 0.07, dark);
    canvas.path(
      ellipsePath(cx + size * 0.24, y - size * 0.07, size * 0.09, size * 0.09) +
        ellipsePath(cx + size * 0.96, y - size * 0.07, size * 0.09, size * 0.09),
      dark,
    );
  }
  canvas.path(
    `M${n(x)} ${n(y - size * 0.1)}v${n(-size * 0.72)}h${n(size * 0.42)}v${n(size * 0.24)}h${n(size * 0.72)}q${n(size * 0.14)} 0 ${n(size * 0.14)} ${n(size * 0.14)}v${n(size * 0.34)}z`,
    dark,
  );
  canvas.path(
    `M${n(x - size * 0.06)} ${n(y - size * 0.8)}h${n(size * 0.54)}v${n(-size * 0.08)}h${n(-size * 0.54)}z`,
    red,
  );
  canvas.path(
    `M${n(x + size * 0.98)} ${n(y - size * 0.56)}l${n(-size * 0.03)} ${n(-size * 0.3)}h${n(size * 0.2)}l${n(-size * 0.03)} ${n(size * 0.3)}z`,
    dark,
  );
  canvas.rect(x + size * 0.1, y - size * 0.7, size * 0.18, size * 0.2, glass);
  let wheels = "";
  for (const wx of [0.16, 0.44, 0.72, 1.06])
    wheels += ellipsePath(x + size * wx, y - size * 0.12, size * 0.13, size * 0.13);
  canvas.path(wheels, dark);
  stroke(
    canvas,
    `M${n(x + size * 0.16)} ${n(y - size * 0.12)}h${n(size * 0.6)}`,
    red,
    size * 0.045,
  );
  const r = canvas.random("smoke");
  for (let i = 0; i < 16; i += 1) {
    const t = i / 15;
    const radius = size * (0.13 + 0.5 * t);
    canvas.path(
      ellipsePath(
        x + size * (1.04 - 4.4 * t) + r.between(-8, 8),
        y - size * (1.0 + 0.85 * t ** 0.7) + r.between(-6, 6),
        radius * 1.2,
        radius * 0.8,
      ),
      mix(palette.sun, palette.haze, 0.3 + 0.4 * t),
      { "fill-opacity": (0.62 * (1 - t) + 0.06).toFixed(2) },
    );
  }
}
