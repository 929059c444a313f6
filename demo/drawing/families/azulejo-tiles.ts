import { AZULEJOS, type Azulejo, type TileColours } from "../draw/azulejo";
import type { Canvas } from "../draw/canvas";
import { lighten, mix } from "../draw/colour";
import { PRINT, type PrintPaletteName } from "../draw/palettes";
import { at, PRINT_WORDS } from "../draw/print";
import type { Drawing, Family } from "../family";

/** Painted wall tiles: one pattern over the wall, two in turn, or a patchwork of all. */
export const azulejoTiles: Family = {
  slug: "azulejo-tiles",
  host: "papercraft.localhost",
  rating: "strict",
  isCutOut: false,
  isGraphic: true,
  variants: [
    {
      aspect: "3:2",
      palette: "indigo",
      options: { across: 6, designs: "rosette,star", layout: "in turn" },
    },
    { aspect: "1:1", palette: "riviera", options: { across: 4, designs: "vine", layout: "one" } },
    {
      aspect: "4:5",
      palette: "clay",
      options: { across: 4, designs: "rosette,star,vine,lattice,fan", layout: "patchwork" },
    },
    {
      aspect: "3:2",
      palette: "forest",
      options: { across: 5, designs: "lattice,fan", layout: "in turn" },
    },
  ],
  draw(canvas, variant): Drawing {
    const palette = PRINT[variant.palette as PrintPaletteName];
    const designs = String(variant.options?.designs).split(",") as (keyof typeof AZULEJOS)[];
    const layout = String(variant.options?.layout);
    const across = Number(variant.options?.across);
    const side = canvas.width / across;
    const down = Math.ceil(canvas.height / side - 0.02);
    const top = (canvas.height - down * side) / 2;
    const r = canvas.random("tiles");
    canvas.rect(0, 0, canvas.width, canvas.height, mix(palette.ink, palette.paper, 0.62));
    for (let row = 0; row < down; row += 1) {
      for (let column = 0; column < across; column += 1) {
        const index =
          layout === "patchwork" ? column * 2 + row * 3 + r.integer(0, 1) : column + row;
        const design = AZULEJOS[at(designs, index)];
        const shift = layout === "patchwork" ? column + row * 2 : 0;
        tile(
          canvas,
          design,
          column * side,
          top + row * side,
          side,
          coloursOf(palette.name, shift),
          r.between(-0.018, 0.018),
        );
      }
    }
    const words = PRINT_WORDS[palette.name];
    const name = {
      one: `Painted tiles with leaf scrolls in ${words.title}`,
      "in turn": `Portuguese wall tiles in ${words.title}`,
      patchwork: `Patchwork of painted tiles in ${words.title}`,
    }[layout];
    return {
      name: name ?? "Painted wall tiles",
      keywords: [
        "tiles",
        "azulejo",
        "ceramic",
        "wall",
        "pattern",
        "Portugal",
        "flowers",
        ...words.keywords,
      ],
      grain: 8,
    };
  },
};

const SETS: Record<PrintPaletteName, readonly [deep: string, mid: string, warm: string]> = {
  bauhaus: ["#1f4e8c", "#d63a2a", "#f2b321"],
  riviera: ["#16324f", "#2a9d8f", "#e86a4a"],
  clay: ["#3f5e5a", "#b5533c", "#e0a96d"],
  plum: ["#4b3b6b", "#8c3b5e", "#f0b98d"],
  forest: ["#2f5d43", "#7ba05b", "#c96a3b"],
  nordic: ["#1c2b36", "#37566b", "#d9a441"],
  candy: ["#33254f", "#7a6fd0", "#f26a7e"],
  indigo: ["#243b6b", "#4f74b0", "#c9433a"],
};

/** In a patchwork some tiles are painted in the other order of colours. */
function coloursOf(name: PrintPaletteName, shift: number): TileColours {
  const [deep, mid, warm] = SETS[name];
  const { paper } = PRINT[name];
  if (shift % 4 === 1) return { glaze: deep, deep: paper, mid: mix(mid, paper, 0.25), warm };
  if (shift % 4 === 3) return { glaze: mix(warm, paper, 0.35), deep, mid, warm: paper };
  return { glaze: paper, deep, mid, warm };
}

function tile(
  canvas: Canvas,
  design: Azulejo,
  x: number,
  y: number,
  side: number,
  colours: TileColours,
  tone: number,
): void {
  const glaze = lighten(colours.glaze, tone);
  const edge = side * 0.012;
  const size = side - 2 * edge;
  const spot = `translate(${(x + side / 2).toFixed(1)} ${(y + side / 2).toFixed(1)}) scale(${(size / 200).toFixed(4)})`;
  const corner = 3;
  canvas.group({ transform: spot }, () => {
    canvas.add(
      `<rect x="-98" y="-97" width="200" height="200" rx="${corner}" fill="#150c18" fill-opacity=".3"/>`,
    );
    canvas.add(`<rect x="-100" y="-100" width="200" height="200" rx="${corner}" fill="${glaze}"/>`);
    for (const turn of [0, 90, 180, 270]) {
      canvas.group({ transform: `rotate(${turn})` }, () =>
        design.quarter(canvas, { ...colours, glaze }),
      );
    }
    design.centre(canvas, { ...colours, glaze });
    canvas.path("M-99-99H99L95-95H-95V95L-99 99z", "#ffffff", { "fill-opacity": 0.3 });
    canvas.path("M99 99H-99L-95 95H95V-95L99-99z", "#150c18", { "fill-opacity": 0.13 });
  });
}
