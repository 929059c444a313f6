import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import { footShadow, type Light, shadeSide, turned, turnedPath } from "./interior";
import { stroke } from "./leaves";
import { ellipsePath, n, type Point } from "./path";
import { plate } from "./tea-things";

export type CupForm = "wide" | "mug" | "glass" | "bowl";

export type Drink = "coffee" | "tea" | "matcha" | "cocoa" | "cappuccino";

export type Pattern = "dots" | "band" | "zigzag" | "plain" | "stripes";

/** The colour of each drink and what it is called. */
export const DRINK: Record<Drink, { colour: string; words: string; keywords: readonly string[] }> =
  {
    coffee: { colour: "#4a2a1a", words: "coffee", keywords: ["coffee", "espresso"] },
    tea: { colour: "#c4692a", words: "tea", keywords: ["tea"] },
    matcha: { colour: "#94ad55", words: "green tea", keywords: ["matcha", "green tea", "tea"] },
    cocoa: {
      colour: "#6e4430",
      words: "hot chocolate",
      keywords: ["cocoa", "hot chocolate", "marshmallows"],
    },
    cappuccino: {
      colour: "#c89a6a",
      words: "milk coffee",
      keywords: ["cappuccino", "coffee", "milk"],
    },
  };

const PROFILE: Record<CupForm, readonly Point[]> = {
  wide: [
    [0, 1],
    [0.3, 0.96],
    [0.6, 0.8],
    [0.84, 0.56],
    [0.92, 0.44],
    [1, 0.48],
  ],
  mug: [
    [0, 0.8],
    [0.1, 0.78],
    [0.5, 0.78],
    [0.9, 0.77],
    [1, 0.7],
  ],
  glass: [
    [0, 0.62],
    [0.14, 0.6],
    [0.42, 0.5],
    [0.6, 0.58],
    [0.86, 0.62],
    [1, 0.46],
  ],
  bowl: [
    [0, 0.98],
    [0.3, 0.97],
    [0.62, 0.84],
    [0.86, 0.54],
    [0.9, 0.44],
    [1, 0.48],
  ],
};

const TALL: Record<CupForm, number> = { wide: 1.02, mug: 1.34, glass: 1.62, bowl: 0.98 };

const TILT = 0.24;

export type Cup = {
  x: number;
  foot: number;
  half: number;
  form: CupForm;
  drink: Drink;
  pattern: Pattern;
  colour: string;
  ink: string;
  saucer: string | undefined;
  light: Light;
};

/** A cup from the side and a little above. Returns the middle of the drink, for the steam. */
export function cup(canvas: Canvas, item: Cup): { x: number; y: number; half: number } {
  const { x, foot, half, form, drink, colour, saucer, light } = item;
  const height = half * TALL[form];
  const profile = PROFILE[form].map(([t, w]): Point => [t, w * half]);
  const mouth = profile[0]?.[1] ?? half;
  const side = shadeSide(light);
  const top = foot - height;
  if (saucer)
    plate(canvas, {
      x,
      y: foot,
      rx: half * (form === "glass" ? 1.05 : 1.5),
      colour: saucer,
      light,
    });
  else footShadow(canvas, { x, y: foot, rx: half * 0.8, light, alpha: 0.5 });
  if (form === "wide" || form === "mug") handle(canvas, item, height);
  const body = {
    x,
    foot: foot - half * 0.02,
    height,
    profile,
    colour: form === "glass" ? mix(DRINK[drink].colour, "#ffb45c", 0.3) : colour,
    light,
    tilt: TILT,
    random: canvas.random("cup"),
  };
  turned(canvas, body, () => decorate(canvas, item, height));
  if (form === "glass") glassShine(canvas, turnedPath(body), { x, top, half, height, side });
  const drinkY = top + mouth * TILT * 0.16;
  canvas.path(
    ellipsePath(x, top, mouth, mouth * TILT),
    lighten(colour, form === "glass" ? 0.06 : 0.09),
  );
  canvas.path(
    ellipsePath(x, top + 2, mouth * 0.93, mouth * TILT * 0.87),
    mix(lighten(colour, -0.16), "#2a1a20", 0.2),
  );
  const liquid = DRINK[drink].colour;
  canvas.group(
    { "clip-path": canvas.clip(ellipsePath(x, top + 2, mouth * 0.93, mouth * TILT * 0.87)) },
    () => {
      canvas.path(
        ellipsePath(x, drinkY + mouth * 0.03, mouth * 0.92, mouth * TILT * 0.86),
        lighten(liquid, 0.08),
      );
      canvas.path(ellipsePath(x, drinkY + mouth * 0.04, mouth * 0.86, mouth * TILT * 0.78), liquid);
      canvas.path(
        ellipsePath(x - side * mouth * 0.38, drinkY, mouth * 0.34, mouth * TILT * 0.26),
        lighten(liquid, 0.12),
        { "fill-opacity": 0.6 },
      );
      surface(canvas, drink, { x, y: drinkY + mouth * 0.03, mouth });
    },
  );
  return { x, y: drinkY, half: mouth };
}

function surface(
  canvas: Canvas,
  drink: Drink,
  { x, y, mouth }: { x: number; y: number; mouth: number },
): void {
  if (drink === "cappuccino") {
    canvas.path(ellipsePath(x, y, mouth * 0.56, mouth * TILT * 0.5), "#f4e4c8");
    stroke(
      canvas,
      `M${n(x - mouth * 0.4)} ${n(y)}q${n(mouth * 0.2)} ${n(-mouth * 0.09)} ${n(mouth * 0.4)} 0t${n(mouth * 0.4)} 0`,
      "#b98858",
      mouth * 0.035,
    );
  } else if (drink === "cocoa") {
    for (const [dx, dy] of [
      [-0.42, -0.02],
      [0.02, 0.05],
      [0.4, -0.04],
      [-0.14, -0.1],
    ] as const) {
      canvas.path(
        `M${n(x + (dx - 0.15) * mouth)} ${n(y + dy * mouth)}v${n(-mouth * 0.13)}a${n(mouth * 0.15)} ${n(mouth * 0.06)} 0 0 1 ${n(mouth * 0.3)} 0v${n(mouth * 0.13)}a${n(mouth * 0.15)} ${n(mouth * 0.06)} 0 0 1 ${n(-mouth * 0.3)} 0z`,
        "#f7ece2",
      );
      canvas.path(
        ellipsePath(x + dx * mouth, y + (dy - 0.13) * mouth, mouth * 0.15, mouth * 0.06),
        "#fffaf4",
      );
    }
  } else if (drink === "tea") {
    canvas.path(ellipsePath(x + mouth * 0.3, y, mouth * 0.3, mouth * 0.075), "#f2cf5a");
    canvas.path(ellipsePath(x + mouth * 0.3, y, mouth * 0.25, mouth * 0.06), "#f8e9a8");
  }
}

function handle(canvas: Canvas, { x, foot, half, form, colour, light }: Cup, height: number): void {
  const side = shadeSide(light);
  const at = form === "mug" ? 0.76 : 0.9;
  const d = `M${n(x + side * half * at)} ${n(foot - height * 0.82)}C${n(x + side * half * (at + 0.66))} ${n(foot - height * 0.9)} ${n(x + side * half * (at + 0.58))} ${n(foot - height * 0.22)} ${n(x + side * half * (at - (form === "mug" ? 0.02 : 0.26)))} ${n(foot - height * 0.24)}`;
  stroke(canvas, d, lighten(colour, -0.13), half * 0.17);
  canvas.group({ transform: `translate(${n(-side * half * 0.015)} ${n(-half * 0.025)})` }, () =>
    stroke(canvas, d, lighten(colour, -0.05), half * 0.1),
  );
}

function decorate(canvas: Canvas, { x, foot, half, pattern, ink }: Cup, height: number): void {
  const top = foot - height;
  const bow = (y: number) =>
    `M${n(x - half * 1.1)} ${n(y - half * 0.06)}Q${n(x)} ${n(y + half * 0.4)} ${n(x + half * 1.1)} ${n(y - half * 0.06)}`;
  if (pattern === "band") {
    stroke(canvas, bow(top + height * 0.3), ink, height * 0.11);
    stroke(canvas, bow(top + height * 0.19) + bow(top + height * 0.41), ink, height * 0.022);
  } else if (pattern === "stripes") {
    let d = "";
    for (let i = -7; i <= 7; i += 1)
      d += `M${n(x + Math.sin(i * 0.21) * half * 1.04)} ${n(top)}Q${n(x + Math.sin(i * 0.21) * half)} ${n(top + height * 0.6)} ${n(x + Math.sin(i * 0.2) * half * 0.5)} ${n(foot)}`;
    stroke(canvas, d, ink, half * 0.05);
  } else if (pattern === "dots") {
    let d = "";
    for (let row = 0; row < 3; row += 1) {
      for (let i = -6; i <= 6; i += 1) {
        const a = (i + (row % 2) / 2) * 0.25;
        d += ellipsePath(
          x + Math.sin(a) * half * (1 - row * 0.06),
          top + height * (0.3 + row * 0.19) + Math.cos(a) * half * 0.17,
          half * 0.046 * Math.cos(a * 0.9),
          half * 0.046,
        );
      }
    }
    canvas.path(d, ink);
  } else if (pattern === "zigzag") {
    let d = "";
    for (let i = -12; i <= 12; i += 1) {
      const a = i * 0.125;
      const px = x + Math.sin(a) * half * 1.02;
      const py = top + height * (i % 2 ? 0.28 : 0.44) + Math.cos(a) * half * 0.16;
      d += `${i > -12 ? "L" : "M"}${n(px)} ${n(py)}`;
    }
    stroke(canvas, d, ink, half * 0.055);
  }
}

function glassShine(
  canvas: Canvas,
  d: string,
  {
    x,
    top,
    half,
    height,
    side,
  }: { x: number; top: number; half: number; height: number; side: 1 | -1 },
): void {
  canvas.group({ "clip-path": canvas.clip(d) }, () => {
    canvas.rect(x - half, top - half * 0.2, half * 2, height * 0.16 + half * 0.2, "#fff6e6");
    stroke(
      canvas,
      `M${n(x - side * half * 0.44)} ${n(top + height * 0.2)}Q${n(x - side * half * 0.3)} ${n(top + height * 0.46)} ${n(x - side * half * 0.44)} ${n(top + height * 0.84)}`,
      "#fffaf0",
      half * 0.085,
      0.6,
    );
  });
}
