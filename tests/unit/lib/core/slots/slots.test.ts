import { describe, expect, it } from "vitest";
import type { Slot } from "@/lib/contract/picker";
import { movedFocus, slotCrop, zoomMax } from "@/lib/core/slots/slot-crop";
import { slotFit, slotMinimum, slotRatio } from "@/lib/core/slots/slot-fit";

const HERO: Slot = { name: "hero", width: 1600, height: 900 };

describe("slotFit", () => {
  it.each([
    [{ width: 1600, height: 900 }, { kind: "fits" }],
    [{ width: 3000, height: 2000 }, { kind: "fits" }],
    [
      { width: 1360, height: 2000 },
      { kind: "small", missingPx: 240 },
    ],
    [
      { width: 4000, height: 800 },
      { kind: "small", missingPx: 178 },
    ],
    [
      { width: 2000, height: 2000 },
      { kind: "cropped", share: 0.4375 },
    ],
    [{ width: null, height: 900 }, { kind: "unknown" }],
  ])("%j in a slot of 1600 × 900", (size, fit) => {
    expect(slotFit(size, HERO)).toEqual(fit);
  });

  it("takes the ratio and the minimum that the slot states", () => {
    expect(slotRatio({ name: "a", width: 800, ratio: "4:5" })).toBe(0.8);
    expect(slotMinimum({ name: "a", width: 800, ratio: "4:5" })).toEqual({
      width: 800,
      height: 1000,
    });
    expect(slotMinimum({ ...HERO, minWidth: 800, minHeight: 450 })).toEqual({
      width: 800,
      height: 450,
    });
  });

  it("derives the other minimum from the ratio if the slot states only one", () => {
    expect(slotMinimum({ ...HERO, minWidth: 800 })).toEqual({ width: 800, height: 450 });
    expect(slotMinimum({ ...HERO, minHeight: 1800 })).toEqual({ width: 3200, height: 1800 });
    expect(slotFit({ width: 800, height: 450 }, { ...HERO, minWidth: 800 })).toEqual({
      kind: "fits",
    });
    // Without a ratio, each side has its own.
    const wide = { name: "a", width: 800, minHeight: 450 };
    expect(slotMinimum(wide)).toEqual({ width: 800, height: 450 });
  });

  it("says that a slot takes no transparent image", () => {
    const logo = { width: 1600, height: 900, isTransparent: true };
    expect(slotFit(logo, { ...HERO, transparent: false })).toEqual({ kind: "transparent" });
    expect(slotFit(logo, HERO)).toEqual({ kind: "fits" });
  });

  it("accepts any size and ratio for a slot without them", () => {
    expect(slotFit({ width: 10, height: 4000 }, { name: "any" })).toEqual({ kind: "fits" });
  });
});

describe("slotCrop", () => {
  it("keeps the focal point in the middle where the image allows it", () => {
    const size = { width: 4000, height: 3000 };
    expect(slotCrop(size, 1)).toEqual({ x: 500, y: 0, width: 3000, height: 3000 });
    expect(slotCrop(size, 1, { x: 0, y: 0 })).toMatchObject({ x: 0, y: 0 });
    expect(slotCrop(size, 1, { x: 1, y: 1 }, 2)).toEqual({
      x: 2500,
      y: 1500,
      width: 1500,
      height: 1500,
    });
  });

  it("lies inside the image at every ratio, size and focal point", () => {
    for (let seed = 1; seed < 2_000; seed += 1) {
      const at = (step: number) => ((seed * step) % 997) / 996;
      const size = { width: 1 + (seed % 37) * 53, height: 1 + (seed % 41) * 47 };
      const crop = slotCrop(size, 0.1 + at(13) * 8, { x: at(7), y: at(11) }, 1 + at(5) * 3);
      expect(crop.x).toBeGreaterThanOrEqual(0);
      expect(crop.y).toBeGreaterThanOrEqual(0);
      expect(crop.width).toBeGreaterThanOrEqual(1);
      expect(crop.height).toBeGreaterThanOrEqual(1);
      expect(crop.x + crop.width).toBeLessThanOrEqual(size.width);
      expect(crop.y + crop.height).toBeLessThanOrEqual(size.height);
    }
  });
});

describe("a crop that an editor places", () => {
  const size = { width: 4000, height: 3000 };

  it("moves at once in the other direction after it reached an edge", () => {
    const atEdge = movedFocus(size, 1, { focus: { x: 0.5, y: 0.5 }, zoom: 1 }, { x: 1, y: 0 });
    expect(slotCrop(size, 1, atEdge)).toMatchObject({ x: 1000 });
    const back = movedFocus(size, 1, { focus: atEdge, zoom: 1 }, { x: -0.01, y: 0 });
    expect(slotCrop(size, 1, back)).toMatchObject({ x: 960 });
  });

  it("is never smaller than the slot's minimum", () => {
    expect(zoomMax(size, 1, { width: 1500, height: 1500 })).toBe(2);
    expect(zoomMax(size, 1, { width: 5000, height: 5000 })).toBe(1);
    expect(zoomMax(size, 1, { width: 0, height: 0 })).toBe(8);
  });
});
