import type { Canvas } from "./canvas";
import { lighten } from "./colour";
import { type Point, smoothClosed } from "./path";
import { line } from "./print";

/** A split leaf with holes, its stalk at the top; about 190 wide. */
export function monstera(canvas: Canvas, colour: string): void {
  const right: Point[] = [
    [0, -56],
    [12, -82],
    [36, -92],
    [62, -82],
    [80, -64],
    [82, -56],
    [44, -44],
    [42, -38],
    [88, -46],
    [98, -24],
    [96, -10],
    [44, -14],
    [43, -8],
    [97, -2],
    [95, 20],
    [88, 32],
    [40, 14],
    [38, 20],
    [84, 40],
    [74, 60],
    [62, 70],
    [30, 38],
    [27, 43],
    [56, 76],
    [30, 92],
    [2, 104],
  ];
  const d = smoothClosed([
    ...right,
    ...right
      .slice(1, -1)
      .map(([x, y]): Point => [-x * 0.97, y])
      .reverse(),
  ]);
  const holes = [
    [18, -40, 4, 8],
    [20, -10, 4, 8],
    [17, 18, 3.4, 7],
    [-18, -30, 4, 8],
    [-19, 0, 4, 8],
    [-15, 28, 3.2, 6],
  ] as const;
  canvas.stroke("M0-54C-4-74 4-88 18-100", lighten(colour, -0.02), 6);
  const cut = holes
    .map(
      ([x, y, rx, ry]) =>
        `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${rx * 2} 0a${rx} ${ry} 0 1 0 ${-rx * 2} 0z`,
    )
    .join("");
  const fill = canvas.linear(
    [
      [0, lighten(colour, 0.07)],
      [0.5, colour],
      [1, lighten(colour, -0.1)],
    ],
    { x1: 0, y1: 0, x2: 0.8, y2: 1 },
  );
  canvas.path(d + cut, fill, { "fill-rule": "evenodd" });
  const shade = "M0-120H130V130H0z";
  canvas.group({ "clip-path": canvas.clip(shade) }, () =>
    canvas.path(d + cut, "#06281c", { "fill-opacity": 0.16, "fill-rule": "evenodd" }),
  );
  let veins = "M0-54V98";
  for (const [y, x, to] of [
    [-46, 60, -76],
    [-30, 84, -32],
    [-4, 84, 8],
    [22, 70, 52],
    [48, 40, 80],
  ] as const)
    veins += `M0 ${y}Q${x * 0.5} ${(y + to) / 2 - 6} ${x} ${to}M0 ${y}Q${-x * 0.5} ${(y + to) / 2 - 6} ${-x * 0.97} ${to}`;
  canvas.group({ "clip-path": canvas.clip(d) }, () =>
    canvas.add(line(veins, lighten(colour, 0.17), 2.2, 0.75)),
  );
}
