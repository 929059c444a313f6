import { type Form, type Frame, lamps, type Night } from "../draw/awning";
import type { Canvas } from "../draw/canvas";
import { cat } from "../draw/cat";
import { lighten, mix } from "../draw/colour";
import { type Goods, isFlower } from "../draw/goods";
import { wall } from "../draw/interior";
import { stroke } from "../draw/leaves";
import { cart, parasol, stall } from "../draw/market-stands";
import { INTERIOR, type InteriorPalette, type InteriorPaletteName } from "../draw/palettes";
import { n } from "../draw/path";
import { title } from "../draw/words";
import type { Aspect, Drawing, Family } from "../family";

type Options = { form: Form; goods: string; isNight: boolean; hasCat: boolean; words: string };

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
