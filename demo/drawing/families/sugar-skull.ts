import type { Canvas } from "../draw/canvas";
import { lighten, lightness, mix } from "../draw/colour";
import { type FlowerKind, flower, spray } from "../draw/flower";
import { PRINT, type PrintPalette, type PrintPaletteName } from "../draw/palettes";
import { at, circle, PRINT_WORDS, polar } from "../draw/print";
import { sugarSkullHead } from "../draw/sugar-skull-head";
import type { Drawing, Family } from "../family";

type Layout = "wreath" | "crown" | "frame";

/** A painted sugar skull of the Day of the Dead with flowers. */
export const sugarSkull: Family = {
  slug: "sugar-skull",
  host: "cabinet.localhost",
  rating: "moderate",
  isCutOut: false,
  isGraphic: true,
  variants: [
    {
      aspect: "1:1",
      palette: "plum",
      options: { layout: "wreath", ground: 0, kinds: "rose,daisy,star" },
    },
    {
      aspect: "4:5",
      palette: "indigo",
      options: { layout: "crown", ground: 0, kinds: "marigold,rose" },
    },
    {
      aspect: "3:2",
      palette: "riviera",
      options: { layout: "frame", ground: 2, kinds: "daisy,star,rose" },
    },
    {
      aspect: "1:1",
      palette: "bauhaus",
      options: { layout: "crown", ground: 5, kinds: "marigold,star" },
    },
  ],
  draw(canvas, variant): Drawing {
    const palette = PRINT[variant.palette as PrintPaletteName];
    const layout = variant.options?.layout as Layout;
    const kinds = String(variant.options?.kinds).split(",") as FlowerKind[];
    const ground = at(
      [...palette.colours, mix(palette.ink, "#1f2a4a", 0.4)],
      Number(variant.options?.ground),
    );
    const { width, height, short } = canvas;
    canvas.rect(
      0,
      0,
      width,
      height,
      canvas.linear([
        [0, lighten(ground, 0.02)],
        [1, lighten(ground, -0.05)],
      ]),
    );
    const [cx, cy] = [width / 2, height * (layout === "crown" ? 0.56 : 0.5)];
    rays(canvas, ground, cx, cy, layout);
    const size = short * (layout === "wreath" ? 0.265 : layout === "crown" ? 0.375 : 0.37);
    const blooms = palette.colours
      .filter((c) => Math.abs(lightness(c) - lightness(ground)) > 0.09 || c !== ground)
      .filter((c) => lightness(c) > 0.5 && c !== "#6a6a68");
    if (layout === "wreath") wreath(canvas, palette, blooms, kinds, cx, cy);
    if (layout === "frame") corners(canvas, palette, blooms, kinds);
    sugarSkullHead(canvas, palette, cx, cy, size);
    if (layout === "crown") crown(canvas, palette, blooms, kinds, cx, cy - size * 0.88, size);
    const names: Record<Layout, string> = {
      wreath: "Sugar skull in a wreath of flowers",
      crown: `Painted skull with a crown of ${kinds[0] === "marigold" ? (variant.palette === "indigo" ? "marigolds and roses" : "bright marigolds") : "flowers"}`,
      frame: "Painted skull between corners full of flowers",
    };
    return {
      name: names[layout],
      keywords: [
        "skull",
        "sugar skull",
        "flowers",
        "Day of the Dead",
        "Mexico",
        "decoration",
        ...kinds,
        ...PRINT_WORDS[palette.name].keywords,
      ],
      grain: 9,
    };
  },
};

/** Scalloped rings behind the head. */
function rays(canvas: Canvas, ground: string, cx: number, cy: number, layout: Layout): void {
  const { short } = canvas;
  const count = layout === "wreath" ? 0 : 40;
  let d = "";
  for (let i = 0; i < count; i += 1) {
    const angle = (i / count) * Math.PI * 2;
    d += `M${polar(cx, cy, short * 0.1, angle)
      .map((v) => v.toFixed(1))
      .join(" ")}L${polar(cx, cy, short * 1.3, angle - 0.035)
      .map((v) => v.toFixed(1))
      .join(" ")}L${polar(cx, cy, short * 1.3, angle + 0.035)
      .map((v) => v.toFixed(1))
      .join(" ")}z`;
  }
  canvas.path(d, lighten(ground, 0.045));
  let ring = "";
  for (let i = 0; i < 36; i += 1) {
    const [x, y] = polar(cx, cy, short * 0.475, (i / 36) * Math.PI * 2);
    if (layout === "wreath") ring += circle(x, y, short * (i % 2 ? 0.006 : 0.01));
  }
  canvas.path(ring, lighten(ground, 0.16));
}

function wreath(
  canvas: Canvas,
  palette: PrintPalette,
  blooms: readonly string[],
  kinds: readonly FlowerKind[],
  cx: number,
  cy: number,
): void {
  const { short } = canvas;
  const r = canvas.random("wreath");
  const greens = ["#3f7a5a", "#5f9a5f", "#2f6150"];
  for (let i = 0; i < 66; i += 1) {
    const angle = (i / 66) * 360 + r.between(-4, 4);
    const [x, y] = polar(cx, cy, short * (0.36 + (i % 2 ? 0.02 : -0.012)), (angle * Math.PI) / 180);
    const turn =
      angle + (i % 3 === 0 ? 180 + r.between(-30, 30) : r.between(40, 75) * (i % 2 ? 1 : -1));
    const size = short * r.between(0.085, 0.115) * (i % 3 === 0 ? 0.8 : 1);
    spray(canvas, { x, y, turn, size }, at(greens, i));
  }
  for (let i = 0; i < 18; i += 1) {
    const big = i % 3 === 0;
    const [x, y] = polar(
      cx,
      cy,
      short * (0.36 + (big ? 0 : i % 3 === 1 ? 0.035 : -0.03)),
      (i / 18) * Math.PI * 2 - Math.PI / 2,
    );
    flower(
      canvas,
      canvas.random(`flower${i}`),
      at(kinds, Math.floor(i / 3) + (i % 3)),
      { x, y, size: short * (big ? 0.078 : 0.045) },
      at([...blooms, palette.paper], i * 2 + Math.floor(i / 3)),
      at(["#f2c14e", "#e9a03b"], i),
    );
  }
}

function crown(
  canvas: Canvas,
  palette: PrintPalette,
  blooms: readonly string[],
  kinds: readonly FlowerKind[],
  cx: number,
  cy: number,
  size: number,
): void {
  const spots = [
    [-0.86, 0.42, 0.2],
    [0.86, 0.42, 0.2],
    [-0.72, 0.14, 0.26],
    [0.72, 0.14, 0.26],
    [-0.42, -0.06, 0.3],
    [0.42, -0.06, 0.3],
    [0, -0.14, 0.38],
  ] as const;
  for (const [i, [dx, dy, k]] of spots.entries()) {
    for (const lean of [-70, -25, 25, 70]) {
      const turn = -90 + dx * 55 + lean;
      spray(
        canvas,
        { x: cx + dx * size, y: cy + dy * size, turn, size: size * k * 1.75 },
        at(["#3f7a5a", "#5f9a5f", "#2f6150"], i + Math.round(lean / 20)),
      );
    }
  }
  for (const [i, [dx, dy, k]] of spots.entries()) {
    const pair = Math.floor((i + 1) / 2);
    flower(
      canvas,
      canvas.random(`flower${i}`),
      at(kinds, i === 6 ? 0 : pair),
      { x: cx + dx * size, y: cy + dy * size, size: size * k },
      at([...blooms, palette.paper], i === 6 ? 0 : pair),
      "#f2c14e",
    );
  }
}

function corners(
  canvas: Canvas,
  palette: PrintPalette,
  blooms: readonly string[],
  kinds: readonly FlowerKind[],
): void {
  const { width, height, short } = canvas;
  for (const [corner, [sx, sy]] of (
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ] as const
  ).entries()) {
    const r = canvas.random(`corner${corner}`);
    const spots = [
      [0.06, 0.06, 0.15],
      [0.27, 0.05, 0.1],
      [0.06, 0.27, 0.1],
      [0.22, 0.19, 0.085],
      [0.42, 0.05, 0.06],
      [0.05, 0.43, 0.06],
    ] as const;
    const to = (dx: number, dy: number) => ({
      x: sx ? width - dx * short : dx * short,
      y: sy ? height - dy * short : dy * short,
    });
    for (const [dx, dy] of spots) {
      for (let i = 0; i < 3; i += 1) {
        const out = (Math.atan2(sy ? -1 : 1, sx ? -1 : 1) * 180) / Math.PI;
        spray(
          canvas,
          { ...to(dx, dy), turn: out + (i - 1) * 48 + r.between(-10, 10), size: short * 0.17 },
          at(["#1f5a4a", "#3f7a5a", "#16423f"], i + corner),
        );
      }
    }
    for (const [i, [dx, dy, k]] of spots.entries()) {
      flower(
        canvas,
        canvas.random(`flower${corner}-${i}`),
        at(kinds, i + corner),
        { ...to(dx, dy), size: short * k },
        at([...blooms, palette.paper], i + corner * 2),
        "#f2c14e",
      );
    }
  }
}
