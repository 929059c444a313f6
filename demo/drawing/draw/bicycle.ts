import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import { leaves, stroke } from "./leaves";
import { ellipsePath, n } from "./path";

export type BicycleForm = "diamond" | "step" | "racer";

/** A bicycle from the side, heading right: `x`, `y` where the rear wheel stands, `wheel` its radius. */
export type Bicycle = {
  form: BicycleForm;
  x: number;
  y: number;
  wheel: number;
  paint: string;
  metal: string;
  rubber: string;
  leather: string;
  hasRack: boolean;
};

/** Draws the bicycle in its colours. */
export function bicycle(canvas: Canvas, bike: Bicycle): void {
  const { x, y, wheel: k, form } = bike;
  canvas.group(
    { transform: `translate(${n(x)} ${n(y - k)}) scale(${(k / 100).toFixed(3)})` },
    () => {
      const rear = [0, 0] as const;
      const front = [form === "racer" ? 286 : 300, 0] as const;
      for (const [wx, wy] of [rear, front]) wheelOf(canvas, bike, wx, wy);
      if (form !== "racer") guards(canvas, bike, front[0]);
      frameOf(canvas, bike, front[0]);
      gear(canvas, bike);
      saddle(canvas, bike);
      bars(canvas, bike);
      if (bike.hasRack) rack(canvas, bike);
    },
  );
}

/** The same bicycle as one dark shape, for its shadow on the wall. */
export function bicycleShadow(canvas: Canvas, bike: Bicycle, dx: number, dy: number): void {
  const dark = "#1c1024";
  canvas.group({ transform: `translate(${n(dx)} ${n(dy)})`, opacity: 0.2 }, () =>
    bicycle(canvas, { ...bike, paint: dark, metal: dark, rubber: dark, leather: dark }),
  );
}

function wheelOf(canvas: Canvas, { metal, rubber, form }: Bicycle, x: number, y: number): void {
  let spokes = "";
  for (let i = 0; i < 14; i += 1) {
    const a = (i / 14) * Math.PI * 2;
    spokes += `M${n(x + Math.cos(a + 0.5) * 7)} ${n(y + Math.sin(a + 0.5) * 7)}L${n(x + Math.cos(a) * 88)} ${n(y + Math.sin(a) * 88)}M${n(x + Math.cos(a - 0.5) * 7)} ${n(y + Math.sin(a - 0.5) * 7)}L${n(x + Math.cos(a + 0.2) * 88)} ${n(y + Math.sin(a + 0.2) * 88)}`;
  }
  stroke(canvas, spokes, metal, 1, 0.85);
  const ring = (radius: number, colour: string, width: number) =>
    canvas.add(
      `<circle cx="${n(x)}" cy="${n(y)}" r="${radius}" fill="none" stroke="${colour}" stroke-width="${width}"/>`,
    );
  ring(90, metal, 3.4);
  ring(96.5, rubber, form === "racer" ? 5 : 7.5);
  canvas.path(ellipsePath(x, y, 7.5, 7.5), mix(metal, rubber, 0.3));
  canvas.path(ellipsePath(x, y, 3, 3), metal);
}

function guards(canvas: Canvas, { paint }: Bicycle, fx: number): void {
  const arc = (x: number, from: number, to: number) =>
    `M${n(x + Math.cos(from) * 106)} ${n(Math.sin(from) * 106)}A106 106 0 0 1 ${n(x + Math.cos(to) * 106)} ${n(Math.sin(to) * 106)}`;
  stroke(canvas, arc(0, -3.35, -0.55) + arc(fx, -2.75, -0.35), lighten(paint, -0.05), 7);
  stroke(canvas, arc(0, -2.9, -1.5) + arc(fx, -2.4, -1.4), lighten(paint, 0.1), 2, 0.8);
}

function frameOf(canvas: Canvas, { form, paint, metal }: Bicycle, fx: number): void {
  const seat = [96, -128] as const;
  const bottom = [122, 10] as const;
  const head = [form === "racer" ? 228 : 236, form === "racer" ? -132 : -142] as const;
  const neck = [head[0] + 9, head[1] + 34] as const;
  const tube =
    form === "step"
      ? `M${neck[0]} ${neck[1]}C${neck[0] - 40} ${neck[1] + 66} 176 -24 ${bottom[0]} ${bottom[1]}M${neck[0] - 3} ${neck[1] - 14}C${neck[0] - 44} ${neck[1] + 48} 172 -52 ${seat[0] + 17} -42`
      : `M${seat[0] + 2} ${form === "racer" ? -124 : -116}L${head[0]} ${head[1] + 8}M${bottom[0]} ${bottom[1]}L${neck[0]} ${neck[1]}`;
  stroke(canvas, "M0 0L122 10M0 0L98 -112", lighten(paint, -0.06), 6);
  stroke(canvas, `M${neck[0]} ${neck[1]}Q${neck[0] + 14} -40 ${fx} 0`, lighten(paint, -0.02), 7);
  stroke(
    canvas,
    `${tube}M${seat[0]} ${seat[1]}L${bottom[0]} ${bottom[1]}M${head[0]} ${head[1]}L${neck[0]} ${neck[1]}`,
    paint,
    form === "racer" ? 8 : 9.5,
  );
  canvas.group({ transform: "translate(-1 -2.4)" }, () =>
    stroke(canvas, tube, lighten(paint, 0.13), 2.4, 0.8),
  );
  stroke(canvas, `M${seat[0]} ${seat[1]}l-5 -30M${head[0]} ${head[1]}l-4 -22`, metal, 6);
  stroke(
    canvas,
    `M${head[0] - 3} ${head[1] + 2}l3 8M${neck[0] - 2} ${neck[1] - 8}l3 8`,
    lighten(paint, 0.16),
    11,
  );
}

function gear(canvas: Canvas, { metal, rubber, paint, form }: Bicycle): void {
  stroke(canvas, "M2 -9L120 -12M2 10L122 33", rubber, 2.6);
  canvas.add(
    `<circle cx="122" cy="10" r="22" fill="none" stroke="${metal}" stroke-width="6"/><circle cx="0" cy="0" r="10" fill="none" stroke="${mix(metal, rubber, 0.4)}" stroke-width="5"/>`,
  );
  stroke(canvas, "M122 10L150 48M122 10L94 -28", mix(metal, rubber, 0.2), 6);
  stroke(canvas, "M138 50h26M82 -30h26", rubber, 8);
  canvas.path(ellipsePath(122, 10, 6, 6), metal);
  if (form !== "racer")
    canvas.path(
      "M-4 -14L112 -18Q146 -16 148 8Q146 16 138 12Q132 -4 112 -4L-2 2z",
      lighten(paint, -0.03),
    );
}

function saddle(canvas: Canvas, { leather }: Bicycle): void {
  canvas.path(
    "M58 -170C66 -178 92 -176 104 -170C118 -166 132 -166 138 -161C130 -154 112 -156 104 -152C92 -146 62 -148 58 -158z",
    leather,
  );
  stroke(canvas, "M64 -170C76 -174 96 -171 108 -166", lighten(leather, 0.14), 3, 0.7);
}

function bars(canvas: Canvas, { form, metal, leather, rubber }: Bicycle): void {
  if (form === "racer") {
    stroke(canvas, "M224 -154h34C282 -154 284 -118 262 -110L244 -112", metal, 6);
    stroke(canvas, "M262 -152C282 -148 282 -120 262 -111L244 -112", leather, 8);
    stroke(canvas, "M270 -150q10 8 2 28", rubber, 3.4);
    return;
  }
  stroke(canvas, "M232 -164C238 -186 226 -196 204 -190L176 -180", metal, 6);
  stroke(canvas, "M200 -189L174 -179", leather, 9.5);
  stroke(canvas, "M214 -192q12 -12 2 -16", metal, 3);
  canvas.path("M246 -150h18a9 11 0 0 1 0 22h-12z", mix(metal, rubber, 0.2));
  canvas.path(ellipsePath(266, -139, 5, 11), "#fff2c4");
}

function rack(canvas: Canvas, { metal }: Bicycle): void {
  stroke(canvas, "M-72 -116H66M0 -4L-48 -114M0 -4L-6 -114", metal, 4.5);
}

export type Load = "flowers" | "bread" | "cat" | "vegetables" | "apples" | "none";

/** The wicker basket before the handlebar; what lies in it is drawn by `fill` first. */
export function basket(
  canvas: Canvas,
  { x, y, wheel: k }: Bicycle,
  wicker: string,
  fill: (at: { x: number; y: number; width: number }) => void,
): void {
  const left = x + k * 2.36;
  const top = y - k - k * 1.8;
  const [w, h] = [k * 0.92, k * 0.56];
  stroke(
    canvas,
    `M${n(x + k * 2.38)} ${n(y - k - k * 1.3)}H${n(left + w * 0.7)}l${n(k * 0.1)} ${n(k * 0.62)}`,
    "#4a444c",
    k * 0.05,
  );
  fill({ x: left + w / 2, y: top + h * 0.16, width: w });
  const d = `M${n(left)} ${n(top)}H${n(left + w)}L${n(left + w * 0.88)} ${n(top + h)}H${n(left + w * 0.12)}z`;
  canvas.path(
    d,
    canvas.linear(
      [
        [0, lighten(wicker, 0.07)],
        [1, lighten(wicker, -0.1)],
      ],
      "right",
    ),
  );
  canvas.group({ "clip-path": canvas.clip(d) }, () => {
    let weave = "";
    for (let row = 0; row < 6; row += 1) {
      for (let i = -1; i < 10; i += 1)
        weave += `M${n(left + (i + (row % 2) / 2) * w * 0.115)} ${n(top + h * (0.1 + row * 0.17))}q${n(w * 0.05)} ${n(h * 0.09)} ${n(w * 0.1)} 0`;
    }
    stroke(canvas, weave, lighten(wicker, -0.15), k * 0.025, 0.8);
  });
  stroke(
    canvas,
    `M${n(left - k * 0.02)} ${n(top)}H${n(left + w + k * 0.02)}`,
    lighten(wicker, 0.05),
    k * 0.07,
  );
}

/** Baguettes sticking out of a basket. */
export function baguettes(
  canvas: Canvas,
  { x, y, width }: { x: number; y: number; width: number },
): void {
  for (const [dx, lean, long] of [
    [-0.26, -12, 0.9],
    [0.0, 4, 1.05],
    [0.24, 16, 0.86],
  ] as const) {
    const [bx, h] = [x + dx * width, width * long];
    canvas.group({ transform: `rotate(${lean} ${n(bx)} ${n(y)})` }, () => {
      canvas.path(ellipsePath(bx, y - h * 0.32, width * 0.11, h * 0.56), "#c08045");
      canvas.path(ellipsePath(bx - width * 0.02, y - h * 0.33, width * 0.075, h * 0.52), "#d69c5c");
      let cuts = "";
      for (let i = 0; i < 4; i += 1)
        cuts += `M${n(bx - width * 0.05)} ${n(y - h * (0.2 + i * 0.16))}l${n(width * 0.1)} ${n(-h * 0.06)}`;
      stroke(canvas, cuts, "#f0cf98", width * 0.035);
    });
  }
}

/** Leeks and carrots for a basket. */
export function greens(
  canvas: Canvas,
  { x, y, width }: { x: number; y: number; width: number },
): void {
  const tips = [-0.9, -0.5, -0.15, 0.2, 0.55, 0.95].map((t) => ({
    x: x + t * width * 0.3,
    y,
    angle: -Math.PI / 2 + t * 0.55,
    length: width * (0.85 - Math.abs(t) * 0.25),
    width: width * 0.09,
  }));
  leaves(canvas, tips, "#5f9a52");
  leaves(
    canvas,
    tips.slice(1, 5).map((tip) => ({ ...tip, angle: tip.angle + 0.24, length: tip.length * 0.8 })),
    "#7fb060",
  );
  for (const dx of [-0.28, -0.05, 0.2])
    canvas.path(
      ellipsePath(x + dx * width, y - width * 0.06, width * 0.11, width * 0.13),
      "#e0762c",
    );
}
