import "server-only";
import type { Canvas } from "../draw/canvas";
import { cat } from "../draw/cat";
import { lighten, lightness, mix } from "../draw/colour";
import { wall } from "../draw/interior";
import { stroke } from "../draw/leaves";
import { bucket, crate, type Goods, isFlower } from "../draw/market-goods";
import { INTERIOR, type InteriorPalette, type InteriorPaletteName } from "../draw/palettes";
import { ellipsePath, n } from "../draw/path";
import { title } from "../draw/words";
import type { Aspect, Drawing, Family } from "../family";

type Form = "stall" | "parasol" | "cart";
type Options = { form: Form; goods: string; isNight: boolean; hasCat: boolean; words: string };
type Night = readonly [colour: string, share: number];
/** The frame in which crates are set: left edge, width and the height of the ground. */
type Frame = {
  x: number;
  width: number;
  ground: number;
  awning: number;
  top: number;
  unit: number;
};

/** A market stall, a parasol stand or a cart before a painted wall. */
export const marketStall: Family = {
  slug: "market-stall",
  host: "cityblocks.localhost",
  rating: "strict",
  isCutOut: false,
  variants: [
    plan("3:2", "sage", {
      form: "stall",
      goods: "apples lemons cabbages oranges tomatoes plums",
      isNight: false,
      hasCat: false,
      words: "Fruit stall with a striped awning",
    }),
    plan("4:5", "ochre", {
      form: "parasol",
      goods: "pumpkins carrots aubergines cabbages",
      isNight: false,
      hasCat: true,
      words: "Pumpkins and vegetables under a parasol",
    }),
    plan("3:2", "evening", {
      form: "stall",
      goods: "bread rolls cheese bread rolls cheese",
      isNight: true,
      hasCat: false,
      words: "Bread and cheese stall by night with a string of lamps",
    }),
    plan("1:1", "blush", {
      form: "cart",
      goods: "tulips roses daisies sunflowers",
      isNight: false,
      hasCat: false,
      words: "Flower cart before a pink wall",
    }),
    plan("16:9", "cobalt", {
      form: "stall",
      goods: "fish lemons fish tomatoes fish cabbages fish",
      isNight: false,
      hasCat: true,
      words: "Fish stall before a blue wall and a waiting cat",
    }),
    plan("2:3", "linen", {
      form: "parasol",
      goods: "oranges lemons apples plums",
      isNight: false,
      hasCat: false,
      words: "Oranges and lemons under a market parasol",
    }),
    plan("3:2", "terracotta", {
      form: "cart",
      goods: "sunflowers daisies roses tulips",
      isNight: true,
      hasCat: false,
      words: "Flower cart with lamps on a warm night",
    }),
  ],
  draw(canvas, variant): Drawing {
    const base = INTERIOR[variant.palette as InteriorPaletteName];
    const options = variant.options as Options;
    const goods = options.goods.split(" ") as Goods[];
    const night: Night = options.isNight ? ["#141a38", 0.26] : ["#2a1a30", 0];
    const palette = { ...base, wall: mix(base.wall, night[0], night[1] * 2.3) };
    const frame = frameOf(canvas, options.form);
    street(canvas, palette, options, night, frame);
    if (options.form === "stall") stall(canvas, palette, goods, night, frame);
    else if (options.form === "parasol") parasol(canvas, palette, goods, night, frame);
    else cart(canvas, palette, goods, night, frame);
    if (options.hasCat)
      cat(canvas, {
        pose: "profile",
        coat: options.form === "stall" ? "ginger" : "black",
        x: frame.x + frame.width * (options.form === "stall" ? 1.1 : 1.04),
        foot: frame.ground + frame.unit * 0.35,
        size: frame.unit * (options.form === "stall" ? 1.7 : 1.5),
        rim: "#fff0d0",
      });
    if (options.isNight) lamps(canvas, frame, options.form);
    const kinds = [...new Set(goods)];
    return {
      name: title(options.words),
      keywords: [
        "market",
        "stall",
        "street",
        ...kinds,
        ...(goods.some(isFlower) ? ["flowers", "bouquet"] : ["food", "crates"]),
        ...(options.form === "stall" ? ["awning"] : [options.form]),
        ...(options.isNight ? ["night", "lamps", "lights"] : ["day", "sun"]),
        ...(options.hasCat ? ["cat", "animal"] : []),
      ],
      grain: 8,
    };
  },
};

function plan(aspect: Aspect, palette: InteriorPaletteName, options: Options) {
  return { aspect, palette, options };
}

function frameOf({ width, height }: Canvas, form: Form): Frame {
  const wide = Math.min(
    width *
      (form === "stall" ? (width > height * 1.6 ? 0.66 : 0.8) : height > width * 1.3 ? 0.88 : 0.78),
    height * 1.22,
  );
  const ground = height * 0.9;
  const unit = Math.min(wide / 6, height / 7.2);
  const top = form === "parasol" ? Math.max(height * 0.08, ground - unit * 8.4) : height * 0.07;
  return {
    x: (width - wide) / 2 - (form === "stall" && width > height * 1.6 ? width * 0.04 : 0),
    width: wide,
    ground,
    awning: top + unit * 1.45,
    top,
    unit,
  };
}

/** Wall, paving, a window with shutters and a door. */
function street(
  canvas: Canvas,
  palette: InteriorPalette,
  { form }: Options,
  night: Night,
  { ground, unit }: Frame,
): void {
  const { width, height } = canvas;
  wall(canvas, palette.wall, "left");
  const stone = mix(mix(palette.wall, palette.dark, 0.2), night[0], night[1] * 0.2);
  const foot = ground - unit * 0.75;
  canvas.rect(0, foot - unit * 0.42, width, unit * 0.42, lighten(stone, -0.03));
  if (form !== "stall") {
    const w = unit * 1.7;
    const x = form === "cart" ? width * 0.5 : width * 0.5;
    shutters(canvas, palette, night, {
      x,
      y: height * (form === "cart" ? 0.34 : 0.6),
      w,
      h: w * 1.35,
    });
  }
  const paving = mix(mix(palette.table, palette.wall, 0.35), palette.dark, 0.16);
  const tone = mix(paving, night[0], night[1]);
  canvas.path(
    `M0 ${n(foot)}H${n(width)}V${n(height)}H0z`,
    canvas.linear([
      [0, lighten(tone, -0.03)],
      [1, lighten(tone, 0.03)],
    ]),
  );
  const r = canvas.random("paving");
  let joints = "";
  for (let row = 0; row < 5; row += 1) {
    const y = foot + (height - foot) * (row / 5) ** 1.25;
    joints += `M0 ${n(y)}H${n(width)}`;
    const next = foot + (height - foot) * ((row + 1) / 5) ** 1.25;
    for (let x = r.between(0, 90); x < width; x += 84 + row * 26)
      joints += `M${n(x)} ${n(y)}L${n(x + (x - width / 2) * 0.035)} ${n(next)}`;
  }
  stroke(canvas, joints, lighten(tone, -0.1), 3, 0.6);
}

function shutters(
  canvas: Canvas,
  palette: InteriorPalette,
  night: Night,
  { x, y, w, h }: { x: number; y: number; w: number; h: number },
): void {
  const paint = mix(palette.accent, night[0], night[1]);
  canvas.rect(
    x - w * 0.56,
    y - h * 0.56,
    w * 1.12,
    h * 1.1,
    mix(palette.paper, night[0], night[1] * 0.8),
  );
  canvas.rect(
    x - w * 0.46,
    y - h * 0.48,
    w * 0.92,
    h * 0.94,
    night[1] > 0 ? "#f2c46a" : mix(palette.dark, palette.wall, 0.35),
  );
  stroke(
    canvas,
    `M${n(x)} ${n(y - h * 0.48)}v${n(h * 0.94)}M${n(x - w * 0.46)} ${n(y - h * 0.05)}h${n(w * 0.92)}`,
    mix(palette.paper, night[0], night[1] * 0.8),
    w * 0.05,
  );
  for (const side of [-1, 1]) {
    const left = side < 0 ? x - w * 1.12 : x + w * 0.58;
    canvas.softShadow(
      `M${n(left)} ${n(y - h * 0.54)}h${n(w * 0.54)}v${n(h * 1.06)}h${n(-w * 0.54)}z`,
      7,
      8,
      0.25,
    );
    canvas.rect(left, y - h * 0.54, w * 0.54, h * 1.06, paint);
    let slats = "";
    for (let i = 1; i < 16; i += 1)
      slats += `M${n(left + w * 0.06)} ${n(y - h * 0.54 + (h * 1.06 * i) / 16)}h${n(w * 0.42)}`;
    stroke(canvas, slats, lighten(paint, -0.09), h * 0.018);
  }
}

/** Stripes that widen to the front and end in scallops. */
function awning(
  canvas: Canvas,
  { x, width, top, awning: low, unit }: Frame,
  colours: readonly [string, string],
  over = 0.35,
): void {
  const count = 11;
  const [left, right] = [x - unit * over, x + width + unit * over];
  const step = (right - left) / count;
  const inner = (x + width - x) / count;
  const drop = unit * 0.42;
  const whole = `M${n(x)} ${n(top)}H${n(x + width)}L${n(right)} ${n(low + drop)}H${n(left)}z`;
  canvas.softShadow(whole, 18, 46, 0.32);
  for (const odd of [0, 1] as const) {
    let roof = "";
    let flap = "";
    for (let i = odd; i < count; i += 2) {
      roof += `M${n(x + i * inner)} ${n(top)}h${n(inner)}L${n(left + (i + 1) * step)} ${n(low)}h${n(-step)}z`;
      flap += `M${n(left + i * step)} ${n(low)}h${n(step)}v${n(drop * 0.45)}a${n(step / 2)} ${n(drop * 0.7)} 0 0 1 ${n(-step)} 0z`;
    }
    canvas.path(
      roof,
      canvas.linear([
        [0, lighten(colours[odd], -0.07)],
        [1, lighten(colours[odd], 0.03)],
      ]),
    );
    canvas.path(flap, lighten(colours[odd], -0.085));
  }
  canvas.rect(x - 6, top - unit * 0.1, width + 12, unit * 0.14, lighten(colours[0], -0.2));
  stroke(canvas, `M${n(left)} ${n(low)}H${n(right)}`, lighten(colours[1], 0.02), 4, 0.7);
}

function cloths(palette: InteriorPalette, night: Night): readonly [string, string] {
  const ground = lightness(palette.wall);
  const colour =
    [palette.objects[0], palette.accent, palette.objects[3], palette.objects[4]].find(
      (one) => one && Math.abs(lightness(one) - ground) > 0.09,
    ) ?? palette.accent;
  return [mix(colour, night[0], night[1] * 0.55), mix(palette.paper, night[0], night[1] * 0.5)];
}

const WOOD = "#b98352";

function stall(
  canvas: Canvas,
  palette: InteriorPalette,
  goods: readonly Goods[],
  night: Night,
  frame: Frame,
): void {
  const { x, width, ground, awning: low, unit } = frame;
  const wood = mix(WOOD, palette.dark, 0.12);
  const post = mix(mix(wood, palette.dark, 0.3), night[0], night[1]);
  canvas.rect(
    x + unit * 0.1,
    low,
    width - unit * 0.2,
    ground - low - unit * 0.4,
    mix(mix(palette.wall, palette.dark, 0.52), night[0], night[1] * 0.5),
  );
  for (const px of [x, x + width - unit * 0.16])
    canvas.rect(px, low - unit * 0.3, unit * 0.16, ground - low + unit * 0.3, post);
  const half = Math.ceil(goods.length / 2);
  const rows = [goods.slice(0, half), goods.slice(half)];
  const shelf = low + unit * 1.25;
  canvas.rect(x + unit * 0.16, shelf, width - unit * 0.32, unit * 0.1, post);
  shelfThings(canvas, palette, goods[0] ?? "bread", night, { ...frame, awning: shelf });
  rows.forEach((row, i) => {
    const y = ground - unit * (i ? 0.05 : 1.22);
    const w = (width - unit * (i ? 0.1 : 0.5)) / row.length;
    canvas.rect(
      x + unit * (i ? -0.05 : 0.14),
      y - unit * 0.14,
      width + unit * (i ? 0.1 : -0.28),
      unit * 0.18,
      mix(post, palette.dark, 0.2),
    );
    row.forEach((kind, k) => {
      crate(
        canvas,
        kind,
        {
          x: x + unit * (i ? 0.05 : 0.25) + k * w + w * 0.04,
          y,
          width: w * 0.92,
          height: unit * 1.02,
          night,
          random: canvas.random(`crate/${i}/${k}`),
        },
        wood,
        palette.paper,
      );
    });
  });
  canvas.rect(
    x - unit * 0.1,
    ground - unit * 0.06,
    width + unit * 0.2,
    unit * 0.1,
    mix("#160e18", post, 0.4),
  );
  awning(canvas, frame, cloths(palette, night));
}

/** Jars, loaves or bottles on the shelf at the back, in the shade of the awning. */
function shelfThings(
  canvas: Canvas,
  palette: InteriorPalette,
  goods: Goods,
  night: Night,
  { x, width, awning: y, unit }: Frame,
): void {
  const r = canvas.random("shelf");
  const dim = (colour: string) => mix(mix(colour, palette.dark, 0.3), night[0], night[1] * 0.5);
  for (let px = x + unit * 0.5; px < x + width - unit * 0.6; px += unit * r.between(0.42, 0.6)) {
    const colour = dim(r.pick([...palette.objects, palette.accent]));
    const h = unit * r.between(0.36, 0.62);
    const w = unit * r.between(0.14, 0.2);
    if (goods === "bread") {
      canvas.path(ellipsePath(px, y - unit * 0.17, unit * 0.26, unit * 0.17), dim("#c98a48"));
      continue;
    }
    canvas.path(
      `M${n(px - w)} ${n(y)}v${n(-h * 0.8)}q0 ${n(-h * 0.12)} ${n(w * 0.4)} ${n(-h * 0.14)}v${n(-h * 0.12)}h${n(w * 1.2)}v${n(h * 0.12)}q${n(w * 0.4)} ${n(h * 0.02)} ${n(w * 0.4)} ${n(h * 0.14)}v${n(h * 0.8)}z`,
      colour,
    );
    canvas.rect(px - w * 0.7, y - h * 0.55, w * 1.4, h * 0.28, dim(palette.paper));
  }
}

function parasol(
  canvas: Canvas,
  palette: InteriorPalette,
  goods: readonly Goods[],
  night: Night,
  frame: Frame,
): void {
  const { x, width, ground, top, unit } = frame;
  const cx = x + width / 2;
  const [colour, pale] = cloths(palette, night);
  const wood = mix(WOOD, palette.dark, 0.12);
  const low = Math.min(ground - unit * 4.1, top + unit * 2.3);
  canvas.rect(
    cx - unit * 0.08,
    low - unit * 0.4,
    unit * 0.16,
    ground - low,
    mix(palette.dark, wood, 0.4),
  );
  const radius = width * 0.56;
  canvas.softShadow(
    `M${n(cx - radius)} ${n(low)}Q${n(cx)} ${n(low - unit * 3.4)} ${n(cx + radius)} ${n(low)}z`,
    16,
    50,
    0.3,
  );
  const count = 8;
  for (let i = 0; i < count; i += 1) {
    const at = (k: number) => cx - Math.cos((k / count) * Math.PI) * radius;
    const tone = i % 2 ? pale : colour;
    const bow = (k: number) => cx + (at(k) - cx) * 0.74;
    canvas.path(
      `M${n(cx)} ${n(top)}Q${n(bow(i))} ${n(top + (low - top) * 0.2)} ${n(at(i))} ${n(low)}Q${n((at(i) + at(i + 1)) / 2)} ${n(low + unit * 0.5)} ${n(at(i + 1))} ${n(low)}Q${n(bow(i + 1))} ${n(top + (low - top) * 0.2)} ${n(cx)} ${n(top)}z`,
      lighten(tone, 0.03 - i * 0.017),
    );
  }
  canvas.path(
    ellipsePath(cx, top - unit * 0.06, unit * 0.1, unit * 0.14),
    mix(palette.dark, wood, 0.4),
  );
  const tableY = ground - unit * 1.75;
  const cloth = mix(palette.paper, night[0], night[1] * 0.6);
  const drape = `M${n(x - unit * 0.05)} ${n(tableY)}H${n(x + width + unit * 0.05)}L${n(x + width + unit * 0.12)} ${n(ground)}H${n(x - unit * 0.12)}z`;
  canvas.softShadow(drape, 12, 12, 0.3);
  canvas.path(
    drape,
    canvas.linear([
      [0, lighten(cloth, -0.03)],
      [1, lighten(cloth, -0.1)],
    ]),
  );
  let checks = "";
  for (let i = 0; i < 13; i += 1)
    checks += `M${n(x + ((i + 0.5) / 13) * width)} ${n(tableY)}L${n(x - unit * 0.06 + ((i + 0.5) / 13) * (width + unit * 0.12))} ${n(ground)}`;
  stroke(canvas, checks, colour, unit * 0.13, 0.5);
  stroke(
    canvas,
    `M${n(x - unit * 0.05)} ${n(tableY + unit * 0.5)}H${n(x + width + unit * 0.05)}M${n(x - unit * 0.08)} ${n(tableY + unit * 1.15)}H${n(x + width + unit * 0.08)}`,
    colour,
    unit * 0.13,
    0.4,
  );
  const w = width / goods.length;
  goods.forEach((kind, i) => {
    crate(
      canvas,
      kind,
      {
        x: x + w * (i + 0.05),
        y: tableY + unit * 0.08,
        width: w * 0.9,
        height: unit * 1.05,
        night,
        random: canvas.random(`crate/${i}`),
      },
      wood,
      palette.paper,
    );
  });
  const basket = { y: ground + unit * 0.36, width: unit * 1.5, height: unit * 0.9, night };
  crate(
    canvas,
    goods[0] ?? "apples",
    { ...basket, x: x + width * 0.02, random: canvas.random("front/0") },
    wood,
    palette.paper,
  );
  crate(
    canvas,
    goods[1] ?? "lemons",
    { ...basket, x: x + width * 0.36, random: canvas.random("front/1") },
    wood,
    palette.paper,
  );
}

function cart(
  canvas: Canvas,
  palette: InteriorPalette,
  goods: readonly Goods[],
  night: Night,
  frame: Frame,
): void {
  const { x, width, ground, unit } = frame;
  const paint = mix(palette.objects[2] ?? palette.accent, night[0], night[1] * 0.8);
  const metal = mix("#9fb0b5", palette.wall, 0.12);
  const bed = ground - unit * 1.7;
  for (const px of [x + unit * 0.35, x + width - unit * 0.5])
    canvas.rect(
      px,
      frame.awning,
      unit * 0.14,
      bed - frame.awning,
      mix(mix(WOOD, palette.dark, 0.3), night[0], night[1]),
    );
  const w = width / goods.length;
  goods.forEach((kind, i) => {
    bucket(
      canvas,
      kind,
      {
        x: x + w * (i + 0.5),
        y: bed - unit * 0.75,
        width: w * 0.72,
        height: unit * 1.05,
        night,
        random: canvas.random(`back/${i}`),
      },
      metal,
    );
  });
  canvas.rect(
    x + unit * 0.1,
    bed - unit * 0.8,
    width - unit * 0.2,
    unit * 0.3,
    lighten(paint, -0.09),
  );
  [...goods].reverse().forEach((kind, i) => {
    bucket(
      canvas,
      kind,
      {
        x: x + w * (i + 0.5),
        y: bed + unit * 0.1,
        width: w * 0.62,
        height: unit * 0.78,
        night,
        random: canvas.random(`front/${i}`),
      },
      lighten(metal, -0.05),
    );
  });
  const body = `M${n(x - unit * 0.1)} ${n(bed)}H${n(x + width + unit * 0.1)}V${n(bed + unit * 0.72)}H${n(x - unit * 0.1)}z`;
  canvas.softShadow(body, 10, 16, 0.3);
  canvas.path(
    body,
    canvas.linear([
      [0, lighten(paint, 0.05)],
      [1, lighten(paint, -0.07)],
    ]),
  );
  stroke(
    canvas,
    `M${n(x + unit * 0.1)} ${n(bed + unit * 0.16)}H${n(x + width - unit * 0.1)}v${n(unit * 0.4)}H${n(x + unit * 0.1)}z`,
    mix(palette.paper, paint, 0.35),
    unit * 0.05,
  );
  stroke(
    canvas,
    `M${n(x + width)} ${n(bed + unit * 0.2)}h${n(unit * 0.85)}`,
    mix(WOOD, night[0], night[1]),
    unit * 0.12,
  );
  for (const t of [0.24, 0.76])
    wheel(
      canvas,
      x + width * t,
      ground - unit * 0.7,
      unit * 0.86,
      mix(mix(WOOD, palette.dark, 0.35), night[0], night[1]),
    );
  awning(canvas, frame, cloths(palette, night), 0.3);
}

function wheel(canvas: Canvas, x: number, y: number, radius: number, colour: string): void {
  canvas.path(
    ellipsePath(x + radius * 0.1, y + radius * 1.0, radius * 0.8, radius * 0.1),
    "#150c18",
    { "fill-opacity": 0.35 },
  );
  let spokes = "";
  for (let i = 0; i < 12; i += 1)
    spokes += `M${n(x)} ${n(y)}L${n(x + Math.cos(i * 0.5236) * radius * 0.92)} ${n(y + Math.sin(i * 0.5236) * radius * 0.92)}`;
  stroke(canvas, spokes, lighten(colour, 0.04), radius * 0.07);
  canvas.add(
    `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius * 0.92)}" fill="none" stroke="${colour}" stroke-width="${n(radius * 0.14)}"/><circle cx="${n(x)}" cy="${n(y)}" r="${n(radius * 0.99)}" fill="none" stroke="${lighten(colour, -0.12)}" stroke-width="${n(radius * 0.05)}"/><circle cx="${n(x)}" cy="${n(y)}" r="${n(radius * 0.17)}" fill="${lighten(colour, -0.06)}"/>`,
  );
}

/** A string of bulbs under the awning, with their light on the goods. */
function lamps(canvas: Canvas, { x, width, awning: low, ground, unit }: Frame, form: Form): void {
  const count = 9;
  const spots = Array.from({ length: count }, (_, i) => {
    const t = (i + 0.5) / count;
    return [x + width * t, low + unit * (0.62 + 0.3 * Math.sin(((t * 3) % 1) * Math.PI))] as const;
  });
  canvas.glow(
    x + width / 2,
    (low + ground) / 2,
    width * 0.62,
    "#ffc46a",
    form === "cart" ? 0.16 : 0.18,
  );
  let wire = `M${n(x)} ${n(low + unit * 0.4)}`;
  for (const [px, py] of spots) wire += `L${n(px)} ${n(py - unit * 0.12)}`;
  stroke(canvas, `${wire}L${n(x + width)} ${n(low + unit * 0.4)}`, "#1a1424", 3.5);
  for (const [px, py] of spots) canvas.glow(px, py, unit * 0.75, "#ffd58a", 0.8);
  canvas.path(
    spots.map(([px, py]) => ellipsePath(px, py, unit * 0.1, unit * 0.13)).join(""),
    "#fff1c9",
  );
}
