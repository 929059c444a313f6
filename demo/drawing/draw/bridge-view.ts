import type { BridgeKind } from "./arched-bridges";
import type { Canvas } from "./canvas";
import { mix } from "./colour";
import { roundTree } from "./field";
import { layers, mistBand } from "./landscape";
import type { LandscapePalette } from "./palettes";
import { pineRow } from "./pines";
import { skylineRow } from "./skyline";

export type Beyond = "city" | "hills" | "mountains" | "trees";

export type Options = {
  kind: BridgeKind;
  beyond: Beyond;
  sunAt: number;
  isHidden: boolean;
  boat: boolean;
  hasFog: boolean;
};

export function beyond(
  canvas: Canvas,
  palette: LandscapePalette,
  { beyond: kind, hasFog, kind: form }: Options,
  waterY: number,
  sunX: number,
): void {
  const { width, height, short, long } = canvas;
  const part = "beyond";
  if (kind === "mountains") {
    layers(canvas, palette, {
      from: waterY * 0.5,
      to: waterY * 0.92,
      count: 5,
      amplitude: waterY * 0.2,
      depth: [0.02, form === "viaduct" ? 0.6 : 0.4],
      shape: "alpine",
      part,
      bottom: waterY + 10,
      after: (layer, _depth, i) => {
        if (i < 3) return;
        canvas.path(
          pineRow(canvas.random(`pines/${i}`), {
            from: -20,
            to: width + 20,
            at: layer.at,
            height: short * (0.05 + (i - 3) * 0.035),
            spacing: 18 + i * 5,
          }),
          mix(layer.colour, palette.near, 0.25),
        );
      },
    });
  } else {
    layers(canvas, palette, {
      from: waterY * 0.82,
      to: waterY * 0.95,
      count: kind === "city" ? 1 : 3,
      amplitude: waterY * 0.12,
      depth: [0.06, kind === "city" ? 0.06 : 0.42],
      part,
      bottom: waterY + 10,
    });
  }
  if (kind === "city") {
    const tall = Math.min(waterY * 0.5, long * 0.3);
    skylineRow(
      canvas,
      palette,
      {
        part: "far",
        foot: waterY,
        tall,
        wide: long * 0.034,
        depth: 0.08,
        peak: 0.7,
        lit: palette.isDark ? 0.22 : 0.2,
      },
      sunX,
    );
    skylineRow(
      canvas,
      palette,
      {
        part: "near",
        foot: waterY,
        tall: tall * 0.56,
        wide: long * 0.042,
        depth: 0.36,
        peak: 0.6,
        lit: palette.isDark ? 0.36 : 0.4,
      },
      sunX,
    );
  }
  if (kind === "trees") {
    const r = canvas.random("trees");
    for (const row of [0, 1]) {
      for (let x = -40; x < width + 60; x += short * r.between(0.07, 0.13)) {
        if (form === "moon" && row === 1 && Math.abs(x / width - 0.5) < 0.3) continue;
        const warm = r.pick(
          palette.name === "autumn"
            ? ["#c8642c", "#b8862f", "#8f3f2a", "#7d7a3a"]
            : palette.name === "rose"
              ? ["#e79bb0", "#f0b4bf", "#d98aa6", "#7f9a78"]
              : ["#4f7a55", "#5f8a5a"],
        );
        roundTree(canvas, r, {
          x,
          y: waterY + 4,
          size: short * r.between(0.16, 0.28) * (row ? 1.25 : 1),
          colour: mix(mix(warm, palette.near, 0.12 + row * 0.14), palette.haze, 0.42 - row * 0.28),
          lit: palette.sun,
          side: sunX < x ? 1 : -1,
          blobs: 9,
        });
      }
    }
  }
  if (hasFog) mistBand(canvas, palette.haze, waterY - height * 0.26, waterY + 20, 0.85);
}
