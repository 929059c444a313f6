import "server-only";

/** sRGB's primaries adapted to D50, as every ICC profile of sRGB states them. */
const PRIMARIES = {
  rXYZ: [0.4361, 0.2225, 0.0139],
  gXYZ: [0.3851, 0.7169, 0.0971],
  bXYZ: [0.1431, 0.0606, 0.7141],
} as const;
const PRIMARY_TOLERANCE = 0.002;
/** One step of eight bits. */
const CURVE_TOLERANCE = 1 / 255;
const CURVE_POINTS = Array.from({ length: 33 }, (_, index) => index / 32);

/**
 * Returns whether an ICC profile means exactly sRGB: converting from it would cost half of the
 * decoding and change no pixel by more than a step.
 *
 * Reads matrix profiles (ICC.1:2022 §8.3.3) and compares their numbers, because the same profile has
 * dozens of names. An unclear profile is not sRGB, and is converted.
 */
export function isSrgbProfile(profile: Buffer): boolean {
  const text = (at: number) => profile.toString("latin1", at, at + 4);
  const isMatrixProfile = text(36) === "acsp" && text(16) === "RGB " && text(20) === "XYZ ";
  try {
    return isMatrixProfile && hasSrgbNumbers(profile);
  } catch (error) {
    // A read beyond the end means a damaged profile.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function hasSrgbNumbers(profile: Buffer): boolean {
  const tags = readTags(profile);
  // A table would override the matrix.
  if ([...tags.keys()].some((name) => /^[AD]2B/.test(name))) return false;
  const hasPrimaries = Object.entries(PRIMARIES).every(([name, expected]) => {
    const at = tags.get(name);
    if (at === undefined) return false;
    return expected.every(
      (value, axis) => Math.abs(fixed(profile, at + 8 + axis * 4) - value) < PRIMARY_TOLERANCE,
    );
  });
  const curves = ["rTRC", "gTRC", "bTRC"].map((name) => tags.get(name));
  return hasPrimaries && curves.every((at) => at !== undefined && isSrgbCurve(profile, at));
}

function readTags(profile: Buffer): Map<string, number> {
  const tags = new Map<string, number>();
  const count = Math.min(profile.readUInt32BE(128), 64);
  for (let index = 0; index < count; index += 1) {
    const at = 132 + index * 12;
    tags.set(profile.toString("latin1", at, at + 4), profile.readUInt32BE(at + 4));
  }
  return tags;
}

function isSrgbCurve(profile: Buffer, at: number): boolean {
  const type = profile.toString("latin1", at, at + 4);
  if (type === "para" && profile.readUInt16BE(at + 8) === 3) {
    const [g = 0, a = 0, b = 0, c = 0, d = 0] = [0, 1, 2, 3, 4].map((index) =>
      fixed(profile, at + 12 + index * 4),
    );
    return isLikeSrgb((x) => (x >= d ? (a * x + b) ** g : c * x));
  }
  if (type !== "curv") return false;
  const entries = profile.readUInt32BE(at + 8);
  // No entries mean linear, one entry an exponent: neither is sRGB.
  if (entries < 256 || entries > 65_536) return false;
  const entry = (index: number) => profile.readUInt16BE(at + 12 + index * 2) / 65_535;
  return isLikeSrgb((x) => entry(Math.round(x * (entries - 1))));
}

/** Compares after encoding, where steps are as large as they look. */
function isLikeSrgb(curve: (x: number) => number): boolean {
  return CURVE_POINTS.every((x) => {
    const linear = curve(x);
    // IEC 61966-2-1
    const back = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
    return Math.abs(back - x) <= CURVE_TOLERANCE;
  });
}

function fixed(profile: Buffer, at: number): number {
  return profile.readInt32BE(at) / 65_536;
}
