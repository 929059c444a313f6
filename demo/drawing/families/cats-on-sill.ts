import type { Canvas } from "../draw/canvas";
import { type CatCoat, type CatPose, cat } from "../draw/cat";
import { PLANT_WORDS } from "../draw/houseplants";
import { footShadow, wall } from "../draw/interior";
import { INTERIOR, type InteriorPaletteName, type LandscapePalette } from "../draw/palettes";
import { casing, frame, type Opening, type View, view } from "../draw/window";
import { daylight, dim, drapes, type Options, openingOf, pot, sill } from "../draw/window-sill";
import { counted, keywordsOf, landscapePalette, title } from "../draw/words";
import type { Aspect, Drawing, Family } from "../family";

const VIEW: Record<View, { words: string; keywords: readonly string[] }> = {
  town: { words: "above the roofs", keywords: ["town", "roofs", "houses"] },
  hills: { words: "before green hills", keywords: ["hills"] },
  sea: { words: "with a view of the sea", keywords: ["sea", "water", "coast"] },
  snow: { words: "watching the snow", keywords: ["snow", "winter", "trees", "forest"] },
  rain: { words: "on a rainy day", keywords: ["rain", "town", "roofs", "weather"] },
  forest: { words: "before the forest", keywords: ["forest", "trees", "pines"] },
};

/** Cats on a window sill, with a view behind them. */
export const catsOnSill: Family = {
  slug: "cats-on-sill",
  host: "windowseat.localhost",
  rating: "strict",
  isCutOut: false,
  variants: [
    plan("3:2", "terracotta", {
      cats: "back:black back:black",
      outside: "night",
      view: "town",
      curtains: "tied",
      plant: "none",
      isArched: false,
    }),
    plan("4:5", "linen", {
      cats: "profile:ginger",
      outside: "noon",
      view: "sea",
      curtains: "none",
      plant: "tulips",
      isArched: true,
    }),
    plan("3:2", "evening", {
      cats: "back:grey loaf:ginger",
      outside: "snow",
      view: "snow",
      curtains: "tied",
      plant: "none",
      isArched: false,
    }),
    plan("1:1", "sage", {
      cats: "front:tuxedo",
      outside: "mint",
      view: "hills",
      curtains: "straight",
      plant: "none",
      isArched: false,
    }),
    plan("16:9", "mist", {
      cats: "profile:black> back:tabby profile:white",
      outside: "storm",
      view: "rain",
      curtains: "none",
      plant: "none",
      isArched: false,
    }),
    plan("3:2", "blush", {
      cats: "walk:calico",
      outside: "sunset",
      view: "town",
      curtains: "straight",
      plant: "coin",
      isArched: false,
    }),
    plan("2:3", "cobalt", {
      cats: "back:white",
      outside: "violet",
      view: "forest",
      curtains: "none",
      plant: "none",
      isArched: true,
    }),
    plan("3:2", "ochre", {
      cats: "loaf:tabby",
      outside: "dusk",
      view: "sea",
      curtains: "tied",
      plant: "sword",
      isArched: false,
    }),
  ],
  draw(canvas, variant): Drawing {
    const palette = INTERIOR[variant.palette as InteriorPaletteName];
    const options = variant.options as Options;
    const outside = landscapePalette(options.outside);
    const opening = openingOf(canvas, options);
    const inside = dim(palette, outside);
    wall(canvas, inside.wall, "left");
    casing(canvas, opening, inside.paper);
    const disc = view(canvas, opening, {
      kind: options.view,
      palette: outside,
      sunX: opening.x + opening.width * (options.plant === "none" ? 0.36 : 0.66),
    });
    frame(canvas, opening, inside.paper, opening.width > opening.height * 1.5 ? [3, 1] : [2, 2]);
    if (!outside.isDark) daylight(canvas, opening, outside);
    if (options.curtains !== "none") drapes(canvas, opening, inside, options.curtains === "tied");
    const sillY = opening.y + opening.height;
    sill(canvas, opening, inside, outside);
    if (options.plant !== "none")
      pot(canvas, inside, options.plant, {
        x: opening.x + opening.width * 0.86,
        foot: sillY + 14,
        size: opening.height * 0.42,
      });
    const cats = sit(canvas, options, outside, opening, sillY + 12);
    return { ...labels(options, outside, cats, disc), grain: 8 };
  },
};

function plan(aspect: Aspect, palette: InteriorPaletteName, options: Options) {
  return { aspect, palette, options };
}

type Shown = { pose: CatPose; coat: CatCoat };

function sit(
  canvas: Canvas,
  { cats, plant }: Options,
  outside: LandscapePalette,
  opening: Opening,
  foot: number,
): Shown[] {
  const list = cats.split(" ").map((text) => {
    const [pose = "back", rest = "black"] = text.split(":");
    return {
      pose: pose as CatPose,
      coat: rest.replace(">", "") as CatCoat,
      isMirrored: rest.endsWith(">"),
    };
  });
  const lone = list.length === 1;
  const size = Math.min(
    opening.height * (lone ? 0.74 : 0.66),
    opening.width * (lone ? 0.8 : 1.25 / list.length),
  );
  const room = plant === "none" ? 1 : 0.76;
  list.forEach(({ pose, coat, isMirrored }, i) => {
    const t = lone ? 0.5 : 0.24 + (0.54 * i) / (list.length - 1);
    const x = opening.x + opening.width * room * t;
    const big = size * (1 - (i % 2) * 0.1) * (pose === "loaf" ? 1.06 : 1);
    footShadow(canvas, {
      x,
      y: foot,
      rx: big * (pose === "loaf" || pose === "walk" ? 0.46 : 0.32),
      light: "left",
      alpha: 0.5,
    });
    cat(canvas, {
      pose,
      coat,
      x,
      foot,
      size: big,
      isMirrored,
      rim: outside.sun,
      ...(outside.isDark ? { night: [outside.near, 0.26] as const } : {}),
    });
  });
  return list;
}

const COAT_WORDS: Record<CatCoat, string> = {
  black: "black",
  ginger: "ginger",
  grey: "grey",
  white: "white",
  tuxedo: "black and white",
  tabby: "tabby",
  calico: "calico",
};

const DOING: Record<CatPose, string> = {
  back: "looking out",
  front: "sitting",
  profile: "sitting",
  loaf: "asleep",
  walk: "walking",
};

function labels(
  { view: kind, plant, curtains }: Options,
  outside: LandscapePalette,
  cats: readonly Shown[],
  disc: "sun" | "moon" | "none",
): Omit<Drawing, "grain"> {
  const coats = [...new Set(cats.map(({ coat }) => COAT_WORDS[coat]))];
  const who =
    coats.length === 1
      ? counted(cats.length, `${coats[0]} cat`)
      : cats.length > 2
        ? counted(cats.length, "cat")
        : coats.map((coat) => `a ${coat} cat`).join(" and ");
  const lone = cats.length === 1 && cats[0] ? DOING[cats[0].pose] : "";
  const when = kind === "town" || kind === "forest" ? outside.words[0] : VIEW[kind].words;
  return {
    name: title(who, lone, "on a window sill", when),
    keywords: keywordsOf(
      outside,
      [
        "cat",
        "cats",
        "window",
        "sill",
        "animal",
        "pet",
        "interior",
        ...coats,
        lone && DOING[cats[0]?.pose ?? "front"],
        ...VIEW[kind].keywords,
        curtains !== "none" && "curtains",
        ...(plant === "none" ? [] : ["plant", ...PLANT_WORDS[plant]]),
      ],
      disc,
    ),
  };
}
