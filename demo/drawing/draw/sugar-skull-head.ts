import type { Canvas } from "./canvas";
import { lightness, mix } from "./colour";
import type { PrintPalette } from "./palettes";
import { at, castShadow, circle, petal, place, polar } from "./print";

const HEAD =
  "M0-100C58-100 92-62 92-14C92 16 82 32 68 44C60 50 58 58 58 68C58 82 52 88 46 96C40 112 22 116 0 116C-22 116-40 112-46 96C-52 88-58 82-58 68C-58 58-60 50-68 44C-82 32-92 16-92-14C-92-62-58-100 0-100Z";
const NOSE = "M0 26C10 34 18 46 14 56C9 62 3 58 0 52C-3 58-9 62-14 56C-18 46-10 34 0 26Z";

/** A round friendly skull with flowers for eyes; about 184 wide and 216 high before scaling. */
export function sugarSkullHead(
  canvas: Canvas,
  palette: PrintPalette,
  cx: number,
  cy: number,
  size: number,
): void {
  const [a, b, c, d] = palette.colours as [string, string, string, string];
  const accents = [a, b, c, d].filter((colour) => lightness(colour) < 0.84);
  const bone = mix(palette.paper, "#fffaf0", 0.4);
  const spot = place(cx, cy - size * 0.06, 0, size / 100);
  castShadow(canvas, HEAD, spot, { dx: size * 0.06, dy: size * 0.12, alpha: 0.36 });
  canvas.group({ transform: spot }, () => {
    canvas.path(
      HEAD,
      canvas.radial(
        [
          [0, bone],
          [0.65, bone],
          [1, mix(bone, palette.ink, 0.2)],
        ],
        { cx: -18, cy: -22, r: 150, userSpace: true },
      ),
    );
    canvas.group({ "clip-path": canvas.clip(HEAD) }, () => {
      canvas.path("M-96 40C-76 46-64 52-60 72L-100 90Z", palette.ink, { "fill-opacity": 0.1 });
      canvas.path("M96 40C76 46 64 52 60 72L100 90Z", palette.ink, { "fill-opacity": 0.16 });
    });
    for (const side of [-1, 1])
      eye(canvas, side * 40, -2, palette.ink, at(accents, 0), at(accents, 1));
    canvas.path(NOSE, palette.ink);
    mouth(canvas, palette.ink);
    forehead(canvas, accents);
    for (const side of [-1, 1]) cheek(canvas, side, accents);
  });
}

function eye(
  canvas: Canvas,
  x: number,
  y: number,
  ink: string,
  outer: string,
  inner: string,
): void {
  let scallops = "";
  for (let i = 0; i < 12; i += 1)
    scallops += circle(...polar(x, y, 27, (i / 12) * Math.PI * 2), 8.4);
  canvas.path(scallops, outer);
  canvas.path(circle(x, y, 28), ink);
  let d = "";
  for (let i = 0; i < 8; i += 1) d += petal(x, y, 22, 13, (i / 8) * Math.PI * 2);
  canvas.path(d, inner);
  canvas.path(circle(x, y, 7), ink);
  canvas.path(circle(x, y, 4), "#f6d06a");
}

function mouth(canvas: Canvas, ink: string): void {
  canvas.stroke("M-44 78Q0 98 44 78", ink, 3.6);
  let d = "";
  for (let i = -4; i <= 4; i += 1) {
    const x = i * 9.6;
    const y = 88 - (x / 44) ** 2 * 8;
    d += `M${x} ${(y - 8).toFixed(1)}V${(y + 9).toFixed(1)}`;
  }
  canvas.stroke(d, ink, 2.6);
  canvas.stroke("M-44 78Q-50 76-53 70M44 78Q50 76 53 70", ink, 3.2);
}

function forehead(canvas: Canvas, accents: readonly string[]): void {
  let d = "";
  for (let i = 0; i < 7; i += 1) d += petal(0, -60, 25, 13, -Math.PI / 2 + (i - 3) * 0.52);
  canvas.path(d, at(accents, 0));
  canvas.path(petal(0, -58, 22, 12, Math.PI / 2), at(accents, 1));
  canvas.path(circle(0, -60, 7.5), at(accents, 2));
  canvas.path(circle(0, -60, 4), "#f6d06a");
  let dots = "";
  for (let i = 0; i < 9; i += 1) {
    const angle = Math.PI * (1.12 + i * 0.095);
    dots += circle(...polar(0, -14, 76, angle), i % 2 ? 2.4 : 3.6);
  }
  canvas.path(dots, at(accents, 2));
  canvas.stroke(
    "M-22-40Q-34-46-46-42Q-58-36-66-24M22-40Q34-46 46-42Q58-36 66-24",
    at(accents, 1),
    3,
  );
}

function cheek(canvas: Canvas, side: number, accents: readonly string[]): void {
  canvas.stroke(
    `M${side * 70} 24C${side * 62} 34 ${side * 50} 36 ${side * 42} 48C${side * 36} 58 ${side * 46} 66 ${side * 50} 58C${side * 52} 52 ${side * 46} 50 ${side * 45} 54`,
    at(accents, 2),
    3,
  );
  canvas.path(petal(side * 58, 38, 15, 8, side > 0 ? 0.9 : Math.PI - 0.9), at(accents, 1));
  canvas.path(
    [
      [30, 62],
      [26, 70],
      [34, 56],
    ]
      .map(([x = 0, y = 0], i) => circle(side * x, y, 2.6 - i * 0.3))
      .join(""),
    at(accents, 0),
  );
  canvas.path(petal(0, 113, 13, 9, -Math.PI / 2 + side * 0.6), at(accents, 0));
}
