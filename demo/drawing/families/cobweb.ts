import type { Canvas } from "../draw/canvas";
import { lighten, mix } from "../draw/colour";
import { frond, leafShape } from "../draw/leaf";
import { fullMoon } from "../draw/night-parts";
import { LANDSCAPE, type LandscapePalette, type LandscapePaletteName } from "../draw/palettes";
import { n } from "../draw/path";
import { at, castShadow, circle, line, petal, place } from "../draw/print";
import { drops, gardenSpider, softLights, spiderAt, threads, webPlan } from "../draw/web";
import type { Drawing, Family } from "../family";

type Scene = "leaves" | "grass" | "moon" | "thread" | "spider";

const SCENES: Record<Scene, { name: string; keywords: readonly string[] }> = {
  leaves: {
    name: "Cobweb with dew drops between green leaves",
    keywords: ["leaves", "green", "garden"],
  },
  grass: {
    name: "Cobweb with dew in tall grass at sunrise",
    keywords: ["grass", "sunrise", "sun", "golden"],
  },
  moon: {
    name: "Cobweb under the full moon on an autumn night",
    keywords: ["moon", "night", "autumn", "leaves", "blue"],
  },
  thread: {
    name: "Garden spider on a thread in front of the moon",
    keywords: ["spider", "moon", "night", "thread"],
  },
  spider: {
    name: "Orange garden spider in the middle of its web",
    keywords: ["spider", "orange", "leaves", "garden"],
  },
};

/** Orb webs in the early morning or by night, some with a spider. */
export const cobweb: Family = {
  slug: "cobweb",
  host: "cabinet.localhost",
  rating: "moderate",
  isCutOut: false,
  variants: [
    { aspect: "3:2", palette: "mint", options: { scene: "leaves" } },
    { aspect: "4:5", palette: "sunset", options: { scene: "grass" } },
    { aspect: "16:9", palette: "night", options: { scene: "moon" } },
    { aspect: "4:5", palette: "aurora", options: { scene: "spider" } },
    { aspect: "2:3", palette: "violet", options: { scene: "thread" } },
  ],
  draw(canvas, variant): Drawing {
    const palette = LANDSCAPE[variant.palette as LandscapePaletteName];
    const scene = variant.options?.scene as Scene;
    const { width, height, short } = canvas;
    const r = canvas.random("web");
    ground(canvas, palette, scene);
    const light = mix(palette.sun, "#ffffff", 0.5);
    if (scene === "thread") {
      fullMoon(
        canvas,
        width * 0.5,
        height * 0.55,
        short * 0.4,
        mix(palette.sun, palette.accent, 0.15),
        palette.sky[1],
      );
      twigs(canvas, palette, scene);
      hanging(canvas, light);
    } else {
      if (scene === "moon")
        fullMoon(canvas, width * 0.8, height * 0.34, short * 0.19, palette.sun, palette.sky[1]);
      const [x, y] = {
        leaves: [0.56, 0.5],
        grass: [0.5, 0.37],
        moon: [0.4, 0.52],
        spider: [0.5, 0.47],
      }[scene] as [number, number];
      const web = webPlan(
        r,
        width * x,
        height * y,
        short * (scene === "moon" ? 0.42 : 0.43),
        scene === "spider" ? 22 : 28,
      );
      if (scene === "grass") grass(canvas, palette, 0);
      const points = threads(canvas, r, web, light, scene === "spider" ? 15 : 21);
      drops(canvas, r, points, {
        light,
        deep: mix(mix(palette.near, palette.sky[1], 0.55), light, 0.2),
      });
      if (scene === "grass") grass(canvas, palette, 1);
      else twigs(canvas, palette, scene);
      if (scene === "spider") {
        const spot = spiderAt(web.x, web.y, short * 0.5, 8);
        castShadow(canvas, circle(0, 0, 42), spot, { dx: 16, dy: 30, alpha: 0.3 });
        canvas.group({ transform: spot }, () =>
          gardenSpider(canvas, "#d9822e", "#4a2418", "#fbeccb"),
        );
      }
    }
    const { name, keywords } = SCENES[scene];
    const web = ["cobweb", "web", "spider web", "dew", "drops"];
    const common = scene === "thread" ? [] : scene === "moon" ? web : [...web, "morning"];
    return {
      name,
      keywords: ["nature", ...common, ...keywords],
      grain: 7,
    };
  },
};

function ground(canvas: Canvas, palette: LandscapePalette, scene: Scene): void {
  const { width, height, short } = canvas;
  const r = canvas.random("ground");
  const deep = mix(palette.near, palette.sky[0], 0.3);
  const isDay = scene === "leaves" || scene === "grass";
  const stops =
    scene === "leaves"
      ? ([
          [0, mix("#2f5d43", palette.sky[0], 0.25)],
          [0.6, "#22503f"],
          [1, "#12302b"],
        ] as const)
      : scene === "grass"
        ? ([
            [0, mix(palette.sky[0], palette.near, 0.3)],
            [0.5, palette.sky[1]],
            [0.78, palette.sky[2]],
            [1, mix(palette.sky[1], palette.near, 0.4)],
          ] as const)
        : scene === "spider"
          ? ([
              [0, "#0e3a3a"],
              [0.5, "#14504a"],
              [1, "#07242b"],
            ] as const)
          : ([
              [0, mix(palette.sky[0], palette.near, 0.35)],
              [0.6, palette.sky[0]],
              [1, mix(palette.sky[1], deep, 0.3)],
            ] as const);
  canvas.rect(0, 0, width, height, canvas.linear(stops, { x1: 0, y1: 0, x2: 0.3, y2: 1 }));
  const spots = isDay
    ? [palette.sky[1], palette.sky[2], palette.sun]
    : [palette.sky[1], palette.sky[2]];
  softLights(canvas, r, spots, scene === "thread" ? 6 : scene === "leaves" ? 15 : 4);
  if (scene === "grass") {
    canvas.glow(width * 0.5, height * 0.76, short * 0.6, palette.sun, 0.8);
    canvas.path(circle(width * 0.5, height * 0.78, short * 0.17), palette.sun);
  }
  if (scene === "leaves") canvas.glow(width * 0.2, 0, short * 0.9, palette.sky[2], 0.5);
}

/** Twigs at the edges that hold the web. */
function twigs(canvas: Canvas, palette: LandscapePalette, scene: Scene): void {
  const { width, height, short } = canvas;
  const r = canvas.random("twigs");
  const isNight = scene === "moon" || scene === "thread";
  const bark = isNight ? mix(palette.near, palette.sky[0], 0.25) : "#33291f";
  const paths: readonly (readonly [number, number, number, number, number, number])[] =
    scene === "thread"
      ? [[-0.05, 0.1, 0.4, 0.02, 1.05, 0.12]]
      : [
          [-0.03, -0.02, 0.04, 0.4, -0.02, 1.03],
          [1.02, -0.03, 0.93, 0.5, 1.03, 1.02],
          [-0.02, 0.0, 0.5, 0.06, 1.02, -0.01],
        ];
  for (const [pass, path] of paths.entries()) {
    const [x0, y0, cx, cy, x1, y1] = path;
    const on = (t: number) => {
      const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t * t];
      return [(a * x0 + b * cx + c * x1) * width, (a * y0 + b * cy + c * y1) * height] as const;
    };
    canvas.add(
      line(
        `M${n(x0 * width)} ${n(y0 * height)}Q${n(cx * width)} ${n(cy * height)} ${n(x1 * width)} ${n(y1 * height)}`,
        bark,
        short * (scene === "thread" ? 0.022 : 0.015),
      ),
    );
    const count = scene === "thread" ? 11 : 9;
    for (let i = 0; i < count; i += 1) {
      const t = (i + 0.5 + r.between(-0.3, 0.3)) / count;
      const [x, y] = on(t);
      const size = short * r.between(0.13, 0.23);
      const inward = (Math.atan2(height * 0.5 - y, width * 0.5 - x) * 180) / Math.PI;
      const turn = inward + (i % 2 ? 1 : -1) * r.between(48, 112);
      if (isNight) autumnLeaf(canvas, palette, x, y, size, turn, i + pass);
      else {
        const green = at(["#3f7d4a", "#2f6b4a", "#5b8f45", "#1f4f3a"], i + pass);
        const plant = frond(
          i % 4 === 3 ? "fern" : "oval",
          mix(green, "#12302b", pass === 2 ? 0.35 : 0.12),
        );
        const spot = place(x, y, turn, size / 100, (size / 100) * 0.8);
        castShadow(canvas, plant.outline, spot, { dx: 6, dy: 12, alpha: 0.3, steps: 3 });
        canvas.add(`<g transform="${spot}">${plant.svg}</g>`);
      }
    }
  }
}

function autumnLeaf(
  canvas: Canvas,
  palette: LandscapePalette,
  x: number,
  y: number,
  size: number,
  turn: number,
  index: number,
): void {
  const { outline, right, veins, stem } = leafShape(
    at(["aspen", "beech", "maple"] as const, index),
  );
  const colour = mix(at(["#b5532e", "#c98b3a", "#8f3540"], index), palette.sky[0], 0.42);
  const rad = ((turn - 90) * Math.PI) / 180;
  const k = (size * 0.62) / 100;
  const spot = place(x + Math.cos(rad) * size * 0.55, y + Math.sin(rad) * size * 0.55, turn, k);
  canvas.group({ transform: spot }, () => {
    canvas.stroke(stem, mix(palette.near, palette.sky[0], 0.3), 5);
    canvas.path(outline, colour);
    canvas.path(right, palette.near, { "fill-opacity": 0.28 });
    canvas.group({ "clip-path": canvas.clip(outline) }, () =>
      canvas.stroke(veins, lighten(colour, 0.13), 2, { "stroke-opacity": 0.7 }),
    );
  });
}

/** Blades and seed heads; `depth` 0 behind the web and pale, 1 in front and dark. */
function grass(canvas: Canvas, palette: LandscapePalette, depth: number): void {
  const { width, height, short } = canvas;
  const r = canvas.random(`grass${depth}`);
  const tone = depth ? mix(palette.near, "#1a0f12", 0.25) : mix(palette.sky[0], palette.near, 0.45);
  let blades = "";
  let heads = "";
  for (let i = 0; i < (depth ? 44 : 38); i += 1) {
    const edge = r.next() ** 2.1 * 0.42;
    const x = width * (depth ? (r.chance(0.5) ? edge : 1 - edge) : r.next());
    const out = Math.abs(x / width - 0.5) * 2;
    const h = height * r.between(0.22, depth ? 0.42 + out * 0.48 : 0.5);
    const lean = short * r.between(-0.12, 0.12) + (0.5 - x / width) * short * 0.14 * depth;
    const w = short * (depth ? 0.009 : 0.006);
    blades += `M${n(x - w)} ${n(height + 10)}Q${n(x + lean * 0.2)} ${n(height - h * 0.6)} ${n(x + lean)} ${n(height - h)}Q${n(x + lean * 0.3 + w)} ${n(height - h * 0.55)} ${n(x + w)} ${n(height + 10)}z`;
    if (i % 4 === 0) {
      const tilt = -Math.PI / 2 + (lean / h) * 0.9;
      for (let k = 0; k < 13; k += 1) {
        const s = short * 0.034 * (1 - Math.abs(k - 7) * 0.05);
        const side = k % 2 ? 0.42 : -0.42;
        const [px, py] = [x + lean * (1 - k * 0.008), height - h + k * short * 0.0105];
        heads += petal(px, py, s, s * 0.34, tilt + (k ? side : 0));
      }
    }
  }
  canvas.path(blades, tone);
  canvas.path(heads, tone);
}

/** The spider on its thread, head down, from the twig above. */
function hanging(canvas: Canvas, light: string): void {
  const { width, height, short } = canvas;
  const [x, y] = [width * 0.5, height * 0.52];
  canvas.add(
    line(
      `M${n(x + 6)} ${n(height * 0.06)}Q${n(x - 4)} ${n(height * 0.3)} ${n(x)} ${n(y - short * 0.13)}`,
      light,
      2.6,
      0.85,
    ),
  );
  canvas.group({ transform: spiderAt(x, y, short * 0.5, 4) }, () =>
    gardenSpider(canvas, "#5a3f6e", "#221a3c", "#f5e3c2"),
  );
}
