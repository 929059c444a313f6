import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import { stroke } from "./leaves";
import { ellipsePath, n } from "./path";

export type CatPose = "back" | "front" | "profile" | "loaf" | "walk";
export type CatCoat = "black" | "ginger" | "grey" | "white" | "tuxedo" | "tabby" | "calico";

const COATS: Record<CatCoat, { base: string; mark: string; chest: string; eye: string }> = {
  black: { base: "#241f2c", mark: "#3a3345", chest: "#241f2c", eye: "#e6c34a" },
  ginger: { base: "#d27a35", mark: "#a9541f", chest: "#f3d3a6", eye: "#7d9a3a" },
  grey: { base: "#76808f", mark: "#596273", chest: "#8d97a5", eye: "#e2b53c" },
  white: { base: "#efe7da", mark: "#d3c6b6", chest: "#fbf7ef", eye: "#4f8fb0" },
  tuxedo: { base: "#2a2733", mark: "#3d3848", chest: "#f4eee3", eye: "#8fae4a" },
  tabby: { base: "#8c7660", mark: "#57453a", chest: "#d9c6a8", eye: "#a3b04a" },
  calico: { base: "#f1e8d9", mark: "#cf7a3a", chest: "#fbf6ec", eye: "#8a9a3a" },
};

/** One cat; `size` is the height of a sitting one, `foot` the line it sits on. */
export type Cat = {
  pose: CatPose;
  coat: CatCoat;
  x: number;
  foot: number;
  size: number;
  /** Mirrored: looks to the right. */
  isMirrored?: boolean;
  /** Colour of the light on its upper edges. */
  rim: string;
  /** Mixed into the coat: the colour of the night, and how much of it. */
  night?: readonly [colour: string, share: number];
};

const BODY: Record<CatPose, string> = {
  back: "M-29 0C-39 -10 -37 -35 -26 -49C-19 -58 -15 -63 -13 -70L13 -70C15 -63 19 -58 26 -49C37 -35 39 -10 29 0z",
  front:
    "M-24 0C-34 -6 -33 -26 -25 -40C-19 -51 -16 -60 -14 -70L14 -70C16 -60 19 -51 25 -40C33 -26 34 -6 24 0z",
  profile:
    "M-25 0C-29 -2 -27 -7 -19 -7L-17 -30C-23 -42 -24 -55 -20 -66L4 -70C13 -59 25 -47 31 -29C37 -14 35 -3 28 0z",
  loaf: "M-47 0C-58 -8 -54 -32 -32 -37C-6 -47 34 -45 47 -24C54 -12 52 -2 44 0z",
  walk: "M-40 -58C-34 -66 -20 -64 -8 -62C8 -60 24 -66 36 -62C46 -58 46 -46 42 -36L45 -2L36 0L30 -26C22 -30 8 -30 -6 -32L-4 0L-13 0L-18 -28C-22 -30 -26 -30 -28 -28L-30 0L-39 0L-40 -34C-44 -42 -46 -50 -40 -58z",
};
const TAIL: Record<CatPose, readonly [d: string, width: number]> = {
  back: ["M20 -6C40 -4 47 8 43 25C40 38 29 40 25 33", 8],
  front: ["M22 -5C36 -8 38 -1 26 -1C14 -1 4 -2 -4 -4", 8],
  profile: ["M26 -5C45 -3 51 -20 45 -36C42 -46 46 -53 51 -52", 8],
  loaf: ["M43 -7C60 -4 52 0 34 -2C20 -4 8 -3 -2 -4", 8.5],
  walk: ["M40 -56C54 -66 56 -84 48 -96C44 -103 38 -103 36 -99", 7],
};
const HEAD: Record<CatPose, readonly [x: number, y: number]> = {
  back: [0, -78],
  front: [0, -78],
  profile: [-13, -78],
  loaf: [-33, -38],
  walk: [-48, -66],
};

/** Draws a cat in flat shapes with a lit upper edge. */
export function cat(
  canvas: Canvas,
  { pose, coat, x, foot, size, isMirrored = false, rim, night }: Cat,
): void {
  const tint = (colour: string) => (night ? mix(colour, night[0], night[1]) : colour);
  const { base, mark, chest, eye } = COATS[coat];
  const tone = tint(base);
  const marks = tint(mark);
  const k = size / 100;
  const [hx, hy] = HEAD[pose];
  const edge = mix(tone, rim, 0.62);
  const [tail, tailWidth] = TAIL[pose];
  canvas.group(
    {
      transform: `translate(${n(x)} ${n(foot)}) scale(${(isMirrored ? -k : k).toFixed(3)} ${k.toFixed(3)})`,
    },
    () => {
      const behind = pose === "profile" || pose === "walk";
      if (behind) stroke(canvas, tail, lighten(tone, -0.03), tailWidth);
      canvas.path(BODY[pose], edge, { transform: "translate(-1 -1.3)" });
      canvas.path(BODY[pose], tone);
      canvas.group({ "clip-path": canvas.clip(BODY[pose]) }, () =>
        coatOn(canvas, pose, coat, marks, tint(chest)),
      );
      limbs(canvas, pose, marks, tint(chest), coat);
      if (!behind) stroke(canvas, tail, lighten(tone, pose === "back" ? 0.015 : -0.02), tailWidth);
      head(canvas, { pose, coat, hx, hy, tone, marks, chest: tint(chest), edge, eye });
    },
  );
}

function coatOn(canvas: Canvas, pose: CatPose, coat: CatCoat, marks: string, chest: string): void {
  if (pose === "back")
    canvas.path("M4 0C20 -20 18 -48 8 -70L40 -70L44 0z", marks, { "fill-opacity": 0.28 });
  if (coat === "ginger" || coat === "tabby" || coat === "grey") {
    let d = "";
    if (pose === "loaf") for (const sx of [-14, -2, 10, 22, 34]) d += `M${sx} -46q5 10 2 20`;
    else if (pose === "walk")
      for (const sx of [-24, -12, 0, 12, 24, 34]) d += `M${sx} -66q3 9 0 17`;
    else if (pose === "profile")
      d =
        "M8 -66q-4 7 -12 8M17 -57q-5 8 -14 9M25 -45q-6 8 -15 8M31 -32q-6 7 -14 6M34 -18q-6 5 -12 3";
    else
      for (const sy of [-60, -50, -39, -28, -17])
        d += `M${-40} ${sy + 6}q14 -2 ${24 + (sy + 60) * 0.1} -6M40 ${sy + 6}q-14 -2 ${-24 - (sy + 60) * 0.1} -6`;
    stroke(canvas, d, marks, 3.6, 0.75);
  }
  if (coat === "calico") {
    canvas.path(ellipsePath(-20, -34, 17, 22) + ellipsePath(22, -54, 15, 16), marks);
    canvas.path(ellipsePath(24, -20, 14, 15) + ellipsePath(-6, -62, 9, 9), "#3a3036");
  }
  if (pose === "front" && coat !== "black")
    canvas.path("M-13 -72C-15 -56 -9 -40 0 -36C9 -40 15 -56 13 -72z", chest);
  if (pose === "profile" && (coat === "tuxedo" || coat === "ginger" || coat === "tabby")) {
    canvas.path("M-24 -66C-28 -50 -22 -36 -15 -34C-14 -46 -12 -58 -8 -68z", chest);
  }
}

function limbs(canvas: Canvas, pose: CatPose, marks: string, chest: string, coat: CatCoat): void {
  if (pose === "front") {
    stroke(
      canvas,
      "M-4 -30C-5 -18 -5 -8 -6 0M4 -30C5 -18 5 -8 6 0M-24 -4C-24 -16 -18 -22 -13 -20M24 -4C24 -16 18 -22 13 -20",
      marks,
      1.7,
      0.85,
    );
    if (coat === "tuxedo" || coat === "ginger" || coat === "tabby")
      canvas.path(ellipsePath(-8.5, -3, 7, 3.4) + ellipsePath(8.5, -3, 7, 3.4), chest);
  } else if (pose === "profile") {
    stroke(canvas, "M5 -3C1 -20 12 -32 26 -25M-12 -30C-13 -20 -13 -12 -12 -2", marks, 1.7, 0.85);
    if (coat === "tuxedo") canvas.path(ellipsePath(-20, -3, 7, 3.4), chest);
  } else if (pose === "back") {
    stroke(
      canvas,
      "M-27 -4C-24 -16 -18 -20 -11 -17M27 -4C24 -16 18 -20 11 -17M0 -66C1 -50 1 -30 0 -14",
      marks,
      1.5,
      0.6,
    );
  } else if (pose === "loaf") {
    stroke(canvas, "M20 -2C16 -18 28 -30 42 -25M-30 -2C-24 -8 -14 -8 -10 -2", marks, 1.8, 0.8);
  } else {
    stroke(canvas, "M-18 -28C-22 -36 -22 -44 -18 -50M30 -26C26 -34 28 -44 34 -48", marks, 1.8, 0.6);
  }
}

type Face = {
  pose: CatPose;
  coat: CatCoat;
  hx: number;
  hy: number;
  tone: string;
  marks: string;
  chest: string;
  edge: string;
  eye: string;
};

function head(canvas: Canvas, { pose, coat, hx, hy, tone, marks, chest, edge, eye }: Face): void {
  canvas.group({ transform: `translate(${hx} ${hy})` }, () => {
    const skull =
      "M-19 2C-20 -9 -11 -15 0 -15C11 -15 20 -9 19 2C18 10 9 14.5 0 14.5C-9 14.5 -18 10 -19 2z";
    const ears = "M-18.5 -2L-18 -24C-12 -21 -7 -17 -3.5 -13zM18.5 -2L18 -24C12 -21 7 -17 3.5 -13z";
    canvas.path(ears + skull, edge, { transform: "translate(-.8 -1.1)" });
    canvas.path(ears, tone);
    canvas.path(skull, coat === "calico" ? tone : tone);
    if (coat === "calico") canvas.path("M3.5 -13L18 -24L18.5 0C12 -2 6 -6 3.5 -13z", marks);
    if (coat === "ginger" || coat === "tabby" || coat === "grey")
      stroke(canvas, "M0 -14v7M-5 -13.5l1 5.5M5 -13.5l-1 5.5", marks, 2, 0.85);
    if (pose === "back") return;
    canvas.path(
      "M-15.4 -8L-15.6 -18.5L-8 -12zM15.4 -8L15.6 -18.5L8 -12z",
      mix(tone, "#d98a86", 0.45),
    );
    const turned = pose === "front" ? 0 : -3.4;
    canvas.group({ transform: `translate(${turned} 0)` }, () =>
      face(canvas, pose, coat, chest, eye, tone),
    );
  });
}

function face(
  canvas: Canvas,
  pose: CatPose,
  coat: CatCoat,
  chest: string,
  eye: string,
  tone: string,
): void {
  if (coat !== "black" && coat !== "grey")
    canvas.path(ellipsePath(-4, 7.2, 5.4, 4.4) + ellipsePath(4, 7.2, 5.4, 4.4), chest);
  if (pose === "loaf") {
    stroke(
      canvas,
      "M-11.5 -.5q3.5 3.6 7 0M4.5 -.5q3.5 3.6 7 0",
      coat === "black" || coat === "tuxedo" ? "#b9aebf" : "#3a2b2b",
      1.4,
    );
  } else {
    canvas.path("M-12 0Q-8 -5 -4 0.4Q-8 4 -12 0zM12 0Q8 -5 4 0.4Q8 4 12 0z", eye);
    canvas.path(ellipsePath(-8, -0.4, 1.2, 2.5) + ellipsePath(8, -0.4, 1.2, 2.5), "#1c1620");
  }
  canvas.path("M-2.2 4L2.2 4L0 6.6z", "#c9736f");
  stroke(
    canvas,
    "M0 6.6v2M0 8.6q-2.4 2.4 -4.6 .8M0 8.6q2.4 2.4 4.6 .8",
    lighten(tone, -0.22),
    0.9,
    0.8,
  );
  stroke(canvas, "M-9 6.5L-22 4.4M-9 8L-21 9.2M9 6.5L22 4.4M9 8L21 9.2", "#fbf4e6", 0.6, 0.7);
}
