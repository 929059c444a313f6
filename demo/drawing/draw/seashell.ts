import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import { n, type Point, polygon, smoothClosed } from "./path";
import { circle, line, polar } from "./print";

/** A scallop with its hinge at 0, 78; about 190 wide. */
export function scallop(canvas: Canvas, colour: string): void {
  const ribs = 13;
  const [from, to] = [Math.PI * 1.15, Math.PI * 1.85];
  const hinge: Point = [0, 80];
  const edge = (k: number, bulge = 0) => {
    const t = k / ribs;
    const angle = from + (to - from) * t;
    return polar(hinge[0], hinge[1], 150 + 20 * Math.sin(Math.PI * t) + bulge, angle);
  };
  const pale = mix(colour, "#fff3e4", 0.6);
  const ears = "M-30 62L-40 84Q0 96 40 84L30 62Z";
  canvas.path(
    ears,
    canvas.linear([
      [0, colour],
      [1, lighten(colour, -0.13)],
    ]),
  );
  canvas.add(
    line("M-24 70L-28 84M-12 74L-14 88M12 74L14 88M24 70L28 84", lighten(colour, -0.16), 1.6, 0.6),
  );
  let outline = `M${n(hinge[0])} ${n(hinge[1])}`;
  for (let i = 0; i < ribs; i += 1) {
    const [ax, ay] = edge(i);
    const [mx, my] = edge(i + 0.5, 17);
    const [bx, by] = edge(i + 1);
    const rib = `M0 80L${n(ax)} ${n(ay)}Q${n(mx)} ${n(my)} ${n(bx)} ${n(by)}z`;
    outline += `L${n(ax)} ${n(ay)}Q${n(mx)} ${n(my)} ${n(bx)} ${n(by)}`;
    const lit = 0.05 - 0.11 * (i / ribs);
    canvas.path(
      rib,
      canvas.linear(
        [
          [0, lighten(pale, lit)],
          [0.5, lighten(mix(colour, pale, 0.35), lit)],
          [1, lighten(colour, lit - 0.1)],
        ],
        "right",
      ),
    );
  }
  canvas.group({ "clip-path": canvas.clip(`${outline}z`) }, () => {
    for (const [i, radius] of [44, 78, 104, 126, 145, 160].entries()) {
      canvas.stroke(circle(0, 80, radius), i % 2 ? lighten(colour, -0.1) : pale, 9 - i * 0.6, {
        "stroke-opacity": 0.38,
      });
    }
    const deep = lighten(colour, -0.2);
    canvas.path(
      circle(0, 80, 70),
      canvas.radial([
        [0, deep, 0.6],
        [1, deep, 0],
      ]),
    );
  });
}

/** A nautilus shell that opens to the right, about 190 wide. */
export function nautilus(canvas: Canvas, light: string, stripe: string): void {
  const b = 0.176;
  const [cx, cy] = [-8, -4];
  const r = (turn: number) => 104 * Math.exp(-b * turn);
  const on = (turn: number, share = 1): Point => polar(cx, cy, r(turn) * share, 0.35 - turn);
  const whorl: Point[] = Array.from({ length: 49 }, (_, i) => on((i / 48) * Math.PI * 2));
  const outline = `${polygon(whorl).slice(0, -1)}z`;
  canvas.path(
    outline,
    canvas.radial(
      [
        [0, lighten(light, 0.02)],
        [0.7, light],
        [1, mix(light, stripe, 0.4)],
      ],
      { cx: cx - 20, cy: cy - 30, r: 120, userSpace: true },
    ),
  );
  canvas.group({ "clip-path": canvas.clip(outline) }, () => {
    let d = "";
    for (let i = 0; i < 15; i += 1) {
      const turn = 0.5 + i * 0.36;
      const width = 0.1 + 0.03 * Math.sin(i * 1.7);
      const a: Point[] = [0, 0.25, 0.5, 0.75, 1].map((s) => on(turn + s * 0.5, 1 - s * 0.55));
      const back: Point[] = [1, 0.75, 0.5, 0.25, 0].map((s) =>
        on(turn + width * (1.5 - s * 1.4) + s * 0.5, 1 - s * 0.55),
      );
      d += smoothClosed([...a, ...back]);
    }
    canvas.path(d, stripe, { "fill-opacity": 0.85 });
    const dark = mix(stripe, "#2b1018", 0.5);
    canvas.path(
      polygon([
        ...whorl.slice(24),
        ...whorl
          .slice(24)
          .reverse()
          .map(([x, y]): Point => [cx + (x - cx) * 0.7, cy + (y - cy) * 0.7]),
      ]),
      dark,
      { "fill-opacity": 0.12 },
    );
  });
  const mouth = smoothClosed([
    on(0, 1.0),
    on(0.2, 0.86),
    on(0.32, 0.6),
    on(0.2, 0.36),
    on(0, 0.33),
    on(-0.16, 0.6),
    on(-0.13, 0.88),
  ]);
  canvas.path(
    mouth,
    canvas.linear(
      [
        [0, mix(light, stripe, 0.25)],
        [1, mix(stripe, "#3b1a20", 0.55)],
      ],
      { x1: 1, y1: 0, x2: 0, y2: 0.6 },
    ),
  );
  const inner = Array.from({ length: 64 }, (_, i) => on(Math.PI * 2 + (i / 63) * Math.PI * 3.4));
  canvas.add(
    line(
      `M${inner.map(([x, y]) => `${n(x)} ${n(y)}`).join("L")}`,
      mix(stripe, "#2b1018", 0.35),
      3,
      0.8,
    ),
  );
  const gloss = Array.from({ length: 12 }, (_, i) => on(1.5 + i * 0.11, 0.86));
  canvas.add(line(`M${gloss.map(([x, y]) => `${n(x)} ${n(y)}`).join("L")}`, "#fffaf0", 5, 0.6));
}
