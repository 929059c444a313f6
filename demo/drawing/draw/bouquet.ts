import { type BloomKind, bloom, sprig } from "./bloom";
import type { Canvas } from "./canvas";
import { lighten, lightness, mix } from "./colour";
import { footShadow, type Light, shadeSide, turned } from "./interior";
import { stroke } from "./leaves";
import type { InteriorPalette } from "./palettes";
import { n, type Point } from "./path";

export type Vase = "bottle" | "jar" | "amphora" | "jug" | "bowl";

export type Filling = BloomKind | "eucalyptus" | "olive" | "grasses" | "none";

type Behind = "disc" | "arch" | "sunlight";

export type Options = {
  vase: Vase;
  filling: Filling;
  fruit: string;
  behind: Behind;
  light: Light;
  cloth: boolean;
};

const PROFILE: Record<Vase, readonly Point[]> = {
  bottle: [
    [0, 0.36],
    [0.05, 0.28],
    [0.34, 0.22],
    [0.5, 0.42],
    [0.68, 0.86],
    [0.86, 0.94],
    [1, 0.66],
  ],
  jar: [
    [0, 0.5],
    [0.06, 0.44],
    [0.14, 0.5],
    [0.34, 0.9],
    [0.58, 1],
    [0.82, 0.8],
    [1, 0.54],
  ],
  amphora: [
    [0, 0.46],
    [0.06, 0.36],
    [0.2, 0.34],
    [0.36, 0.76],
    [0.52, 0.92],
    [0.74, 0.72],
    [0.93, 0.36],
    [1, 0.46],
  ],
  jug: [
    [0, 0.56],
    [0.1, 0.48],
    [0.26, 0.48],
    [0.5, 0.82],
    [0.76, 0.92],
    [0.94, 0.76],
    [1, 0.66],
  ],
  bowl: [
    [0, 1.5],
    [0.2, 1.46],
    [0.5, 1.26],
    [0.8, 0.82],
    [0.88, 0.56],
    [1, 0.62],
  ],
};

export function vessel(
  canvas: Canvas,
  palette: InteriorPalette,
  { vase, filling, light }: Options,
  at: { x: number; foot: number; unit: number },
): void {
  const { x, foot, unit } = at;
  const height = unit * (vase === "bowl" ? 2.2 : vase === "jug" ? 3.3 : 3.7);
  const half = unit * (vase === "bowl" ? 1.75 : 1.42);
  const grounds = [palette.wall, palette.table].map(lightness);
  const free = [palette.paper, ...palette.objects, palette.accent].filter((colour) =>
    grounds.every((ground) => Math.abs(ground - lightness(colour)) > 0.13),
  );
  const colour =
    free[canvas.id.charCodeAt(canvas.id.length - 1) % Math.max(1, free.length)] ?? palette.paper;
  const random = canvas.random("vase");
  if (filling !== "none") bouquet(canvas, palette, filling, { x, y: foot - height, unit });
  footShadow(canvas, { x, y: foot, rx: half * 0.8, light, alpha: 0.5 });
  const rim = lighten(colour, -0.1);
  const side = shadeSide(light);
  const handle = (to: 1 | -1) => {
    const d = `M${n(x + to * half * 0.4)} ${n(foot - height * 0.88)}C${n(x + to * half * 1.5)} ${n(foot - height * 1.02)} ${n(x + to * half * 1.5)} ${n(foot - height * 0.5)} ${n(x + to * half * 0.8)} ${n(foot - height * 0.44)}`;
    stroke(canvas, d, to === side ? rim : lighten(colour, -0.03), unit * 0.24);
  };
  if (vase === "amphora") {
    handle(1);
    handle(-1);
  } else if (vase === "jug") handle(side);
  const profile = PROFILE[vase].map(([t, w]): Point => [t, w * half]);
  turned(
    canvas,
    {
      x,
      foot,
      height,
      profile,
      colour,
      light,
      random,
      ...(vase === "bowl" ? {} : { inside: lighten(colour, -0.3) }),
    },
    () => {
      const ink =
        lightness(colour) > 0.62
          ? mix(colour, palette.accent, 0.75)
          : mix(colour, palette.paper, 0.8);
      bands(canvas, {
        x,
        top: foot - height,
        height,
        half: half * 1.6,
        ink,
        dense: vase === "jar" || vase === "bowl",
      });
    },
  );
}

function bands(
  canvas: Canvas,
  {
    x,
    top,
    height,
    half,
    ink,
    dense,
  }: { x: number; top: number; height: number; half: number; ink: string; dense: boolean },
): void {
  const arc = (y: number) =>
    `M${n(x - half)} ${n(y - half * 0.1)}Q${n(x)} ${n(y + half * 0.16)} ${n(x + half)} ${n(y - half * 0.1)}`;
  stroke(canvas, arc(top + height * 0.44) + arc(top + height * 0.49), ink, height * 0.014, 0.85);
  if (!dense) return;
  let leavesPath = "";
  for (let i = -6; i <= 6; i += 1) {
    const px = x + i * half * 0.16;
    const py = top + height * 0.62 + half * 0.04 * (1 - (i / 5) ** 2);
    leavesPath += `M${n(px)} ${n(py + height * 0.1)}q${n(half * 0.07)} ${n(-height * 0.08)} 0 ${n(-height * 0.17)}q${n(-half * 0.07)} ${n(height * 0.08)} 0 ${n(height * 0.17)}z`;
  }
  canvas.path(leavesPath, ink, { "fill-opacity": 0.85 });
}

function bouquet(
  canvas: Canvas,
  palette: InteriorPalette,
  filling: Filling,
  { x, y, unit }: { x: number; y: number; unit: number },
): void {
  const r = canvas.random("bouquet");
  const green = mix("#4f8555", lightness(palette.wall) < 0.45 ? "#b5d698" : "#1d4a4a", 0.22);
  const tips = [-0.95, 0.9, -0.55, 0.55, -0.18, 0.24, 0.02].map((t, i) => ({
    t,
    tipX: x + t * unit * 2.1,
    tipY: y - unit * (3.1 - Math.abs(t) * 1.5) * (i % 2 ? 0.88 : 1),
  }));
  if (filling === "eucalyptus" || filling === "olive") {
    for (const { tipX, tipY, t } of tips)
      sprig(canvas, {
        x: x + t * unit * 0.2,
        y: y + unit * 0.3,
        tipX,
        tipY,
        colour: lighten(mix(green, "#8fb0a8", filling === "eucalyptus" ? 0.3 : 0.05), t * 0.05),
        leaf: unit * 0.62,
        round: filling === "eucalyptus",
        pairs: filling === "olive" ? 9 : 7,
      });
    return;
  }
  if (filling === "grasses" || filling === "none") return;
  for (const { tipX, tipY, t } of tips.slice(0, 4))
    sprig(canvas, {
      x: x + t * unit * 0.2,
      y: y + unit * 0.3,
      tipX: x + (tipX - x) * 1.12,
      tipY: tipY + unit * 0.8,
      colour: lighten(green, -0.03),
      leaf: unit * 0.55,
      pairs: 5,
    });
  const tint: Record<BloomKind, string> = {
    daisy: "#fbf6ea",
    sunflower: "#efb52f",
    rose: "#d9627a",
    poppy: "#d8402e",
    tulip: "#e0568a",
    cornflower: "#4667c8",
    anemone: "#e88aa0",
  };
  let petal = tint[filling];
  if (Math.abs(lightness(petal) - lightness(palette.wall)) < 0.1)
    petal = lighten(petal, lightness(palette.wall) > 0.6 ? -0.12 : 0.12);
  for (const { tipX, tipY, t } of tips) {
    stroke(
      canvas,
      `M${n(x + t * unit * 0.2)} ${n(y + unit * 0.3)}Q${n(x + t * unit * 0.4)} ${n((y + tipY) / 2)} ${n(tipX)} ${n(tipY)}`,
      green,
      unit * 0.075,
    );
    bloom(canvas, filling, {
      x: tipX,
      y: tipY,
      radius: unit * (filling === "tulip" ? 0.56 : 0.68) * r.between(0.88, 1.1),
      colour: lighten(petal, r.between(-0.03, 0.03)),
      turn: t * 0.6,
      random: r,
    });
  }
}
