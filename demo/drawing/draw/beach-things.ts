import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import { ellipsePath, n, type Point, polygon, smoothClosed } from "./path";

/** A parasol from above in slices, its shade thrown to one side. */
export function parasol(
  canvas: Canvas,
  x: number,
  y: number,
  s: number,
  colours: readonly [string, string],
  shade: string,
  turn: number,
): void {
  const rim: Point[] = Array.from({ length: 16 }, (_, i): Point => {
    const a = turn + (i / 16) * Math.PI * 2;
    return [x + Math.cos(a) * s, y + Math.sin(a) * s];
  });
  canvas.softShadow(polygon(rim), s * 0.52, s * 0.5, 0.5, shade);
  for (let i = 0; i < 8; i++) {
    const a = turn + (i / 8) * Math.PI * 2;
    const b = turn + ((i + 1) / 8) * Math.PI * 2;
    const lit = Math.cos((a + b) / 2 + Math.PI * 0.75);
    const middle = (a + b) / 2;
    canvas.path(
      `M${n(x)} ${n(y)}L${n(x + Math.cos(a) * s)} ${n(y + Math.sin(a) * s)}Q${n(x + Math.cos(middle) * s * 0.97)} ${n(y + Math.sin(middle) * s * 0.97)} ${n(x + Math.cos(b) * s)} ${n(y + Math.sin(b) * s)}z`,
      lighten(colours[i % 2] ?? "#ffffff", lit * 0.055 - 0.03),
    );
  }
  canvas.path(ellipsePath(x, y, s * 0.07, s * 0.07), mix(colours[0], shade, 0.3));
}

/** A striped towel from above; `angle` in degrees. */
export function towel(
  canvas: Canvas,
  x: number,
  y: number,
  s: number,
  colours: readonly [string, string],
  shade: string,
  angle: number,
): void {
  canvas.group({ transform: `translate(${n(x)} ${n(y)}) rotate(${n(angle)})` }, () => {
    const d = polygon([
      [-s * 0.3, -s * 0.62],
      [s * 0.3, -s * 0.62],
      [s * 0.32, s * 0.62],
      [-s * 0.29, s * 0.62],
    ]);
    canvas.softShadow(d, s * 0.05, s * 0.05, 0.4, shade);
    canvas.path(d, colours[1]);
    for (let i = 0; i < 5; i++)
      canvas.rect(-s * 0.3, -s * 0.56 + i * s * 0.25, s * 0.6, s * 0.1, colours[0]);
  });
}

/** A person lying on their back, seen from above. */
export function bather(
  canvas: Canvas,
  x: number,
  y: number,
  s: number,
  suit: string,
  skin: string,
  angle: number,
): void {
  canvas.group({ transform: `translate(${n(x)} ${n(y)}) rotate(${n(angle)})` }, () => {
    const p = (points: readonly Point[]) => points.map(([u, v]): Point => [u * s, v * s]);
    canvas.stroke(
      `M${n(-s * 0.06)} ${n(s * 0.08)}L${n(-s * 0.08)} ${n(s * 0.46)}M${n(s * 0.06)} ${n(s * 0.08)}L${n(s * 0.09)} ${n(s * 0.46)}M${n(-s * 0.11)} ${n(-s * 0.26)}L${n(-s * 0.2)} ${n(-s * 0.02)}M${n(s * 0.11)} ${n(-s * 0.26)}L${n(s * 0.2)} ${n(-s * 0.04)}`,
      skin,
      s * 0.075,
    );
    canvas.path(
      smoothClosed(
        p([
          [-0.13, -0.3],
          [0.13, -0.3],
          [0.1, -0.05],
          [0.12, 0.12],
          [-0.12, 0.12],
          [-0.1, -0.05],
        ]),
      ),
      suit,
    );
    canvas.path(ellipsePath(0, -s * 0.42, s * 0.1, s * 0.11), "#3a2620");
    canvas.path(ellipsePath(0, -s * 0.4, s * 0.075, s * 0.085), skin);
  });
}

/** A rowing boat or a surfboard from above, with its shadow on the water below. */
export function boat(
  canvas: Canvas,
  x: number,
  y: number,
  s: number,
  colour: string,
  shade: string,
  angle: number,
): void {
  canvas.group({ transform: `translate(${n(x)} ${n(y)}) rotate(${n(angle)})` }, () => {
    const hull = `M${n(-s)} 0C${n(-s * 0.6)} ${n(-s * 0.38)} ${n(s * 0.5)} ${n(-s * 0.42)} ${n(s)} 0C${n(s * 0.5)} ${n(s * 0.42)} ${n(-s * 0.6)} ${n(s * 0.38)} ${n(-s)} 0z`;
    canvas.softShadow(hull, s * 0.12, s * 0.2, 0.4, shade);
    canvas.path(hull, colour);
    canvas.path(
      `M${n(-s * 0.84)} 0C${n(-s * 0.5)} ${n(-s * 0.28)} ${n(s * 0.42)} ${n(-s * 0.32)} ${n(s * 0.82)} 0C${n(s * 0.42)} ${n(s * 0.32)} ${n(-s * 0.5)} ${n(s * 0.28)} ${n(-s * 0.84)} 0z`,
      mix("#c99a63", shade, 0.12),
    );
    for (const u of [-0.46, 0, 0.42])
      canvas.rect(u * s - s * 0.06, -s * 0.27, s * 0.12, s * 0.54, "#8a5a35");
    canvas.stroke(
      `M${n(-s * 0.1)} ${n(-s * 0.26)}L${n(s * 0.28)} ${n(-s * 0.78)}M${n(-s * 0.1)} ${n(s * 0.26)}L${n(s * 0.28)} ${n(s * 0.78)}`,
      "#8a5a35",
      s * 0.035,
    );
    canvas.path(
      `M${n(s * 0.24)} ${n(-s * 0.68)}L${n(s * 0.42)} ${n(-s * 0.98)}L${n(s * 0.32)} ${n(-s * 1.02)}L${n(s * 0.2)} ${n(-s * 0.72)}zM${n(s * 0.24)} ${n(s * 0.68)}L${n(s * 0.42)} ${n(s * 0.98)}L${n(s * 0.32)} ${n(s * 1.02)}L${n(s * 0.2)} ${n(s * 0.72)}z`,
      "#8a5a35",
    );
  });
}
