import { butterfly } from "../draw/butterfly";
import type { Canvas } from "../draw/canvas";
import { lighten } from "../draw/colour";
import { feather } from "../draw/feather";
import { leafShape } from "../draw/leaf";
import { monstera } from "../draw/monstera";
import { mushroom, tuft } from "../draw/mushroom";
import { centred, place } from "../draw/print";
import { nautilus, scallop } from "../draw/seashell";
import type { Drawing, Family } from "../family";

type Find = { name: string; keywords: readonly string[]; draw(canvas: Canvas): void };
const middle = (canvas: Canvas, share: number, turn: number, draw: () => void) =>
  canvas.group({ transform: centred(canvas, turn, share) }, draw);

const FINDS: Record<string, Find> = {
  toadstools: {
    name: "Two red toadstools with white spots",
    keywords: ["mushroom", "toadstool", "fly agaric", "red", "forest", "autumn", "grass"],
    draw(canvas) {
      const r = canvas.random("toadstools");
      middle(canvas, 0.9, 0, () => {
        canvas.group({ transform: place(60, 46, 9, 0.46) }, () =>
          mushroom(canvas, r, "#cf4a30", true),
        );
        canvas.group({ transform: place(-14, 4, -3, 0.84, 0.98) }, () =>
          mushroom(canvas, r, "#c5322b", true),
        );
        tuft(canvas, r);
      });
    },
  },
  bolete: {
    name: "Brown mushroom in a tuft of grass",
    keywords: ["mushroom", "bolete", "brown", "forest", "autumn", "grass"],
    draw(canvas) {
      const r = canvas.random("bolete");
      middle(canvas, 0.92, 0, () => {
        canvas.group({ transform: place(0, 2, 4, 0.98, 0.98) }, () =>
          mushroom(canvas, r, "#96582f", false),
        );
        tuft(canvas, r);
      });
    },
  },
  swallowtail: {
    name: "Yellow swallowtail butterfly",
    keywords: ["butterfly", "insect", "yellow", "wings"],
    draw: (canvas) =>
      middle(canvas, 0.92, 0, () =>
        butterfly(canvas, canvas.random("b"), {
          shape: "swallowtail",
          markings: "bands",
          colours: { main: "#e9bb45", dark: "#4b3340", light: "#f9ecc4", spot: "#5f8fc0" },
        }),
      ),
  },
  peacock: {
    name: "Blue butterfly with four eyespots",
    keywords: ["butterfly", "insect", "blue", "wings", "eyes"],
    draw: (canvas) =>
      middle(canvas, 0.95, 0, () =>
        butterfly(canvas, canvas.random("b"), {
          shape: "angular",
          markings: "eyes",
          colours: { main: "#4c86b8", dark: "#27405f", light: "#f6ecd4", spot: "#ecb34a" },
        }),
      ),
  },
  scallop: {
    name: "Coral-coloured scallop shell",
    keywords: ["shell", "seashell", "scallop", "coral", "pink", "sea", "beach"],
    draw: (canvas) => middle(canvas, 0.82, 0, () => scallop(canvas, "#e58468")),
  },
  nautilus: {
    name: "Striped nautilus shell",
    keywords: ["shell", "seashell", "nautilus", "spiral", "sea", "brown", "stripes"],
    draw: (canvas) =>
      middle(canvas, 1, -8, () =>
        canvas.group({ transform: "translate(-7 12)" }, () =>
          nautilus(canvas, "#f0dcc0", "#b5603c"),
        ),
      ),
  },
  mapleLeaf: {
    name: "Red maple leaf in autumn colour",
    keywords: ["leaf", "maple", "red", "orange", "autumn", "tree"],
    draw(canvas) {
      const { outline, right, veins, stem } = leafShape("maple");
      middle(canvas, 0.9, 14, () => {
        canvas.stroke(stem, "#8a3326", 4.6);
        canvas.path(
          outline,
          canvas.linear(
            [
              [0, "#d9772b"],
              [0.5, "#c8402b"],
              [1, "#a82a2c"],
            ],
            { x1: 0.2, y1: 0, x2: 0.7, y2: 1 },
          ),
        );
        canvas.path(right, "#3b0a14", { "fill-opacity": 0.16 });
        canvas.group({ "clip-path": canvas.clip(outline) }, () =>
          canvas.stroke(veins, "#f0b070", 1.8, { "stroke-opacity": 0.8 }),
        );
      });
    },
  },
  monstera: {
    name: "Green monstera leaf with holes",
    keywords: ["leaf", "monstera", "green", "plant", "houseplant", "tropical"],
    draw: (canvas) => middle(canvas, 0.92, 10, () => monstera(canvas, "#3f8a55")),
  },
  jay: {
    name: "Blue jay feather with dark bars",
    keywords: ["feather", "bird", "blue", "jay"],
    draw: (canvas) =>
      canvas.group(
        { transform: place(canvas.width / 2, canvas.height / 2, 17, canvas.long / 335) },
        () =>
          feather(canvas, canvas.random("f"), { vane: "#5c93c4", tip: "#3f6ea5", bar: "#24395a" }),
      ),
  },
  parrot: {
    name: "Red parrot feather with a yellow tip",
    keywords: ["feather", "bird", "parrot", "red", "yellow"],
    draw: (canvas) =>
      canvas.group(
        {
          transform: place(
            canvas.width * 0.53,
            canvas.height / 2,
            -20,
            -canvas.long / 350,
            canvas.long / 350,
          ),
        },
        () =>
          feather(canvas, canvas.random("f"), {
            vane: lighten("#c8402f", 0.01),
            tip: "#ecb33c",
            bar: null,
          }),
      ),
  },
};

/** Something found on a walk, alone, with nothing behind it. */
export const cutOutFinds: Family = {
  slug: "cut-out-finds",
  host: "cabinet.localhost",
  rating: "strict",
  isCutOut: true,
  variants: [
    { aspect: "1:1", palette: "toadstools" },
    { aspect: "2:3", palette: "jay" },
    { aspect: "5:4", palette: "peacock" },
    { aspect: "1:1", palette: "nautilus" },
    { aspect: "1:1", palette: "mapleLeaf" },
    { aspect: "5:4", palette: "swallowtail" },
    { aspect: "1:1", palette: "bolete" },
    { aspect: "5:4", palette: "scallop" },
    { aspect: "2:3", palette: "parrot" },
    { aspect: "1:1", palette: "monstera" },
  ],
  draw(canvas, variant): Drawing {
    const find = FINDS[variant.palette];
    if (!find) throw new RangeError(`nothing to draw: ${variant.palette}`);
    find.draw(canvas);
    const keywords = ["cut-out", "transparent", "nature", ...find.keywords];
    return { name: find.name, keywords, grain: 0 };
  },
};
