import "server-only";
import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import { blob, n, type Point, polygon, smoothClosed } from "./path";
import { circle, line, place, polar } from "./print";
import type { Random } from "./random";
import { volume } from "./volume";

const CAP = "M-94-2C-98-58-50-92 0-92C50-92 98-58 94-2C90 14 46 20 0 20C-46 20-90 14-94-2Z";
const STALK = "M-19 8C-16 40-22 64-33 82C-24 98 24 98 33 82C22 64 16 40 19 8Z";

/** A mushroom from about -95 to 95; with `spots` a toadstool with a ring. */
export function mushroom(canvas: Canvas, r: Random, cap: string, spots: boolean): void {
  const flesh = spots ? "#efe3cd" : "#e2cfae";
  canvas.path(
    STALK,
    canvas.linear(
      [
        [0, lighten(flesh, 0.02)],
        [0.45, flesh],
        [1, mix(flesh, "#6b4a2b", 0.42)],
      ],
      "right",
    ),
  );
  let lines = "";
  for (let i = -3; i <= 3; i += 1) lines += `M${i * 5} 22Q${i * 4} 54 ${i * 8} 86`;
  canvas.add(line(lines, "#8a6a48", 1.1, 0.3));
  canvas.path("M-19 14H19Q20 30 18 36Q0 42-18 36Q-20 30-19 14Z", "#5a3a2b", {
    "fill-opacity": 0.3,
  });
  if (spots)
    canvas.path(
      "M-20 32C-12 28 12 28 20 32L31 54Q24 50 20 57Q14 51 8 59Q2 52-4 59Q-9 52-15 57Q-21 50-30 54Z",
      canvas.linear([
        [0, "#fbf3e2"],
        [1, "#d9c6a2"],
      ]),
    );
  const gills = "M-88 2C-60 30 60 30 88 2C60 12-60 12-88 2Z";
  canvas.path(gills, mix(flesh, "#8a6a48", 0.35));
  let blades = "";
  for (let i = -13; i <= 13; i += 1) blades += `M${n(i * 6.2)} 8Q${n(i * 3)} 16 ${n(i * 1.4)} 19`;
  canvas.add(line(blades, "#7d5f42", 1.2, 0.5));
  volume(canvas, r, CAP, cap, { x: 0, y: -34, rx: 94, ry: 58 });
  if (!spots) return;
  const white = canvas.linear(
    [
      [0, "#fffaf0"],
      [1, "#e4d6bd"],
    ],
    { x1: 0, y1: 0, x2: 1, y2: 1 },
  );
  canvas.group({ "clip-path": canvas.clip(CAP) }, () => {
    for (const [x, y, rx, ry] of [
      [-12, -62, 19, 12],
      [38, -52, 14, 11],
      [-52, -42, 12, 13],
      [8, -24, 17, 13],
      [64, -22, 9, 13],
      [-36, -8, 13, 9],
      [44, 0, 13, 7],
      [-78, -14, 7, 11],
      [16, -84, 9, 4],
      [-4, 8, 9, 5],
    ] as const) {
      canvas.path(blob(r, x + 1.5, y + 2.5, rx, ry, 0.1, 10), "#5a1014", { "fill-opacity": 0.35 });
      canvas.path(blob(r, x, y, rx, ry, 0.1, 10), white);
    }
  });
}

/** Grass at the foot of a mushroom, from -60 to 60 around 0, 92. */
export function tuft(canvas: Canvas, r: Random): void {
  const tones = ["#4f7d3f", "#6f9a4a", "#3f6b3a"];
  for (let i = 0; i < 17; i += 1) {
    const x = r.between(-58, 58);
    const h = r.between(16, 44) * (1.15 - Math.abs(x) / 90);
    const lean = x * 0.3 + r.between(-10, 10);
    canvas.path(
      `M${n(x - 3)} 95Q${n(x + lean * 0.3)} ${n(95 - h * 0.6)} ${n(x + lean)} ${n(95 - h)}Q${n(x + 2 + lean * 0.4)} ${n(95 - h * 0.5)} ${n(x + 3.4)} 95z`,
      r.pick(tones),
    );
  }
}

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

/** Where a drawing of -100 to 100 goes to fill the middle of a cut-out. */
export function centred(canvas: Canvas, turn = 0, share = 0.9, scale = canvas.short / 200): string {
  return place(canvas.width / 2, canvas.height / 2, turn, scale * share);
}
