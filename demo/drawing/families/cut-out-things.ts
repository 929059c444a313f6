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
    { aspect: "5:4", palette: "airmail", options: { turn: 14, mirrored: true } },
    { aspect: "16:9", palette: "iron", options: { turn: -14 } },
    { aspect: "4:5", palette: "squared", options: { turn: -46 } },
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
    const turn = Number(variant.options?.turn ?? 0);
    const mirror = variant.options?.mirrored === true ? -1 : 1;
    // Where the middle of the turned plane lies, so that it comes to the middle of the picture.
    const [dx, dy, size] = turn < -30 ? [14, -19, 1.05] : mirror < 0 ? [7, -1, 0.97] : [0, 6, 1.03];
    const scale = (canvas.short / 200) * size;
    const x = canvas.width / 2 - dx * scale;
    const y = canvas.height / 2 - dy * scale;
    const spot = place(x, y, turn, scale * mirror, scale);
    canvas.group({ transform: spot }, () => paperPlane(canvas, PLANES[paper].colour, paper));
    return {
      name: PLANES[paper].name,
      keywords: [...common, "paper plane", "paper", "flying", ...PLANES[paper].keywords],
      grain: 0,
    };
  },
};
