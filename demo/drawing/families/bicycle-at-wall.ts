import {
  type Bicycle,
  type BicycleForm,
  baguettes,
  basket,
  bicycle,
  bicycleShadow,
  greens,
  type Load,
} from "../draw/bicycle";
import { bloom } from "../draw/bloom";
import type { Canvas } from "../draw/canvas";
import { cat } from "../draw/cat";
import { colourWord, lighten, lightness, mix } from "../draw/colour";
import { wall } from "../draw/interior";
import { INTERIOR, type InteriorPalette, type InteriorPaletteName } from "../draw/palettes";
import { pavement, weatherOver } from "../draw/pavement";
import { bricks, climber, door, lantern, shutteredWindow } from "../draw/street-wall";
import { title } from "../draw/words";
import type { Aspect, Drawing, Family } from "../family";

type Weather = "sun" | "rain" | "snow" | "night";
type Behind = "window" | "door" | "climber" | "lantern";
type Options = {
  form: BicycleForm;
  load: Load;
  behind: Behind;
  weather: Weather;
  isMirrored: boolean;
};

const LOAD: Record<Load, { words: string; keywords: readonly string[] }> = {
  flowers: { words: "with a basket of flowers", keywords: ["basket", "flowers"] },
  bread: { words: "with bread in its basket", keywords: ["basket", "bread", "baguettes"] },
  cat: { words: "with a cat in its basket", keywords: ["basket", "cat", "animal"] },
  vegetables: { words: "with vegetables in its basket", keywords: ["basket", "vegetables"] },
  apples: { words: "with apples in its basket", keywords: ["basket", "apples", "fruit"] },
  none: { words: "", keywords: [] },
};
const BEHIND: Record<Behind, { words: string; keywords: readonly string[] }> = {
  window: { words: "below a window", keywords: ["window", "shutters", "geraniums", "flowers"] },
  door: { words: "beside a door", keywords: ["door", "steps"] },
  climber: {
    words: "under climbing roses",
    keywords: ["roses", "climbing plant", "leaves", "flowers"],
  },
  lantern: { words: "under a lantern", keywords: ["lantern", "lamp"] },
};
const WEATHER: Record<Weather, { words: string; keywords: readonly string[] }> = {
  sun: { words: "", keywords: ["sun", "summer"] },
  rain: { words: "in the rain", keywords: ["rain", "puddle", "weather"] },
  snow: { words: "in the snow", keywords: ["snow", "winter"] },
  night: { words: "at night", keywords: ["night", "light"] },
};

/** A bicycle leaning at a plastered wall. */
export const bicycleAtWall: Family = {
  slug: "bicycle-at-wall",
  host: "cityblocks.localhost",
  rating: "strict",
  isCutOut: false,
  variants: [
    plan("3:2", "blush", {
      form: "diamond",
      load: "flowers",
      behind: "window",
      weather: "sun",
      isMirrored: false,
    }),
    plan("4:5", "ochre", {
      form: "step",
      load: "bread",
      behind: "window",
      weather: "sun",
      isMirrored: true,
    }),
    plan("3:2", "mist", {
      form: "step",
      load: "none",
      behind: "door",
      weather: "rain",
      isMirrored: false,
    }),
    plan("16:9", "terracotta", {
      form: "step",
      load: "flowers",
      behind: "climber",
      weather: "sun",
      isMirrored: true,
    }),
    plan("1:1", "sage", {
      form: "racer",
      load: "none",
      behind: "window",
      weather: "sun",
      isMirrored: false,
    }),
    plan("3:2", "cobalt", {
      form: "diamond",
      load: "apples",
      behind: "door",
      weather: "snow",
      isMirrored: true,
    }),
    plan("4:5", "evening", {
      form: "diamond",
      load: "cat",
      behind: "lantern",
      weather: "night",
      isMirrored: false,
    }),
  ],
  draw(canvas, variant): Drawing {
    const palette = INTERIOR[variant.palette as InteriorPaletteName];
    const options = variant.options as Options;
    const paint = paintOf(palette);
    const mirrored = options.isMirrored
      ? { transform: `translate(${canvas.width} 0) scale(-1 1)` }
      : {};
    canvas.group(mirrored, () => scene(canvas, palette, options, paint));
    weatherOver(canvas, options.weather);
    const bike =
      options.form === "racer"
        ? "Racing bicycle"
        : options.form === "step"
          ? "Old bicycle"
          : "Bicycle";
    const place =
      LOAD[options.load].words && options.weather !== "sun" ? "" : BEHIND[options.behind].words;
    return {
      name: title(bike, LOAD[options.load].words, place, WEATHER[options.weather].words),
      keywords: [
        "bicycle",
        "bike",
        "wall",
        "street",
        "wheel",
        ...LOAD[options.load].keywords,
        ...BEHIND[options.behind].keywords,
        ...WEATHER[options.weather].keywords,
        ...(options.behind === "door" ? [colourWord(doorColourOf(palette))] : []),
      ],
      grain: 9,
    };
  },
};

function plan(aspect: Aspect, palette: InteriorPaletteName, options: Options) {
  return { aspect, palette, options };
}

/** The colour of doors and shutters. */
function doorColourOf(palette: InteriorPalette): string {
  return mix(palette.accent, palette.wall, 0.1);
}

/** The colour of the bicycle: the one that stands out most from the wall. */
function paintOf(palette: InteriorPalette): string {
  const ground = lightness(palette.wall);
  return (
    [...palette.objects, palette.accent].sort(
      (a, b) => Math.abs(lightness(b) - ground) - Math.abs(lightness(a) - ground),
    )[0] ?? palette.accent
  );
}

/** Draws everything heading right with the light from the left; mirrored as a whole if wanted. */
function scene(canvas: Canvas, palette: InteriorPalette, options: Options, paint: string): void {
  const { width, height } = canvas;
  const { behind, weather, load } = options;
  const portrait = height > width;
  const square = width <= height * 1.1;
  wall(canvas, palette.wall, "left");
  bricks(canvas, palette);
  const ground = height * (portrait ? 0.84 : 0.83);
  const wheel = square ? width * 0.15 : Math.min(width * 0.112, height * 0.172);
  const x = square ? width * 0.26 : width * 0.46;
  const shutters = doorColourOf(palette);
  const y = ground + (height - ground) * 0.42;
  if (behind === "window")
    shutteredWindow(canvas, palette, {
      x: square ? width * 0.5 : width * 0.23,
      y: square ? height * (portrait ? 0.3 : 0.25) : height * 0.4,
      width: square ? width * (portrait ? 0.3 : 0.25) : width * 0.15,
      shutters,
    });
  else if (behind === "door")
    door(canvas, palette, {
      x: width * 0.19,
      ground,
      width: width * 0.19,
      height: height * 0.64,
      colour: shutters,
    });
  else if (behind === "lantern")
    lantern(canvas, {
      x: width * 0.36,
      y: height * 0.22,
      size: width * 0.14,
      colour: palette.dark,
    });
  pavement(canvas, palette, { ground, weather });
  if (behind === "climber") climber(canvas, palette, { ground, bloomColour: palette.paper });
  const form: Bicycle = {
    form: options.form,
    x,
    y,
    wheel,
    paint,
    metal: mix("#a3abb4", palette.wall, 0.08),
    rubber: mix("#26222c", palette.dark, 0.5),
    leather: "#7a4a2c",
    hasRack: options.form !== "racer",
  };
  bicycleShadow(
    canvas,
    { ...form, y: ground + (height - ground) * 0.1 },
    wheel * 0.36,
    -wheel * 0.02,
  );
  for (const wx of [x, x + wheel * 3])
    canvas.add(
      `<ellipse cx="${(wx + wheel * 0.2).toFixed(1)}" cy="${y.toFixed(1)}" rx="${(wheel * 0.9).toFixed(1)}" ry="${(wheel * 0.08).toFixed(1)}" fill="#150c18" fill-opacity=".34"/>`,
    );
  bicycle(canvas, form);
  if (load !== "none") {
    basket(canvas, form, "#b98350", (at) => fill(canvas, load, at));
  }
}

function fill(canvas: Canvas, load: Load, at: { x: number; y: number; width: number }): void {
  const r = canvas.random("load");
  const { x, y, width } = at;
  if (load === "bread") baguettes(canvas, at);
  else if (load === "vegetables") greens(canvas, at);
  else if (load === "cat")
    cat(canvas, {
      pose: "front",
      coat: "ginger",
      x,
      foot: y + width * 0.72,
      size: width * 1.32,
      rim: "#ffd9a0",
    });
  else if (load === "apples") {
    for (const [dx, dy] of [
      [-0.3, 0],
      [0, -0.02],
      [0.3, 0],
      [-0.16, -0.16],
      [0.16, -0.17],
    ] as const) {
      const [cx, cy, size] = [x + dx * width, y + dy * width, width * 0.15];
      canvas.add(
        `<circle cx="${cx.toFixed(1)}" cy="${cy.toFixed(1)}" r="${size.toFixed(1)}" fill="#b5302f"/><circle cx="${(cx - size * 0.14).toFixed(1)}" cy="${(cy - size * 0.14).toFixed(1)}" r="${(size * 0.82).toFixed(1)}" fill="#cf4437"/><circle cx="${(cx - size * 0.36).toFixed(1)}" cy="${(cy - size * 0.4).toFixed(1)}" r="${(size * 0.22).toFixed(1)}" fill="#f0a090"/>`,
      );
    }
  } else {
    greens(canvas, { x, y, width: width * 0.9 });
    const tones = ["#e0568a", "#fbf5e8", "#efb52f", "#d5382b", "#f2a9bd"];
    for (let i = 0; i < 9; i += 1) {
      const [dx, dy] = [((i % 5) / 2 - 1) * 0.42, i < 5 ? 0.1 : 0.34];
      bloom(canvas, i % 3 === 1 ? "daisy" : "rose", {
        x: x + (dx + (i < 5 ? 0 : 0.1)) * width,
        y: y - dy * width - r.between(0, 0.06) * width,
        radius: width * 0.14,
        colour: lighten(tones[i % tones.length] ?? "#e0568a", 0.02),
        random: r,
      });
    }
  }
}
