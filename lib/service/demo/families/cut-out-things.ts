import "server-only";
import { centred } from "../draw/finds";
import { place } from "../draw/print";
import { key, type PlanePaper, paperPlane } from "../draw/things";
import type { Drawing, Family } from "../family";

const PLANES: Record<PlanePaper, { colour: string; name: string; keywords: readonly string[] }> = {
  plain: { colour: "#eab84a", name: "Yellow paper plane", keywords: ["yellow"] },
  squared: {
    colour: "#d3e0ec",
    name: "Paper plane of squared paper",
    keywords: ["blue", "school"],
  },
  airmail: {
    colour: "#f0dfc0",
    name: "Airmail paper plane with stripes",
    keywords: ["airmail", "red", "blue"],
  },
};

/** A thing from a desk drawer, alone, with nothing behind it. */
export const cutOutThings: Family = {
  slug: "cut-out-things",
  host: "cabinet.localhost",
  rating: "strict",
  isCutOut: true,
  variants: [
    { aspect: "5:4", palette: "plain" },
    { aspect: "21:9", palette: "brass" },
    { aspect: "5:4", palette: "airmail" },
    { aspect: "16:9", palette: "iron", options: { turn: -14 } },
    { aspect: "5:4", palette: "squared" },
  ],
  draw(canvas, variant): Drawing {
    const common = ["cut-out", "transparent", "thing"];
    if (variant.palette === "brass" || variant.palette === "iron") {
      const turn = Number(variant.options?.turn ?? 0);
      const isBrass = variant.palette === "brass";
      canvas.group(
        {
          transform: place(
            canvas.width * 0.497,
            canvas.height * 0.5,
            turn,
            canvas.width / (turn ? 430 : 410),
          ),
        },
        () => key(canvas, isBrass ? "#c99a43" : "#7f8a92"),
      );
      const name = isBrass ? "Old brass key with a red stone" : "Old iron key with a red stone";
      return {
        name,
        keywords: [...common, "key", "metal", "door", isBrass ? "brass" : "iron"],
        grain: 0,
      };
    }
    const paper = variant.palette as PlanePaper;
    canvas.group({ transform: centred(canvas, 0, 1.05) }, () =>
      paperPlane(canvas, PLANES[paper].colour, paper),
    );
    return {
      name: PLANES[paper].name,
      keywords: [...common, "paper plane", "paper", "flying", ...PLANES[paper].keywords],
      grain: 0,
    };
  },
};
