import "server-only";
import type { Canvas } from "../draw/canvas";
import { lighten, mix } from "../draw/colour";
import { blob, ellipsePath, n, type Point, polygon, smoothClosed, smoothOpen } from "../draw/path";
import { counted, keywordsOf, title } from "../draw/words";
import type { Drawing, Family, Variant } from "../family";

type Sea = {
  name: string;
  top: string;
  middle: string;
  deep: string;
  near: string;
  ray: string;
  accent: string;
  words: readonly string[];
  keywords: readonly string[];
};

const SEAS: Record<string, Sea> = {
  lagoon: {
    name: "lagoon",
    top: "#a8e6d8",
    middle: "#2fa3a8",
    deep: "#0c4f66",
    near: "#06303f",
    ray: "#f0fff4",
    accent: "#ff8a5c",
    words: ["in turquoise water", "in a clear lagoon"],
    keywords: ["turquoise", "teal"],
  },
  ocean: {
    name: "ocean",
    top: "#7cc3e0",
    middle: "#2a6fa8",
    deep: "#102f5e",
    near: "#081a38",
    ray: "#eaf8ff",
    accent: "#ffb14a",
    words: ["in blue water", "in the blue sea"],
    keywords: ["blue"],
  },
  abyss: {
    name: "abyss",
    top: "#2a5a8c",
    middle: "#132f66",
    deep: "#070f2c",
    near: "#030718",
    ray: "#a8d4ff",
    accent: "#ff8fb0",
    words: ["in the dark deep sea", "in deep dark water"],
    keywords: ["dark", "blue", "night"],
  },
  kelp: {
    name: "kelp",
    top: "#cfe6a8",
    middle: "#5b9a78",
    deep: "#1c4f4c",
    near: "#0b2c2e",
    ray: "#fdfbd8",
    accent: "#f2a13c",
    words: ["in green water", "in a green sea"],
    keywords: ["green"],
  },
  violet: {
    name: "violet",
    top: "#d8a8d8",
    middle: "#7a5aa8",
    deep: "#2f2a66",
    near: "#17143c",
    ray: "#ffe9f4",
    accent: "#ffc46b",
    words: ["in violet water", "in a violet evening sea"],
    keywords: ["violet", "purple"],
  },
};

/** Water that darkens downwards, with shafts of light from `lightX` above. */
function depths(canvas: Canvas, sea: Sea, lightX: number): void {
  const { width, height, long } = canvas;
  canvas.rect(
    -5,
    -5,
    width + 10,
    height + 10,
    canvas.linear([
      [0, sea.top],
      [0.22, mix(sea.top, sea.middle, 0.62)],
      [0.5, sea.middle],
      [0.8, mix(sea.middle, sea.deep, 0.75)],
      [1, sea.deep],
    ]),
  );
  canvas.glow(lightX, -long * 0.04, long * 0.5, sea.ray, 0.6);
  const r = canvas.random("rays");
  for (let i = 0; i < 11; i++) {
    const angle = -0.62 + (i / 10) * 1.24 + r.between(-0.05, 0.05);
    const far = height * r.between(0.7, 1.12);
    const spread = r.between(0.022, 0.07);
    const at = (a: number): Point => [lightX + Math.tan(a) * far, far];
    const fill = canvas.linear(
      [
        [0, sea.ray, r.between(0.2, 0.42)],
        [0.5, sea.ray, 0.1],
        [1, sea.ray, 0],
      ],
      { x1: lightX, y1: 0, x2: lightX, y2: far },
    );
    canvas.path(
      polygon([
        [lightX + Math.tan(angle) * -30 - 14, -10],
        [lightX + Math.tan(angle) * 30 + 14, -10],
        at(angle + spread),
        at(angle - spread),
      ]),
      fill,
    );
  }
}

/** Rocks, weed and corals along the bottom, far ones paler. */
function seabed(canvas: Canvas, sea: Sea, kind: string): void {
  const { width, height, short } = canvas;
  for (let i = 0; i < 3; i++) {
    const r = canvas.random(`bed${i}`);
    const y = height * (0.87 + 0.05 * i);
    const colour = mix(mix(sea.middle, sea.deep, 0.55), sea.near, 0.25 + 0.36 * i);
    const points: Point[] = [[-60, height + 60]];
    for (let x = -60; x <= width + 60; x += short * 0.09)
      points.push([
        x,
        y + Math.sin(x / (170 + 50 * i) + i * 2) * short * 0.035 + r.between(-1, 1) * short * 0.012,
      ]);
    points.push([width + 60, height + 60]);
    if (kind === "kelp" || i > 0) {
      let weeds = "";
      for (let k = 0; k < (kind === "kelp" ? 12 : 9); k++) {
        const x = r.next() * width;
        if (Math.abs(x - width / 2) < width * 0.16 && i === 2) continue;
        const tall = short * (kind === "kelp" ? r.between(0.45, 0.95) : r.between(0.08, 0.24));
        const sway = short * 0.035;
        const half = short * (kind === "kelp" ? 0.009 : 0.007);
        const left: Point[] = [];
        const right: Point[] = [];
        for (let s = 0; s <= 8; s++) {
          const u = s / 8;
          const cx = x + Math.sin(u * 5 + k) * sway * u;
          left.push([cx - half * (1 - u * 0.9), y + 20 - tall * u]);
          right.push([cx + half * (1 - u * 0.9), y + 20 - tall * u]);
          if (kind === "kelp" && s > 0) {
            for (const side of [-1, 1] as const) {
              const long = short * 0.085 * (1 - u * 0.45);
              weeds += `M${n(cx)} ${n(y + 20 - tall * u)}q${n(side * long * 0.5)} ${n(-long * 0.5)} ${n(side * long)} ${n(-long * 0.2)}q${n(side * -long * 0.4)} ${n(long * 0.3)} ${n(side * -long)} ${n(long * 0.2)}z`;
            }
          }
        }
        weeds += smoothClosed([...left, ...right.reverse()]);
      }
      canvas.path(weeds, mix(colour, sea.accent, kind === "reef" && i === 1 ? 0.22 : 0.05));
    }
    if (kind === "reef" && i > 0) corals(canvas, sea, y, i);
    canvas.path(
      smoothClosed(points),
      canvas.linear([
        [0, lighten(colour, 0.05)],
        [1, mix(colour, sea.near, 0.7)],
      ]),
    );
  }
}

/** Fan and finger corals in three warm colours. */
function corals(canvas: Canvas, sea: Sea, y: number, row: number): void {
  const r = canvas.random(`coral${row}`);
  const { width, short } = canvas;
  const colours = [sea.accent, "#e85d75", "#f2c14e", "#b56fd0"];
  for (let k = 0; k < 7; k++) {
    const x = width * ((k + r.next()) / 7);
    const size = short * r.between(0.07, 0.13) * (0.7 + 0.35 * row);
    const colour = mix(r.pick(colours), sea.deep, 0.42 - 0.16 * row);
    let d = "";
    const branch = (bx: number, by: number, angle: number, long: number, depth: number) => {
      const ex = bx + Math.cos(angle) * long;
      const ey = by + Math.sin(angle) * long;
      d += `M${n(bx)} ${n(by)}L${n(ex)} ${n(ey)}`;
      if (depth === 0) return;
      for (const turn of [-0.5, 0.05, 0.55])
        branch(
          ex,
          ey,
          angle + turn + r.between(-0.14, 0.14),
          long * r.between(0.55, 0.75),
          depth - 1,
        );
    };
    branch(x, y + short * 0.03, -Math.PI / 2 + r.between(-0.2, 0.2), size * 0.46, 2);
    canvas.stroke(d, colour, size * 0.13);
  }
}

function bubbles(canvas: Canvas, sea: Sea, x: number, y: number, count: number): void {
  const r = canvas.random("bubbles");
  for (let i = 0; i < count; i++) {
    const size = canvas.short * r.between(0.004, 0.013);
    const px = x + r.between(-0.05, 0.05) * canvas.short;
    const py = y - (i / count) * canvas.short * 0.4;
    canvas.path(ellipsePath(px, py, size, size), sea.ray, { "fill-opacity": 0.22 });
    canvas.stroke(
      `M${n(px - size * 0.6)} ${n(py - size * 0.3)}a${n(size * 0.7)} ${n(size * 0.7)} 0 0 1 ${n(size * 0.7)} ${n(-size * 0.4)}`,
      sea.ray,
      1.6,
      { "stroke-opacity": 0.8 },
    );
  }
}

/** A whale in profile, its head to `turn`; about 2.3 s long. */
function whale(
  canvas: Canvas,
  sea: Sea,
  x: number,
  y: number,
  s: number,
  turn: -1 | 1,
  far: number,
): void {
  const back = mix(mix(sea.near, sea.deep, 0.25), sea.middle, far);
  const belly = mix(mix(sea.ray, sea.middle, 0.34), sea.middle, far);
  canvas.group({ transform: `translate(${n(x)} ${n(y)}) scale(${turn} 1) rotate(-6)` }, () => {
    const p = (points: readonly Point[]) => points.map(([u, v]): Point => [u * s, v * s]);
    const tail = smoothClosed(
      p([
        [-1.0, 0.0],
        [-1.2, -0.12],
        [-1.3, -0.3],
        [-1.26, -0.46],
        [-1.12, -0.34],
        [-1.02, -0.2],
        [-0.86, -0.26],
        [-0.66, -0.24],
        [-0.6, -0.16],
        [-0.74, -0.1],
        [-0.9, -0.06],
        [-0.9, 0.02],
      ]),
    );
    canvas.path(tail, back);
    const body = smoothClosed(
      p([
        [-1.04, -0.08],
        [-0.7, -0.13],
        [-0.3, -0.33],
        [0.1, -0.42],
        [0.55, -0.4],
        [0.88, -0.28],
        [1.04, -0.08],
        [1.0, 0.1],
        [0.8, 0.26],
        [0.45, 0.34],
        [0.05, 0.3],
        [-0.4, 0.14],
        [-0.8, 0.02],
        [-1.04, 0.0],
      ]),
    );
    canvas.path(
      body,
      canvas.linear([
        [0, lighten(back, 0.14)],
        [0.35, lighten(back, 0.05)],
        [1, back],
      ]),
    );
    canvas.group({ "clip-path": canvas.clip(body) }, () => {
      canvas.path(
        smoothClosed(
          p([
            [1.1, 0.02],
            [0.86, 0.06],
            [0.6, 0.02],
            [0.3, 0.12],
            [0, 0.18],
            [-0.4, 0.12],
            [-0.3, 0.4],
            [0.4, 0.5],
            [1.1, 0.4],
          ]),
        ),
        belly,
      );
      let grooves = "";
      for (let i = 0; i < 8; i++)
        grooves += `M${n((0.98 - i * 0.03) * s)} ${n((0.07 + i * 0.032) * s)}Q${n((0.5 - i * 0.02) * s)} ${n((0.08 + i * 0.04) * s)} ${n((-0.05 + i * 0.03) * s)} ${n((0.2 + i * 0.018) * s)}`;
      canvas.stroke(grooves, mix(back, belly, 0.35), Math.max(1.2, s * 0.009), {
        "stroke-opacity": 0.7,
      });
      canvas.path(
        smoothClosed(
          p([
            [-0.9, -0.12],
            [-0.3, -0.34],
            [0.1, -0.43],
            [0.55, -0.41],
            [0.86, -0.3],
            [0.5, -0.33],
            [0.1, -0.35],
            [-0.3, -0.25],
          ]),
        ),
        sea.ray,
        { "fill-opacity": 0.16 * (1 - far) },
      );
    });
    canvas.stroke(
      `M${n(1.03 * s)} ${n(0.0)}Q${n(0.82 * s)} ${n(0.03 * s)} ${n(0.6 * s)} ${n(-0.02 * s)}`,
      mix(back, sea.near, 0.6),
      Math.max(1.5, s * 0.012),
    );
    canvas.path(ellipsePath(0.56 * s, -0.1 * s, s * 0.022, s * 0.022), mix(sea.ray, back, 0.15));
    canvas.path(ellipsePath(0.565 * s, -0.1 * s, s * 0.012, s * 0.012), sea.near);
    canvas.path(
      smoothClosed(
        p([
          [0.38, 0.12],
          [0.22, 0.34],
          [-0.02, 0.56],
          [-0.2, 0.62],
          [-0.12, 0.42],
          [0.08, 0.18],
          [0.22, 0.08],
        ]),
      ),
      lighten(back, 0.06),
    );
    canvas.path(
      smoothClosed(
        p([
          [-0.26, -0.3],
          [-0.4, -0.42],
          [-0.48, -0.43],
          [-0.46, -0.28],
        ]),
      ),
      back,
    );
  });
}

/** A jellyfish: bell with ribs, ruffled arms and long tentacles. */
function jellyfish(
  canvas: Canvas,
  sea: Sea,
  part: string,
  x: number,
  y: number,
  s: number,
  colour: string,
  t: number,
): void {
  const r = canvas.random(part);
  const tint = mix(colour, sea.middle, (1 - t) * 0.6);
  const pale = mix(tint, sea.ray, 0.55);
  canvas.glow(x, y, s * 1.9, tint, 0.4 * t);
  let threads = "";
  for (let i = 0; i < 13; i++) {
    const u = -0.85 + (i / 12) * 1.7;
    const long = s * r.between(1.3, 2.7);
    const swing = r.between(0.05, 0.16) * s;
    const phase = r.between(0, 6);
    const line: Point[] = [];
    for (let k = 0; k <= 9; k++) {
      const v = k / 9;
      line.push([
        x + u * s * (1 - v * 0.25) + Math.sin(v * 5 + phase) * swing * v,
        y + s * 0.08 + v * long,
      ]);
    }
    threads += smoothOpen(line);
  }
  canvas.stroke(threads, pale, Math.max(1.1, s * 0.014), { "stroke-opacity": 0.55 });
  for (let i = 0; i < 4; i++) {
    const u = -0.36 + i * 0.24;
    const left: Point[] = [];
    const right: Point[] = [];
    for (let k = 0; k <= 12; k++) {
      const v = k / 12;
      const cx = x + u * s * (1 - v * 0.4) + Math.sin(v * 4.4 + i) * s * 0.14 * v;
      const half = s * 0.105 * (1 - v) ** 0.7 * (1 + 0.4 * Math.sin(v * 26 + i));
      left.push([cx - half, y + v * s * 1.55]);
      right.push([cx + half, y + v * s * 1.55]);
    }
    canvas.path(
      smoothClosed([...left, ...right.reverse()]),
      canvas.linear([
        [0, pale, 0.8],
        [1, tint, 0.15],
      ]),
    );
  }
  const bell = smoothClosed([
    [x - s, y + s * 0.06],
    [x - s * 0.98, y - s * 0.22],
    [x - s * 0.66, y - s * 0.66],
    [x, y - s * 0.86],
    [x + s * 0.66, y - s * 0.66],
    [x + s * 0.98, y - s * 0.22],
    [x + s, y + s * 0.06],
    [x + s * 0.75, y + s * 0.12],
    [x + s * 0.5, y + s * 0.03],
    [x + s * 0.25, y + s * 0.13],
    [x, y + s * 0.04],
    [x - s * 0.25, y + s * 0.13],
    [x - s * 0.5, y + s * 0.03],
    [x - s * 0.75, y + s * 0.12],
  ]);
  canvas.path(
    bell,
    canvas.linear([
      [0, pale, 0.95],
      [0.45, tint, 0.9],
      [1, mix(tint, sea.deep, 0.3), 0.85],
    ]),
  );
  canvas.group({ "clip-path": canvas.clip(bell) }, () => {
    canvas.path(ellipsePath(x, y + s * 0.02, s * 0.62, s * 0.5), mix(tint, sea.deep, 0.35), {
      "fill-opacity": 0.32,
    });
    let ribs = "";
    for (const u of [-0.72, -0.4, 0, 0.4, 0.72])
      ribs += `M${n(x + u * 0.24 * s)} ${n(y - s * 0.82)}Q${n(x + u * 0.95 * s)} ${n(y - s * 0.5)} ${n(x + u * 1.06 * s)} ${n(y + s * 0.1)}`;
    canvas.stroke(ribs, pale, Math.max(1.2, s * 0.022), { "stroke-opacity": 0.55 });
    canvas.path(ellipsePath(x - s * 0.32, y - s * 0.52, s * 0.3, s * 0.16), sea.ray, {
      "fill-opacity": 0.35,
    });
  });
}

function fish(x: number, y: number, s: number, angle: number, turn: -1 | 1): string {
  const [c, k] = [Math.cos(angle), Math.sin(angle)];
  const at = (u: number, v: number): string =>
    `${n(x + turn * (u * c - v * k) * s)} ${n(y + (u * k + v * c) * s)}`;
  return `M${at(1, 0)}C${at(0.5, -0.42)} ${at(-0.2, -0.38)} ${at(-0.6, -0.04)}L${at(-1.05, -0.34)}Q${at(-0.9, 0)} ${at(-1.05, 0.34)}L${at(-0.6, 0.04)}C${at(-0.2, 0.38)} ${at(0.5, 0.42)} ${at(1, 0)}z`;
}

/** Many small fish on one turning stream, one of them in the accent colour. */
function shoal(canvas: Canvas, sea: Sea, turn: -1 | 1): void {
  const r = canvas.random("shoal");
  const { width, height, short } = canvas;
  const rows: string[] = ["", "", "", ""];
  let bright = "";
  const count = 210;
  for (let i = 0; i < count; i++) {
    const u = i / count;
    const swing = Math.sin(u * 6.4 + 0.6);
    const cx = width * (turn > 0 ? 0.1 + 0.8 * u : 0.9 - 0.8 * u);
    const cy = height * (0.5 + 0.17 * swing);
    const wide = short * 0.17 * Math.sin(Math.PI * (0.08 + 0.84 * u)) ** 0.7;
    const off = (r.next() + r.next() - 1) * 1.25;
    const depth = r.next();
    const angle = Math.cos(u * 6.4 + 0.6) * 0.5 + r.between(-0.1, 0.1);
    const d = fish(
      cx + r.between(-0.03, 0.03) * short,
      cy + off * wide,
      short * (0.016 + 0.022 * depth),
      angle,
      turn,
    );
    rows[Math.floor(depth * 4)] += d;
  }
  bright += fish(width * 0.5, height * 0.53, short * 0.1, -0.2, turn);
  for (const [i, d] of rows.entries())
    canvas.path(
      d,
      i % 2 ? mix(sea.near, sea.middle, 0.5 - i * 0.13) : mix(sea.ray, sea.middle, 0.55 - i * 0.15),
    );
  canvas.path(bright, sea.accent);
}

/** A sea turtle seen from the side and above; the shell in plates. */
function turtle(canvas: Canvas, sea: Sea, x: number, y: number, s: number, turn: -1 | 1): void {
  canvas.group({ transform: `translate(${n(x)} ${n(y)}) scale(${turn} 1) rotate(-14)` }, () => {
    const p = (points: readonly Point[]) => points.map(([u, v]): Point => [u * s, v * s]);
    const skin = mix("#7f9a62", sea.deep, 0.25);
    const dark = mix("#3f4a30", sea.near, 0.35);
    canvas.path(
      smoothClosed(
        p([
          [0.5, -0.28],
          [0.62, -0.5],
          [0.56, -0.84],
          [0.36, -1.06],
          [0.3, -0.8],
          [0.26, -0.46],
        ]),
      ),
      mix(skin, sea.middle, 0.25),
    );
    canvas.path(
      smoothClosed(
        p([
          [-0.74, -0.16],
          [-1.04, -0.34],
          [-1.2, -0.3],
          [-1.06, -0.14],
          [-0.8, -0.02],
        ]),
      ),
      mix(skin, sea.middle, 0.25),
    );
    canvas.path(
      smoothClosed(
        p([
          [0.8, -0.16],
          [1.0, -0.22],
          [1.22, -0.16],
          [1.32, -0.02],
          [1.2, 0.1],
          [0.98, 0.12],
          [0.78, 0.1],
        ]),
      ),
      skin,
    );
    const shell = smoothClosed(
      p([
        [0.92, -0.02],
        [0.7, -0.36],
        [0.2, -0.54],
        [-0.4, -0.44],
        [-0.84, -0.12],
        [-0.92, 0.04],
        [-0.5, 0.26],
        [0.1, 0.36],
        [0.68, 0.26],
      ]),
    );
    canvas.path(
      shell,
      canvas.linear([
        [0, mix("#c9a25a", sea.ray, 0.3)],
        [0.5, "#9a7238"],
        [1, dark],
      ]),
    );
    canvas.group({ "clip-path": canvas.clip(shell) }, () => {
      let plates = "";
      for (const u of [-0.62, -0.3, 0.05, 0.4, 0.7])
        plates += `M${n(u * s)} ${n(-0.6 * s)}L${n((u + 0.1) * s)} ${n(-0.14 * s)}L${n((u - 0.02) * s)} ${n(0.14 * s)}L${n((u + 0.06) * s)} ${n(0.5 * s)}`;
      plates += `M${n(-0.95 * s)} ${n(0.02 * s)}L${n(-0.52 * s)} ${n(-0.14 * s)}L${n(0.8 * s)} ${n(-0.16 * s)}M${n(-0.9 * s)} ${n(0.1 * s)}L${n(-0.64 * s)} ${n(0.14 * s)}L${n(0.8 * s)} ${n(0.14 * s)}`;
      canvas.stroke(plates, mix(dark, sea.near, 0.3), s * 0.028, { "stroke-opacity": 0.75 });
      canvas.path(
        smoothClosed(
          p([
            [0.7, -0.34],
            [0.2, -0.52],
            [-0.4, -0.42],
            [-0.1, -0.4],
            [0.3, -0.4],
          ]),
        ),
        sea.ray,
        { "fill-opacity": 0.28 },
      );
    });
    canvas.path(
      smoothClosed(
        p([
          [0.62, 0.14],
          [0.76, 0.36],
          [0.6, 0.74],
          [0.26, 1.06],
          [0.1, 1.04],
          [0.2, 0.8],
          [0.24, 0.44],
          [0.34, 0.22],
        ]),
      ),
      skin,
    );
    canvas.path(
      smoothClosed(
        p([
          [-0.6, 0.14],
          [-0.86, 0.36],
          [-1.06, 0.44],
          [-1.0, 0.26],
          [-0.8, 0.04],
        ]),
      ),
      skin,
    );
    let scales = "";
    for (const [u, v] of [
      [0.52, 0.42],
      [0.44, 0.6],
      [0.34, 0.8],
      [0.56, 0.26],
      [1.06, -0.08],
      [1.16, 0.0],
      [0.96, 0.02],
    ] as const)
      scales += blob(canvas.random(`scale${u}`), u * s, v * s, s * 0.05, s * 0.06, 0.2, 7);
    canvas.path(scales, dark, { "fill-opacity": 0.5 });
    canvas.path(ellipsePath(1.15 * s, -0.08 * s, s * 0.026, s * 0.026), sea.near);
  });
}

function draw(canvas: Canvas, variant: Variant): Drawing {
  const sea = SEAS[variant.palette];
  if (!sea) throw new RangeError(`no sea ${variant.palette}`);
  const options = variant.options ?? {};
  const kind = String(options.with ?? "whale");
  const bed = String(options.bed ?? "reef");
  const { width, height, short } = canvas;
  const isTall = height > width;
  const left = options.sun === "left";
  const turn: -1 | 1 = left ? -1 : 1;
  const mirror = (u: number) => (left ? 1 - u : u) * width;
  const r = canvas.random("scene");
  depths(canvas, sea, mirror(0.7));
  const word = canvas.random("name");
  let subject = "";
  let words: string[] = [];
  if (kind === "whale") {
    const calf = options.calf === true;
    const s = Math.min(width * 0.36, short * 0.5);
    if (calf) whale(canvas, sea, mirror(0.24), height * 0.68, s * 0.42, turn, 0.36);
    seabed(canvas, sea, bed);
    whale(canvas, sea, mirror(isTall ? 0.5 : 0.54), height * (isTall ? 0.44 : 0.43), s, turn, 0);
    bubbles(canvas, sea, mirror(0.9), height * 0.36, 9);
    subject = calf ? "Whale and her calf" : "Whale above the sea bed";
    words = ["whale", "animal", "mammal", calf ? "two" : "one"];
  } else if (kind === "jellyfish") {
    const count = Number(options.count ?? 5);
    seabed(canvas, sea, bed);
    const spots = [
      [0.2, 0.2, 0.1],
      [0.84, 0.5, 0.2],
      [0.72, 0.2, 0.35],
      [0.2, 0.62, 0.5],
      [0.46, 0.36, 1],
    ] as const;
    const colours = [sea.accent, "#f2c14e", "#ff9fb8", mix(sea.accent, "#f2c14e", 0.5), sea.accent];
    for (const [i, [u, v, t]] of spots.slice(-count).entries())
      jellyfish(
        canvas,
        sea,
        `jelly${i}`,
        mirror(u),
        height * v,
        short * (0.06 + 0.12 * t ** 0.9) * (isTall ? 1.25 : 1),
        colours[i] ?? sea.accent,
        0.45 + 0.55 * t,
      );
    subject =
      count === 1 ? "Jellyfish with long tentacles" : counted(count, "jellyfish", "jellyfish");
    words = ["jellyfish", "medusa", "animal"];
  } else if (kind === "turtle") {
    seabed(canvas, sea, bed);
    let small = "";
    for (let i = 0; i < 16; i++)
      small += fish(
        mirror(0.82) + r.between(-0.14, 0.14) * width,
        height * 0.64 + r.between(-0.08, 0.08) * height,
        short * r.between(0.012, 0.022),
        0.05,
        turn,
      );
    canvas.path(small, mix(sea.near, sea.middle, 0.3));
    turtle(canvas, sea, mirror(0.47), height * 0.42, short * (isTall ? 0.33 : 0.27), turn);
    bubbles(canvas, sea, mirror(0.82), height * 0.3, 7);
    subject = word.pick(["Sea turtle", "Swimming sea turtle"]);
    words = ["turtle", "animal", "fish"];
  } else {
    seabed(canvas, sea, bed);
    shoal(canvas, sea, turn);
    subject = `Shoal of fish with one ${sea.name === "ocean" ? "orange" : "bright"} fish`;
    words = ["fish", "shoal", "animals", "swarm"];
  }
  const dust = canvas.random("dust");
  let specks = "";
  for (let i = 0; i < 90; i++)
    specks += ellipsePath(
      dust.next() * width,
      dust.next() * height,
      dust.between(1, 2.6),
      dust.between(1, 2.6),
    );
  canvas.path(specks, sea.ray, { "fill-opacity": 0.35 });
  const place = bed === "reef" ? "above a coral reef" : bed === "kelp" ? "among tall seaweed" : "";
  return {
    name: title(subject, subject.includes("above") ? "" : place, word.pick(sea.words)),
    keywords: keywordsOf(undefined, [
      "underwater",
      "sea",
      "ocean",
      "water",
      "diving",
      ...words,
      bed === "reef" && "coral",
      bed === "reef" && "reef",
      bed === "kelp" ? "seaweed" : false,
      ...sea.keywords,
    ]),
    grain: 6,
  };
}

export const underwater: Family = {
  slug: "underwater",
  host: "harbourlight.localhost",
  rating: "strict",
  isCutOut: false,
  variants: [
    {
      aspect: "3:2",
      palette: "lagoon",
      options: { with: "whale", calf: true, bed: "weed", sun: "right" },
    },
    {
      aspect: "4:5",
      palette: "abyss",
      options: { with: "jellyfish", count: 5, bed: "weed", sun: "left" },
    },
    { aspect: "16:9", palette: "ocean", options: { with: "shoal", bed: "reef", sun: "right" } },
    { aspect: "3:2", palette: "kelp", options: { with: "turtle", bed: "kelp", sun: "left" } },
    {
      aspect: "2:3",
      palette: "violet",
      options: { with: "jellyfish", count: 3, bed: "reef", sun: "right" },
    },
    { aspect: "1:1", palette: "ocean", options: { with: "turtle", bed: "reef", sun: "right" } },
    { aspect: "21:9", palette: "abyss", options: { with: "whale", bed: "weed", sun: "left" } },
  ],
  draw,
};
