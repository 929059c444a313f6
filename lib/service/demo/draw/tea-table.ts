import "server-only";

import type { Canvas } from "./canvas";
import { lighten, lightness, mix } from "./colour";
import { footShadow, type Light, shadeSide, turned, turnedPath } from "./interior";
import { stroke } from "./leaves";
import { ellipsePath, n, type Point } from "./path";

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

/** A saucer or a plate seen from a little above. */
export function plate(
  canvas: Canvas,
  { x, y, rx, colour, light }: { x: number; y: number; rx: number; colour: string; light: Light },
): void {
  const ry = rx * 0.25;
  const side = shadeSide(light);
  footShadow(canvas, {
    x: x + side * rx * 0.06,
    y: y + ry * 0.55,
    rx: rx * 0.86,
    light,
    alpha: 0.46,
  });
  canvas.path(ellipsePath(x, y + ry * 0.26, rx, ry), lighten(colour, -0.16));
  canvas.path(
    ellipsePath(x, y, rx, ry),
    canvas.linear(
      [
        [0, lighten(colour, side > 0 ? 0.05 : -0.06)],
        [1, lighten(colour, side > 0 ? -0.06 : 0.05)],
      ],
      "right",
    ),
  );
  canvas.path(ellipsePath(x, y + ry * 0.04, rx * 0.66, ry * 0.62), lighten(colour, -0.055));
  canvas.path(ellipsePath(x + side * rx * 0.2, y + ry * 0.08, rx * 0.5, ry * 0.5), "#1c0f24", {
    "fill-opacity": 0.22,
  });
}

/** Books lying on each other; returns the height of the pile. */
export function books(
  canvas: Canvas,
  {
    x,
    foot,
    width,
    colours,
    light,
    paper,
  }: {
    x: number;
    foot: number;
    width: number;
    colours: readonly string[];
    light: Light;
    paper: string;
  },
): number {
  const r = canvas.random("books");
  let y = foot;
  footShadow(canvas, { x, y: foot, rx: width * 0.5, light, alpha: 0.5 });
  colours.forEach((colour, i) => {
    const w = width * (1 - i * 0.07) * r.between(0.95, 1.02);
    const h = width * r.between(0.105, 0.145);
    const left = x - w / 2 + r.between(-0.04, 0.04) * width;
    const spine = h * 0.5;
    canvas.path(
      `M${n(left + spine * 0.4)} ${n(y)}Q${n(left - spine * 0.5)} ${n(y - h / 2)} ${n(left + spine * 0.4)} ${n(y - h)}H${n(left + w)}v${n(h * 0.15)}H${n(left + w - 8)}v${n(h * 0.7)}h8v${n(h * 0.15)}z`,
      lighten(colour, -0.03),
    );
    canvas.rect(left + spine, y - h * 0.86, w - spine - 6, h * 0.72, mix(paper, "#b08a5a", 0.12));
    let pages = "";
    for (let k = 1; k < 5; k += 1)
      pages += `M${n(left + spine)} ${n(y - h * 0.86 + h * 0.144 * k)}H${n(left + w - 7)}`;
    stroke(canvas, pages, mix(paper, "#6b4a35", 0.4), 1.5, 0.6);
    canvas.path(
      `M${n(left + spine * 0.4)} ${n(y - h)}H${n(left + w)}v${n(h * 0.15)}H${n(left + spine * 0.7)}z`,
      lighten(colour, 0.05),
    );
    stroke(
      canvas,
      `M${n(left + spine * 0.1)} ${n(y - h * 0.3)}l6 0M${n(left + spine * 0.1)} ${n(y - h * 0.7)}l6 0`,
      lighten(colour, 0.2),
      4,
      0.8,
    );
    y -= h;
  });
  return foot - y;
}

/** A round teapot with its spout towards the light. */
export function teapot(
  canvas: Canvas,
  {
    x,
    foot,
    half,
    colour,
    ink,
    light,
  }: { x: number; foot: number; half: number; colour: string; ink: string; light: Light },
): void {
  const side = shadeSide(light);
  const height = half * 1.5;
  footShadow(canvas, { x, y: foot, rx: half * 0.9, light, alpha: 0.5 });
  stroke(
    canvas,
    `M${n(x + side * half * 0.7)} ${n(foot - height * 0.9)}C${n(x + side * half * 1.75)} ${n(foot - height * 1.05)} ${n(x + side * half * 1.7)} ${n(foot - height * 0.2)} ${n(x + side * half * 0.9)} ${n(foot - height * 0.3)}`,
    lighten(colour, -0.12),
    half * 0.17,
  );
  canvas.path(
    `M${n(x - side * half * 0.7)} ${n(foot - height * 0.22)}C${n(x - side * half * 1.35)} ${n(foot - height * 0.3)} ${n(x - side * half * 1.25)} ${n(foot - height * 0.75)} ${n(x - side * half * 1.72)} ${n(foot - height * 0.98)}L${n(x - side * half * 1.45)} ${n(foot - height * 1.04)}C${n(x - side * half * 1.1)} ${n(foot - height * 0.95)} ${n(x - side * half * 1.05)} ${n(foot - height * 0.75)} ${n(x - side * half * 0.7)} ${n(foot - height * 0.68)}z`,
    lighten(colour, 0.03),
  );
  const profile: Point[] = [
    [0, 0.46],
    [0.08, 0.62],
    [0.34, 0.96],
    [0.6, 1],
    [0.86, 0.78],
    [1, 0.54],
  ];
  turned(
    canvas,
    {
      x,
      foot,
      height,
      profile: profile.map(([t, w]): Point => [t, w * half]),
      colour,
      light,
      random: canvas.random("teapot"),
    },
    () => {
      stroke(
        canvas,
        `M${n(x - half * 1.1)} ${n(foot - height * 0.5)}Q${n(x)} ${n(foot - height * 0.36)} ${n(x + half * 1.1)} ${n(foot - height * 0.5)}m0 ${n(half * 0.14)}Q${n(x)} ${n(foot - height * 0.26)} ${n(x - half * 1.1)} ${n(foot - height * 0.4)}`,
        ink,
        half * 0.05,
      );
    },
  );
  canvas.path(
    `M${n(x - half * 0.52)} ${n(foot - height * 0.98)}Q${n(x)} ${n(foot - height * 1.28)} ${n(x + half * 0.52)} ${n(foot - height * 0.98)}Q${n(x)} ${n(foot - height * 0.9)} ${n(x - half * 0.52)} ${n(foot - height * 0.98)}z`,
    lighten(colour, lightness(colour) > 0.6 ? -0.06 : 0.05),
  );
  canvas.path(ellipsePath(x, foot - height * 1.2, half * 0.12, half * 0.12), lighten(ink, 0.02));
}

/** A small stack of round biscuits, or biscuits lying on a plate. */
export function biscuits(
  canvas: Canvas,
  { x, foot, radius, light }: { x: number; foot: number; radius: number; light: Light },
): void {
  const r = canvas.random("biscuits");
  footShadow(canvas, { x, y: foot, rx: radius * 0.95, light });
  for (let i = 0; i < 4; i += 1) {
    const y = foot - i * radius * 0.27;
    const dx = r.between(-0.08, 0.08) * radius;
    canvas.path(
      `M${n(x + dx - radius)} ${n(y - radius * 0.25)}v${n(radius * 0.16)}a${n(radius)} ${n(radius * 0.26)} 0 0 0 ${n(radius * 2)} 0v${n(-radius * 0.16)}z`,
      "#b9793f",
    );
    canvas.path(ellipsePath(x + dx, y - radius * 0.25, radius, radius * 0.26), "#dca765");
  }
  let chips = "";
  for (let k = 0; k < 9; k += 1)
    chips += ellipsePath(
      x + r.between(-0.7, 0.7) * radius,
      foot - radius * 1.06 + r.between(-0.13, 0.13) * radius,
      radius * 0.075,
      radius * 0.04,
    );
  canvas.path(chips, "#5a3420");
}
