import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import { n, type Point, smoothOpen } from "./path";
import type { Random } from "./random";

/** The side the light comes from; shade, cast shadows and window light all ask for it. */
export type Light = "left" | "right";

/** +1 when shadows fall to the right (light from the left), -1 otherwise. */
export function shadeSide(light: Light): 1 | -1 {
  return light === "left" ? 1 : -1;
}

/** A plastered wall over the whole canvas: brighter towards the light, with faint trowel marks. */
export function wall(canvas: Canvas, colour: string, light: Light): void {
  const { width, height } = canvas;
  const bright = lighten(colour, 0.045);
  const shade = lighten(colour, -0.07);
  const stops = [
    [0, light === "left" ? bright : shade],
    [0.45, colour],
    [1, light === "left" ? shade : bright],
  ] as const;
  canvas.path(
    `M0 0H${n(width)}V${n(height)}H0z`,
    canvas.linear(stops, { x1: 0, y1: 0, x2: 1, y2: 0.35 }),
  );
  const r = canvas.random("plaster");
  let marks = "";
  for (let i = 0; i < 70; i += 1) {
    const x = r.between(0, width);
    const y = r.between(0, height);
    const length = r.between(30, 130);
    marks += `M${n(x)} ${n(y)}q${n(length / 2)} ${n(r.between(-14, 14))} ${n(length)} ${n(r.between(-10, 10))}`;
  }
  canvas.add(
    `<path d="${marks}" fill="none" stroke="${lighten(colour, -0.05)}" stroke-width="3" stroke-linecap="round" stroke-opacity=".22"/>`,
  );
}

export type Tabletop = { y: number; colour: string; light: Light; hasPlanks?: boolean };

/** A table or floor from `y` down to the lower edge, with wood grain or planks. */
export function tabletop(canvas: Canvas, { y, colour, light, hasPlanks = true }: Tabletop): void {
  const { width, height } = canvas;
  const area = `M0 ${n(y)}H${n(width)}V${n(height)}H0z`;
  canvas.path(
    area,
    canvas.linear([
      [0, lighten(colour, 0.05)],
      [0.25, colour],
      [1, lighten(colour, -0.1)],
    ]),
  );
  const r = canvas.random("table");
  let grain = "";
  const lines = hasPlanks ? 34 : 12;
  for (let i = 0; i < lines; i += 1) {
    const t = r.next() ** 1.3;
    const lineY = y + 8 + (height - y) * t;
    const x = r.between(-100, width);
    const length = r.between(120, 520);
    grain += `M${n(x)} ${n(lineY)}q${n(length / 2)} ${n(r.between(-5, 5) * (0.4 + t))} ${n(length)} 0`;
  }
  canvas.add(
    `<path d="${grain}" fill="none" stroke="${lighten(colour, -0.1)}" stroke-width="2.4" stroke-linecap="round" stroke-opacity=".38"/>`,
  );
  if (hasPlanks) {
    let gaps = "";
    for (const t of [0.3, 0.68]) gaps += `M0 ${n(y + (height - y) * t)}H${n(width)}`;
    canvas.add(
      `<path d="${gaps}" stroke="${lighten(colour, -0.2)}" stroke-width="3" stroke-opacity=".55"/>`,
    );
  }
  canvas.path(
    area,
    canvas.linear(
      light === "left"
        ? [
            [0, "#fff6e0", 0.12],
            [1, "#150c18", 0.16],
          ]
        : [
            [0, "#150c18", 0.16],
            [1, "#fff6e0", 0.12],
          ],
      "right",
    ),
  );
  canvas.path(`M0 ${n(y)}H${n(width)}v5H0z`, lighten(colour, 0.11), { "fill-opacity": 0.75 });
}

/** The shadow of a standing object: a soft ellipse that starts at the foot and runs off the light. */
export function footShadow(
  canvas: Canvas,
  {
    x,
    y,
    rx,
    light,
    alpha = 0.42,
  }: { x: number; y: number; rx: number; light: Light; alpha?: number },
): void {
  const side = shadeSide(light);
  const fill = canvas.radial([
    [0, "#150c18", alpha],
    [0.55, "#150c18", alpha * 0.62],
    [1, "#150c18", 0],
  ]);
  canvas.add(
    `<ellipse cx="${n(x + side * rx * 0.55)}" cy="${n(y)}" rx="${n(rx * 1.75)}" ry="${n(rx * 0.3)}" fill="${fill}"/>`,
  );
  canvas.add(
    `<ellipse cx="${n(x + side * rx * 0.06)}" cy="${n(y)}" rx="${n(rx * 1.08)}" ry="${n(rx * 0.17)}" fill="${fill}"/>`,
  );
}

/** Window light thrown on a wall: two by two slanted panes, fading away from the light. */
export function lightPatch(
  canvas: Canvas,
  spot: {
    x: number;
    y: number;
    width: number;
    height: number;
    light: Light;
    colour: string;
    alpha?: number;
  },
): void {
  const { x, y, width, height, light, colour, alpha = 0.5 } = spot;
  const slant = shadeSide(light) * width * 0.34;
  const gap = width * 0.06;
  const w = (width - gap) / 2;
  const h = (height - gap) / 2;
  let d = "";
  for (const column of [0, 1]) {
    for (const row of [0, 1]) {
      const left = x + column * (w + gap);
      const top = y + row * (h + gap);
      const shift = (at: number) => (slant * (at - y)) / height;
      d += `M${n(left + shift(top))} ${n(top + column * width * 0.04)}L${n(left + w + shift(top))} ${n(top + (column + 1) * width * 0.04)}L${n(left + w + shift(top + h))} ${n(top + h + (column + 1) * width * 0.04)}L${n(left + shift(top + h))} ${n(top + h + column * width * 0.04)}z`;
    }
  }
  canvas.path(
    d,
    canvas.linear([
      [0, colour, alpha],
      [1, colour, alpha * 0.45],
    ]),
  );
}

/** A large quiet shape behind the subject: disc, arch or band. */
export function backdrop(
  canvas: Canvas,
  {
    kind,
    x,
    y,
    size,
    colour,
  }: { kind: "disc" | "arch" | "band"; x: number; y: number; size: number; colour: string },
): void {
  const fill = canvas.linear([
    [0, lighten(colour, 0.03)],
    [1, lighten(colour, -0.05)],
  ]);
  if (kind === "disc") {
    canvas.add(`<circle cx="${n(x)}" cy="${n(y - size)}" r="${n(size)}" fill="${fill}"/>`);
  } else if (kind === "arch") {
    const w = size * 0.82;
    canvas.path(
      `M${n(x - w)} ${n(y)}V${n(y - size)}A${n(w)} ${n(w)} 0 0 1 ${n(x + w)} ${n(y - size)}V${n(y)}z`,
      fill,
    );
  } else {
    canvas.path(`M0 ${n(y - size)}H${n(canvas.width)}V${n(y)}H0z`, fill);
  }
}

export type Turned = {
  x: number;
  /** The y of the foot. */
  foot: number;
  height: number;
  /** From top to foot: [share of the height 0..1, half width in units]. */
  profile: readonly Point[];
  colour: string;
  light: Light;
  /** The open mouth; left out for closed bodies. */
  inside?: string;
  /** Height of the mouth and foot ellipse as a share of their width. */
  tilt?: number;
  random: Random;
};

/** The outline of a turned body (pot, vase, bowl, bottle). */
export function turnedPath({ x, foot, height, profile, tilt = 0.16 }: Turned): string {
  const top = foot - height;
  const left = profile.map(([t, w]): Point => [x - w, top + t * height]);
  const right = [...profile].reverse().map(([t, w]): Point => [x + w, top + t * height]);
  const footWidth = profile.at(-1)?.[1] ?? 0;
  const mouth = profile[0]?.[1] ?? 0;
  const footArc = `A${n(footWidth)} ${n(footWidth * tilt)} 0 0 0 ${n(x + footWidth)} ${n(foot)}`;
  const mouthArc = `A${n(mouth)} ${n(mouth * tilt)} 0 0 0 ${n(x - mouth)} ${n(top)}`;
  return `${smoothOpen(left)}${footArc}${smoothOpen(right).replace(/^M/, "L")}${mouthArc}z`;
}

/** A turned body with side light, shade strokes and a highlight; `decorate` draws inside it. */
export function turned(canvas: Canvas, body: Turned, decorate?: () => void): void {
  const { x, foot, height, profile, colour, light, inside, tilt = 0.16, random: r } = body;
  const d = turnedPath(body);
  const side = shadeSide(light);
  const wide = Math.max(...profile.map(([, w]) => w));
  canvas.path(d, colour);
  canvas.group({ "clip-path": canvas.clip(d) }, () => {
    decorate?.();
    shadeAcross(canvas, { x, y: foot - height, width: wide, height, side });
    let strokes = "";
    for (let i = 0; i < 22; i += 1) {
      const sx = x + side * wide * r.between(0.35, 0.98);
      const sy = foot - height * r.between(0, 0.95);
      strokes += `M${n(sx)} ${n(sy)}l${n(-side * wide * r.between(0.05, 0.14))} ${n(height * r.between(0.05, 0.12))}`;
    }
    canvas.add(
      `<path d="${strokes}" fill="none" stroke="${mix(lighten(colour, -0.2), "#1a1020", 0.3)}" stroke-width="${n(Math.max(2, wide * 0.022))}" stroke-linecap="round" stroke-opacity=".26"/>`,
    );
  });
  if (inside) {
    const mouth = profile[0]?.[1] ?? 0;
    const top = foot - height;
    canvas.add(
      `<ellipse cx="${n(x)}" cy="${n(top)}" rx="${n(mouth)}" ry="${n(mouth * tilt)}" fill="${lighten(colour, 0.08)}"/>` +
        `<ellipse cx="${n(x)}" cy="${n(top + mouth * 0.012)}" rx="${n(mouth * 0.9)}" ry="${n(mouth * tilt * 0.8)}" fill="${inside}"/>`,
    );
  }
}

/** Light and shade over a body about to be clipped: bright on the lit side, violet on the other. */
export function shadeAcross(
  canvas: Canvas,
  area: { x: number; y: number; width: number; height: number; side: 1 | -1; strength?: number },
): void {
  const { x, y, width, height, side, strength = 1 } = area;
  const lit = [
    [0, "#fff4dc", 0.2 * strength],
    [0.24, "#fff4dc", 0.34 * strength],
    [0.5, "#fff4dc", 0],
  ] as const;
  const shade = [
    [0.42, "#1c0f24", 0],
    [0.8, "#1c0f24", 0.3 * strength],
    [1, "#1c0f24", 0.42 * strength],
  ] as const;
  const along = side === 1 ? { x1: 0, y1: 0, x2: 1, y2: 0.12 } : { x1: 1, y1: 0, x2: 0, y2: 0.12 };
  const box = `M${n(x - width)} ${n(y - 20)}h${n(width * 2)}v${n(height + 60)}h${n(-width * 2)}z`;
  canvas.path(box, canvas.linear(lit, along));
  canvas.path(box, canvas.linear(shade, along));
}

/** Steam: tapering sine ribbons that rise and fade. */
export function steam(
  canvas: Canvas,
  {
    x,
    y,
    height,
    width,
    colour,
    alpha = 0.5,
  }: { x: number; y: number; height: number; width: number; colour: string; alpha?: number },
): void {
  const r = canvas.random("steam");
  const fill = canvas.linear([
    [0, colour, 0],
    [0.35, colour, alpha * 0.55],
    [0.85, colour, alpha],
    [1, colour, 0],
  ]);
  for (const offset of [-0.42, 0, 0.44]) {
    const tall = height * r.between(0.72, 1);
    const phase = r.between(0, 6);
    const left: Point[] = [];
    const right: Point[] = [];
    for (let i = 0; i <= 14; i += 1) {
      const t = i / 14;
      const cx = x + offset * width + Math.sin(t * 5.2 + phase) * width * 0.13 * (0.35 + t);
      const half = Math.sin(Math.PI * t) * width * 0.055 + 0.6;
      left.push([cx - half, y - t * tall]);
      right.unshift([cx + half * (1.2 - t * 0.4), y - t * tall]);
    }
    canvas.path(`${smoothOpen(left)}${smoothOpen(right).replace(/^M/, "L")}z`, fill);
  }
}
