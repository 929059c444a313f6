import type { Canvas } from "../draw/canvas";
import { lightness } from "../draw/colour";
import { PRINT, type PrintPalette, type PrintPaletteName } from "../draw/palettes";
import { at, circle, contrasting, PRINT_WORDS } from "../draw/print";
import type { Random } from "../draw/random";
import { type Cell, MOTIFS, type Motif } from "../draw/tile-motifs";
import type { Drawing, Family } from "../family";

type Style = "motifs" | "quarters" | "arcs";

/** Tiles of circles, quarters and stripes; no tile equals its neighbour. */
export const bauhausGrid: Family = {
  slug: "bauhaus-grid",
  host: "papercraft.localhost",
  rating: "strict",
  isCutOut: false,
  isGraphic: true,
  variants: [
    { aspect: "3:2", palette: "bauhaus", options: { style: "motifs", across: 6 } },
    { aspect: "4:5", palette: "riviera", options: { style: "quarters", across: 4 } },
    { aspect: "1:1", palette: "clay", options: { style: "motifs", across: 4 } },
    { aspect: "16:9", palette: "forest", options: { style: "arcs", across: 8 } },
    { aspect: "3:2", palette: "candy", options: { style: "quarters", across: 6 } },
    { aspect: "2:3", palette: "indigo", options: { style: "motifs", across: 4 } },
    { aspect: "1:1", palette: "plum", options: { style: "arcs", across: 6 } },
    { aspect: "16:9", palette: "nordic", options: { style: "motifs", across: 8 } },
  ],
  draw(canvas, variant): Drawing {
    const palette = PRINT[variant.palette as PrintPaletteName];
    const style = variant.options?.style as Style;
    const across = Number(variant.options?.across);
    canvas.rect(0, 0, canvas.width, canvas.height, palette.paper);
    const side = canvas.width / across;
    const down = Math.ceil(canvas.height / side - 0.01);
    const top = (canvas.height - down * side) / 2;
    const cells = grid(canvas.random("grid"), across, down, side, top, style === "motifs");
    if (style === "arcs") arcs(canvas, cells, palette, side);
    else tiles(canvas, cells, palette, style);
    const { name, keywords } = WORDS[style];
    const words = PRINT_WORDS[palette.name];
    return {
      name: `${name} in ${words.title}`,
      keywords: ["geometric", "pattern", "tiles", "abstract", ...keywords, ...words.keywords],
      grain: 9,
    };
  },
};

const WORDS: Record<Style, { name: string; keywords: readonly string[] }> = {
  motifs: {
    name: "Geometric tiles with circles and stripes",
    keywords: ["Bauhaus", "circles", "stripes", "shapes"],
  },
  quarters: { name: "Tile pattern of quarter circles", keywords: ["quarter circles", "curves"] },
  arcs: { name: "Winding bands of quarter rings", keywords: ["rings", "curves", "labyrinth"] },
};

type GridCell = Cell & { column: number; row: number };

/** The cells from left to right; with `big` some take the room of four. */
function grid(r: Random, across: number, down: number, side: number, top: number, big: boolean) {
  const taken = new Set<string>();
  const cells: GridCell[] = [];
  const key = (column: number, row: number) => `${column}/${row}`;
  for (let row = 0; row < down; row += 1) {
    for (let column = 0; column < across; column += 1) {
      if (taken.has(key(column, row))) continue;
      const fits = column + 1 < across && row + 1 < down && !taken.has(key(column + 1, row));
      const span = big && fits && r.chance(0.17) ? 2 : 1;
      for (let i = 0; i < span * span; i += 1) {
        taken.add(key(column + (i % span), row + Math.floor(i / span)));
      }
      cells.push({ column, row, x: column * side, y: top + row * side, side: side * span });
    }
  }
  return cells;
}

function tiles(
  canvas: Canvas,
  cells: readonly GridCell[],
  palette: PrintPalette,
  style: Style,
): void {
  const r = canvas.random("tiles");
  const quarters: readonly Motif[] = [
    MOTIFS.quarter,
    MOTIFS.quarter,
    MOTIFS.quarterRings,
    MOTIFS.leaf,
  ];
  const motifs = style === "quarters" ? quarters : Object.values(MOTIFS);
  const grounds = [palette.paper, ...palette.colours, palette.ink];
  const used = new Map<string, { motif: Motif; ground: string; turn: number }>();
  for (const cell of cells) {
    const near = [
      used.get(`${cell.column - 1}/${cell.row}`),
      used.get(`${cell.column}/${cell.row - 1}`),
    ];
    const different = <T>(
      items: readonly T[],
      other: (n: { motif: Motif; ground: string }) => unknown,
    ) => {
      const free = items.filter((item) => near.every((n) => !n || other(n) !== item));
      return r.pick(free.length > 0 ? free : items);
    };
    const motif = style === "quarters" ? r.pick(motifs) : different(motifs, (n) => n.motif);
    const ground = different(grounds, (n) => n.ground);
    const fronts = r.shuffle(
      contrasting([...palette.colours, palette.paper, palette.ink], ground, 0.2),
    );
    const front = at(fronts, 0);
    const other = fronts.find((c) => Math.abs(lightness(c) - lightness(front)) > 0.15) ?? ground;
    const turn = r.integer(0, 3);
    canvas.rect(cell.x - 0.4, cell.y - 0.4, cell.side + 0.8, cell.side + 0.8, ground);
    const centre = `translate(${cell.x + cell.side / 2} ${cell.y + cell.side / 2})`;
    canvas.group({ transform: `${centre} rotate(${turn * 90}) scale(${cell.side / 200})` }, () => {
      motif(canvas, { ground, front, other });
    });
    const span = Math.round(cell.side / at(cells, 0).side) || 1;
    for (let i = 0; i < 4; i += 1) {
      const [dx, dy] = [i % 2, i >> 1];
      if (i === 0 || span > 1)
        used.set(`${cell.column + dx}/${cell.row + dy}`, { motif, ground, turn });
    }
  }
}

/** Truchet tiles: bands around two opposite corners, turned by chance, so that they meet. */
function arcs(
  canvas: Canvas,
  cells: readonly GridCell[],
  palette: PrintPalette,
  side: number,
): void {
  const r = canvas.random("arcs");
  const [a, b, c, d] = palette.colours as [string, string, string, string];
  const ground = palette.paper;
  const rings = new Map<string, number>();
  for (const cell of cells) {
    const isFalling = r.chance(0.5);
    const centre = `translate(${cell.x + side / 2} ${cell.y + side / 2})`;
    canvas.rect(cell.x - 0.4, cell.y - 0.4, side + 0.8, side + 0.8, ground);
    canvas.group(
      { transform: `${centre} rotate(${isFalling ? 0 : 90}) scale(${side / 200})` },
      () => {
        for (const k of [1, -1]) {
          const disc = (radius: number) =>
            `M${-102 * k} ${-102 * k}H${(radius - 100) * k}V${-100 * k}A${radius} ${radius} 0 0 1 ${-100 * k} ${(radius - 100) * k}H${-102 * k}z`;
          for (const [radius, colour] of [
            [150, a],
            [126, ground],
            [112, b],
            [88, ground],
            [74, a],
            [50, ground],
          ] as const) {
            canvas.path(disc(radius), colour);
          }
        }
      },
    );
    const corners = isFalling
      ? [
          [0, 0],
          [1, 1],
        ]
      : [
          [1, 0],
          [0, 1],
        ];
    for (const [dx = 0, dy = 0] of corners) {
      const key = `${cell.x + dx * side} ${cell.y + dy * side}`;
      rings.set(key, (rings.get(key) ?? 0) + 1);
    }
  }
  for (const [key, count] of rings) {
    const [x = 0, y = 0] = key.split(" ").map(Number);
    if (count === 4) canvas.path(circle(x, y, side * 0.15), r.pick([c, d]));
  }
  let grout = "";
  for (const { x, y } of cells) grout += `M${x} ${y}h${side}M${x} ${y}v${side}`;
  canvas.stroke(grout, palette.ink, 1.6, { "stroke-opacity": 0.16 });
}
