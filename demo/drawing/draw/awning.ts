import type { Canvas } from "./canvas";
import { lighten, lightness, mix } from "./colour";
import { stroke } from "./leaves";
import type { InteriorPalette } from "./palettes";
import { ellipsePath, n } from "./path";

export type Form = "stall" | "parasol" | "cart";

export type Night = readonly [colour: string, share: number];

/** The frame in which crates are set: left edge, width and the height of the ground. */
export type Frame = {
  x: number;
  width: number;
  ground: number;
  awning: number;
  top: number;
  unit: number;
};

/** Stripes that widen to the front and end in scallops. */
export function awning(
  canvas: Canvas,
  { x, width, top, awning: low, unit }: Frame,
  colours: readonly [string, string],
  over = 0.35,
): void {
  const count = 11;
  const [left, right] = [x - unit * over, x + width + unit * over];
  const step = (right - left) / count;
  const inner = (x + width - x) / count;
  const drop = unit * 0.42;
  const whole = `M${n(x)} ${n(top)}H${n(x + width)}L${n(right)} ${n(low + drop)}H${n(left)}z`;
  canvas.softShadow(whole, 18, 46, 0.32);
  for (const odd of [0, 1] as const) {
    let roof = "";
    let flap = "";
    for (let i = odd; i < count; i += 2) {
      roof += `M${n(x + i * inner)} ${n(top)}h${n(inner)}L${n(left + (i + 1) * step)} ${n(low)}h${n(-step)}z`;
      flap += `M${n(left + i * step)} ${n(low)}h${n(step)}v${n(drop * 0.45)}a${n(step / 2)} ${n(drop * 0.7)} 0 0 1 ${n(-step)} 0z`;
    }
    canvas.path(
      roof,
      canvas.linear([
        [0, lighten(colours[odd], -0.07)],
        [1, lighten(colours[odd], 0.03)],
      ]),
    );
    canvas.path(flap, lighten(colours[odd], -0.085));
  }
  canvas.rect(x - 6, top - unit * 0.1, width + 12, unit * 0.14, lighten(colours[0], -0.2));
  stroke(canvas, `M${n(left)} ${n(low)}H${n(right)}`, lighten(colours[1], 0.02), 4, 0.7);
}

export function cloths(palette: InteriorPalette, night: Night): readonly [string, string] {
  const ground = lightness(palette.wall);
  const colour =
    [palette.objects[0], palette.accent, palette.objects[3], palette.objects[4]].find(
      (one) => one && Math.abs(lightness(one) - ground) > 0.09,
    ) ?? palette.accent;
  return [mix(colour, night[0], night[1] * 0.55), mix(palette.paper, night[0], night[1] * 0.5)];
}

/** A string of bulbs under the awning, with their light on the goods. */
export function lamps(
  canvas: Canvas,
  { x, width, awning: low, ground, unit }: Frame,
  form: Form,
): void {
  const count = 9;
  const spots = Array.from({ length: count }, (_, i) => {
    const t = (i + 0.5) / count;
    return [x + width * t, low + unit * (0.62 + 0.3 * Math.sin(((t * 3) % 1) * Math.PI))] as const;
  });
  canvas.glow(
    x + width / 2,
    (low + ground) / 2,
    width * 0.62,
    "#ffc46a",
    form === "cart" ? 0.16 : 0.18,
  );
  let wire = `M${n(x)} ${n(low + unit * 0.4)}`;
  for (const [px, py] of spots) wire += `L${n(px)} ${n(py - unit * 0.12)}`;
  stroke(canvas, `${wire}L${n(x + width)} ${n(low + unit * 0.4)}`, "#1a1424", 3.5);
  for (const [px, py] of spots) canvas.glow(px, py, unit * 0.75, "#ffd58a", 0.8);
  canvas.path(
    spots.map(([px, py]) => ellipsePath(px, py, unit * 0.1, unit * 0.13)).join(""),
    "#fff1c9",
  );
}
