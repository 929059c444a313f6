/** The colours of a tree and its ground, and the words for it. */
export type Season = {
  crown: readonly [string, string, string, string];
  bark: string;
  ground: string;
  falling: readonly string[];
  name: string;
  keywords: readonly string[];
};

/** The trees by name. */
export const SEASONS: Record<string, Season> = {
  blossom: {
    crown: ["#c9748f", "#e59ab0", "#f6c3cf", "#fff0f2"],
    bark: "#4a2f38",
    ground: "#8fb37a",
    falling: ["#f6c3cf", "#fff0f2", "#e59ab0"],
    name: "Cherry tree in blossom",
    keywords: ["blossom", "cherry", "spring", "pink", "flowers"],
  },
  summer: {
    crown: ["#24523c", "#3a7a4a", "#63a357", "#a8cf72"],
    bark: "#4a3526",
    ground: "#7fae5a",
    falling: [],
    name: "Old oak in full leaf",
    keywords: ["oak", "summer", "green"],
  },
  autumn: {
    crown: ["#8a2f1c", "#c4502a", "#e58a35", "#f7c65a"],
    bark: "#3a2620",
    ground: "#b0803f",
    falling: ["#c4502a", "#e58a35", "#f7c65a"],
    name: "Maple tree in red leaves",
    keywords: ["maple", "autumn", "fall", "red", "orange"],
  },
  winter: {
    crown: ["#aebfd2", "#cddae6", "#eef4f8", "#ffffff"],
    bark: "#2b2c3a",
    ground: "#e9f0f5",
    falling: [],
    name: "Bare tree under snow",
    keywords: ["winter", "snow", "bare", "white"],
  },
  savanna: {
    crown: ["#26331f", "#3d4d26", "#66702f", "#a8963f"],
    bark: "#2a1d18",
    ground: "#b98a44",
    falling: [],
    name: "Acacia tree in the savanna",
    keywords: ["acacia", "savanna", "africa", "grass"],
  },
};
