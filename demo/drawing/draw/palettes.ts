import { lightness } from "./colour";

export type LandscapePaletteName =
  | "dawn"
  | "noon"
  | "golden"
  | "sunset"
  | "dusk"
  | "night"
  | "overcast"
  | "snow"
  | "autumn"
  | "mint"
  | "rose"
  | "tropic"
  | "violet"
  | "storm"
  | "desert"
  | "aurora";

/**
 * The colours of one landscape by their part in it. Every other colour of the picture is a mix of
 * two of these.
 */
export type LandscapePalette = {
  name: LandscapePaletteName;
  /** How a title says this light: "at dawn", "at first light". */
  words: readonly string[];
  /** Words a person would search this light by. */
  keywords: readonly string[];
  /** Top, middle, horizon. */
  sky: readonly [string, string, string];
  sun: string;
  haze: string;
  near: string;
  /** For at most a twentieth of the area. */
  accent: string;
  extra: readonly string[];
  /** Lamps are on. */
  isDark: boolean;
  hasStars: boolean;
};

export type InteriorPaletteName =
  | "linen"
  | "sage"
  | "cobalt"
  | "blush"
  | "ochre"
  | "evening"
  | "terracotta"
  | "mist";

export type InteriorPalette = {
  name: InteriorPaletteName;
  wall: string;
  table: string;
  dark: string;
  paper: string;
  objects: readonly string[];
  accent: string;
};

export type PrintPaletteName =
  | "bauhaus"
  | "riviera"
  | "clay"
  | "plum"
  | "forest"
  | "nordic"
  | "candy"
  | "indigo";

export type PrintPalette = {
  name: PrintPaletteName;
  paper: string;
  ink: string;
  colours: readonly string[];
};

function landscape(
  name: LandscapePaletteName,
  rest: Omit<LandscapePalette, "name" | "isDark" | "hasStars">,
): LandscapePalette {
  const top = lightness(rest.sky[0]);
  return { name, ...rest, isDark: top < 0.42, hasStars: top < 0.22 };
}

export const LANDSCAPE: Record<LandscapePaletteName, LandscapePalette> = {
  dawn: landscape("dawn", {
    words: ["at dawn", "at first light", "at daybreak"],
    keywords: ["dawn", "morning", "sunrise"],
    sky: ["#6f83b0", "#c7a8bd", "#f8d2ae"],
    sun: "#fff3d6",
    haze: "#e9c2b4",
    near: "#2a3150",
    accent: "#e4572e",
    extra: ["#f4a261", "#8d6a9f", "#f7e1c4"],
  }),
  noon: landscape("noon", {
    words: ["on a clear day", "at noon", "under a blue sky"],
    keywords: ["day", "blue", "summer"],
    sky: ["#3a8ac2", "#86c1de", "#e2f1e8"],
    sun: "#fffbe8",
    haze: "#bcdbe0",
    near: "#17475a",
    accent: "#f2b134",
    extra: ["#e4572e", "#2f7d5b", "#fdf6e3"],
  }),
  golden: landscape("golden", {
    words: ["in golden light", "on a golden afternoon", "in the late afternoon"],
    keywords: ["golden", "gold", "evening", "warm"],
    sky: ["#dd9350", "#f3bb69", "#fde8b8"],
    sun: "#fff8de",
    haze: "#f2cc8f",
    near: "#4a2c2a",
    accent: "#b5323b",
    extra: ["#2f6f73", "#d9772b", "#fff1cf"],
  }),
  sunset: landscape("sunset", {
    words: ["at sunset", "at sundown", "in a red sunset"],
    keywords: ["sunset", "evening", "red", "purple"],
    sky: ["#3b2a5c", "#b4466b", "#fb9157"],
    sun: "#ffe09a",
    haze: "#dd7a72",
    near: "#1f1836",
    accent: "#ffc857",
    extra: ["#e4572e", "#6d4c9f", "#ffd9b3"],
  }),
  dusk: landscape("dusk", {
    words: ["at dusk", "at nightfall", "in the evening"],
    keywords: ["dusk", "evening", "twilight"],
    sky: ["#1d2b53", "#5c5c97", "#dba3ac"],
    sun: "#fbe9d6",
    haze: "#9b8bb0",
    near: "#131a35",
    accent: "#ffb35c",
    extra: ["#e8735a", "#3f5e8c", "#f3d7d0"],
  }),
  night: landscape("night", {
    words: ["by night", "at night", "on a clear night"],
    keywords: ["night", "dark", "blue"],
    sky: ["#070d24", "#122350", "#2f4f80"],
    sun: "#f7f1da",
    haze: "#36578a",
    near: "#060a1a",
    accent: "#ffd166",
    extra: ["#ef8354", "#5fa8d3", "#e9ecf5"],
  }),
  overcast: landscape("overcast", {
    words: ["on a grey day", "under a grey sky", "on a cloudy day"],
    keywords: ["grey", "gray", "cloudy"],
    sky: ["#8b9aa3", "#b4bfc2", "#e0e2dc"],
    sun: "#f7f5ec",
    haze: "#c6cecb",
    near: "#2d3a40",
    accent: "#c8553d",
    extra: ["#e0a458", "#5d737e", "#eeece4"],
  }),
  snow: landscape("snow", {
    words: ["in winter", "on a winter day", "on a cold clear day"],
    keywords: ["winter", "cold", "pale"],
    sky: ["#9dbbd6", "#cfdeea", "#f7f1e8"],
    sun: "#fffaf0",
    haze: "#dae5ed",
    near: "#2a435f",
    accent: "#c8402f",
    extra: ["#e9a03b", "#6f94b5", "#ffffff"],
  }),
  autumn: landscape("autumn", {
    words: ["in autumn", "on an autumn evening", "on an October day"],
    keywords: ["autumn", "fall", "brown"],
    sky: ["#c08a5b", "#e8bf8a", "#f9e8c8"],
    sun: "#fff5dc",
    haze: "#e6c192",
    near: "#3d2a21",
    accent: "#a8321f",
    extra: ["#d9772b", "#e9b44c", "#5c6b3c"],
  }),
  mint: landscape("mint", {
    words: ["on a spring morning", "in spring", "in soft green light"],
    keywords: ["spring", "morning", "green"],
    sky: ["#8cc9bd", "#c8e7d6", "#fcf3da"],
    sun: "#fffbea",
    haze: "#c9e3d2",
    near: "#1d4a4a",
    accent: "#f0686a",
    extra: ["#f6b65a", "#3f8f7c", "#fff7e6"],
  }),
  rose: landscape("rose", {
    words: ["in pink morning light", "on a pink morning", "in rosy light"],
    keywords: ["pink", "rose", "morning"],
    sky: ["#eba7ad", "#f7cfc4", "#fdf1de"],
    sun: "#fffaf0",
    haze: "#f2cbc2",
    near: "#5b2a4a",
    accent: "#d1495b",
    extra: ["#edae49", "#7c5b8e", "#fff3e6"],
  }),
  tropic: landscape("tropic", {
    words: ["in the tropics", "on a tropical evening", "in warm tropical light"],
    keywords: ["tropical", "summer", "turquoise"],
    sky: ["#0f7c9b", "#55c3b6", "#fbe6ab"],
    sun: "#fff6d0",
    haze: "#8fd2bd",
    near: "#083d4f",
    accent: "#ff6b4a",
    extra: ["#ffc145", "#1f9e89", "#fff2d1"],
  }),
  violet: landscape("violet", {
    words: ["in the blue hour", "in violet twilight", "in the late evening"],
    keywords: ["violet", "purple", "evening", "twilight"],
    sky: ["#463a78", "#9877b8", "#f5c9d0"],
    sun: "#fff0e0",
    haze: "#b897c6",
    near: "#221a44",
    accent: "#ff9f68",
    extra: ["#f2d16b", "#5f5aa2", "#fbe4e6"],
  }),
  storm: landscape("storm", {
    words: ["before the storm", "under dark clouds", "in stormy weather"],
    keywords: ["storm", "weather", "dark", "grey", "gray"],
    sky: ["#2e3b47", "#566874", "#b0b9b4"],
    sun: "#f1ead6",
    haze: "#8c9a9c",
    near: "#141c22",
    accent: "#f0a63a",
    extra: ["#d8572a", "#44606b", "#dfe3dc"],
  }),
  desert: landscape("desert", {
    words: ["in the evening heat", "in dry evening light", "on a hot evening"],
    keywords: ["hot", "evening", "warm"],
    sky: ["#5f9ea6", "#e6c7a0", "#f8e2bf"],
    sun: "#fff6df",
    haze: "#e8c39b",
    near: "#6e2b1d",
    accent: "#1f6f78",
    extra: ["#d9662c", "#f0a95b", "#fbeed5"],
  }),
  aurora: landscape("aurora", {
    words: ["on a polar night", "on an arctic night", "at night in the north"],
    keywords: ["night", "dark", "north", "arctic"],
    sky: ["#030b1c", "#06243f", "#0f4f5c"],
    sun: "#eafff2",
    haze: "#1b5c68",
    near: "#02070f",
    accent: "#4cf0a8",
    extra: ["#7b5cff", "#28c7c0", "#dffbe9"],
  }),
};

export const INTERIOR: Record<InteriorPaletteName, InteriorPalette> = {
  linen: {
    name: "linen",
    wall: "#e9dcc6",
    table: "#c98f5f",
    dark: "#3b2d2a",
    paper: "#faf3e6",
    objects: ["#d9622b", "#e8b23a", "#5e7d4f", "#37616b", "#b23a3a"],
    accent: "#1f5f7a",
  },
  sage: {
    name: "sage",
    wall: "#b9c7b0",
    table: "#efe2cb",
    dark: "#2c3b33",
    paper: "#fbf6ea",
    objects: ["#e07a4b", "#f0c25c", "#7b9c6a", "#a33d46", "#f4ead7"],
    accent: "#a33d46",
  },
  cobalt: {
    name: "cobalt",
    wall: "#2b4c8c",
    table: "#f0d9b5",
    dark: "#14223f",
    paper: "#f7efe0",
    objects: ["#f2a541", "#e4572e", "#f6d55c", "#3caea3", "#f7efe0"],
    accent: "#f6d55c",
  },
  blush: {
    name: "blush",
    wall: "#eec4b4",
    table: "#8f4a44",
    dark: "#3a1f2b",
    paper: "#fff4ea",
    objects: ["#f29e4c", "#f3d27a", "#4f7d6b", "#2c5f7c", "#d64550"],
    accent: "#2c5f7c",
  },
  ochre: {
    name: "ochre",
    wall: "#e3a63b",
    table: "#5a3a2e",
    dark: "#2b1d1a",
    paper: "#fff2d8",
    objects: ["#c8402f", "#f4e3c1", "#3e6b54", "#2d4b6b", "#e9762b"],
    accent: "#2d4b6b",
  },
  evening: {
    name: "evening",
    wall: "#25304a",
    table: "#7d5a4a",
    dark: "#111726",
    paper: "#f3e7d0",
    objects: ["#f0a45b", "#e2c06a", "#6b8f71", "#9fb4c7", "#c65b4b"],
    accent: "#f0a45b",
  },
  terracotta: {
    name: "terracotta",
    wall: "#c9694a",
    table: "#f2d8b8",
    dark: "#3c1d18",
    paper: "#fff0dd",
    objects: ["#f4c95d", "#2f6f6b", "#7fa36b", "#f3e2c7", "#8c2f39"],
    accent: "#2f6f6b",
  },
  mist: {
    name: "mist",
    wall: "#cfd8dc",
    table: "#9fb0b5",
    dark: "#2a363c",
    paper: "#f8f9f6",
    objects: ["#e08e45", "#dcc48e", "#6f8f7a", "#4d6a8a", "#b8535b"],
    accent: "#b8535b",
  },
};

export const PRINT: Record<PrintPaletteName, PrintPalette> = {
  bauhaus: {
    name: "bauhaus",
    paper: "#f2e8d5",
    ink: "#1d1d1f",
    colours: ["#d63a2a", "#f2b321", "#1f4e8c", "#e8d3b0", "#6a6a68"],
  },
  riviera: {
    name: "riviera",
    paper: "#fbf3e4",
    ink: "#16324f",
    colours: ["#e86a4a", "#f6c667", "#2a9d8f", "#9fd3c7", "#2f6690"],
  },
  clay: {
    name: "clay",
    paper: "#f5e9dc",
    ink: "#3b2420",
    colours: ["#b5533c", "#e0a96d", "#7d8f69", "#3f5e5a", "#d9c2a7"],
  },
  plum: {
    name: "plum",
    paper: "#f6ece9",
    ink: "#2d1b33",
    colours: ["#8c3b5e", "#e07a7a", "#f0b98d", "#4b3b6b", "#b9a3c7"],
  },
  forest: {
    name: "forest",
    paper: "#f1efe2",
    ink: "#14281d",
    colours: ["#2f5d43", "#7ba05b", "#d8c16a", "#c96a3b", "#a9c3a0"],
  },
  nordic: {
    name: "nordic",
    paper: "#eef1ef",
    ink: "#1c2b36",
    colours: ["#37566b", "#8fb0bf", "#d9a441", "#c2553f", "#d4dcd8"],
  },
  candy: {
    name: "candy",
    paper: "#fff4ec",
    ink: "#33254f",
    colours: ["#f26a7e", "#ffb45c", "#4cb3a8", "#7a6fd0", "#ffd9c7"],
  },
  indigo: {
    name: "indigo",
    paper: "#f4efe4",
    ink: "#10182b",
    colours: ["#243b6b", "#4f74b0", "#9fb8d8", "#c9433a", "#d9d2c2"],
  },
};
