import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import { n, type Point, polygon } from "./path";
import { line } from "./print";
import type { Random } from "./random";

export type FeatherColours = { vane: string; tip: string; bar: string | null };

/** A feather along the y axis from its tip at 0, -150 to the quill at 0, 150. */
export function feather(canvas: Canvas, r: Random, { vane, tip, bar }: FeatherColours): void {
  const spine = (y: number) => 10 * Math.sin((y + 150) / 190);
  const reach = (t: number, side: number) =>
    (side < 0 ? 42 : 58) * Math.sin(Math.PI * Math.min(1, t * 0.94 + 0.06)) ** 0.55;
  for (const side of [-1, 1]) {
    const outer: Point[] = [];
    for (let i = 0; i <= 30; i += 1) {
      const t = i / 30;
      const y = -150 + 232 * t;
      const notch = [9, 10, 17].includes(i + (side < 0 ? 3 : 0)) ? 0.62 : 1;
      const x = spine(y + 16) + side * reach(t, side) * notch;
      outer.push([x, y - (1 - t) * 4], [x - side * 1.2, y + 5]);
    }
    const inner: Point[] = [
      [spine(82), 86],
      [spine(0), 0],
      [spine(-150), -152],
    ];
    const d = polygon([...outer, ...inner]);
    const lit = side < 0 ? 0.035 : -0.035;
    canvas.path(
      d,
      canvas.linear([
        [0, lighten(tip, lit)],
        [0.3, lighten(mix(tip, vane, 0.5), lit)],
        [0.55, lighten(vane, lit)],
        [1, lighten(mix(vane, "#f3e7d6", 0.55), lit)],
      ]),
    );
    canvas.group({ "clip-path": canvas.clip(d) }, () => {
      if (bar) {
        let bars = "";
        for (let i = 0; i < 9; i += 1) {
          const y = -112 + i * 20;
          bars += `M${n(spine(y))} ${n(y + 12)}Q${n(side * 24)} ${n(y - 2)} ${n(side * 66)} ${n(y - 26)}`;
        }
        canvas.add(line(bars, bar, 6.5, 0.78));
      }
      let light = "";
      let deep = "";
      for (let i = 0; i < 62; i += 1) {
        const y = -146 + i * 3.9;
        const barb = `M${n(spine(y))} ${n(y + 14)}Q${n(side * 24)} ${n(y + r.between(-2, 2))} ${n(side * 66)} ${n(y - 26)}`;
        if (i % 2) light += barb;
        else deep += barb;
      }
      canvas.add(line(light, lighten(vane, 0.16), 0.8, 0.5));
      canvas.add(line(deep, lighten(vane, -0.16), 0.8, 0.45));
    });
  }
  let down = "";
  for (let i = 0; i < 22; i += 1) {
    const y = 74 + i * 1.9;
    const side = i % 2 ? 1 : -1;
    down += `M${n(spine(y))} ${n(y)}q${n(side * 12)} ${n(r.between(-8, 4))} ${n(side * r.between(16, 28))} ${n(r.between(-2, 12))}`;
  }
  canvas.add(line(down, mix(vane, "#f3e7d6", 0.65), 1.5, 0.9));
  const points = Array.from(
    { length: 22 },
    (_, i) => [spine(-146 + i * 14), -146 + i * 14] as Point,
  );
  canvas.add(line(`M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join("L")}`, "#b79b74", 3.6));
  canvas.add(line(`M${points.map(([x, y]) => `${n(x - 0.8)} ${n(y)}`).join("L")}`, "#f3e6cc", 1.5));
}
