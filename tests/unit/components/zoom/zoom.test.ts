import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Frame,
  panBy,
  scaleMax,
  WHOLE,
  type Zoom,
  zoomTo,
  zoomTransform,
} from "@/components/zoom/zoom";

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });

/** A frame, and a picture that fits into it. */
const aFrame: fc.Arbitrary<Frame> = fc
  .record({
    widthPx: between(50, 4000),
    heightPx: between(50, 4000),
    ratio: between(0.05, 20),
    part: between(0.05, 1),
  })
  .map(({ widthPx, heightPx, ratio, part }) => {
    const pictureWidthPx = Math.min(widthPx, heightPx * ratio) * part;
    return { widthPx, heightPx, pictureWidthPx, pictureHeightPx: pictureWidthPx / ratio };
  });

const anOffset = fc.record({ xPx: between(-2000, 2000), yPx: between(-2000, 2000) });

type Act = (zoom: Zoom, frame: Frame) => Zoom;
const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof(
    fc.tuple(between(-1, 20), anOffset).map(
      ([scale, at]): Act =>
        (zoom, frame) =>
          zoomTo(zoom, scale, frame, at),
    ),
    anOffset.map(
      (by): Act =>
        (zoom, frame) =>
          panBy(zoom, by, frame),
    ),
  ),
  { maxLength: 12 },
);

/** Returns the edges of a side in the frame, in CSS pixels from its middle. */
function edges(point: number, scale: number, sidePx: number): [number, number] {
  return [-point * scale * sidePx, (1 - point) * scale * sidePx];
}

test("after any sequence of steps, the picture fills the frame or is centred in it", () => {
  fc.assert(
    fc.property(aFrame, acts, (frame, all) => {
      const { scale, x, y } = all.reduce((zoom, act) => act(zoom, frame), WHOLE);
      expect(scale).toBeGreaterThanOrEqual(1);
      expect(scale).toBeLessThanOrEqual(scaleMax(frame));
      for (const [point, sidePx, framePx] of [
        [x, frame.pictureWidthPx, frame.widthPx],
        [y, frame.pictureHeightPx, frame.heightPx],
      ] as const) {
        const [start, end] = edges(point, scale, sidePx);
        if (sidePx * scale <= framePx) expect(point).toBe(0.5);
        else {
          expect(start).toBeLessThanOrEqual(-framePx / 2 + 0.001);
          expect(end).toBeGreaterThanOrEqual(framePx / 2 - 0.001);
        }
      }
    }),
  );
});

test("the point under the pointer stays there, unless an edge is near", () => {
  const frame = { widthPx: 800, heightPx: 600, pictureWidthPx: 800, pictureHeightPx: 600 };
  fc.assert(
    fc.property(between(1, 4), between(-300, 300), between(-200, 200), (factor, xPx, yPx) => {
      const before = { scale: 2, x: 0.5, y: 0.5 };
      const after = zoomTo(before, before.scale * factor, frame, { xPx, yPx });
      const under = (zoom: Zoom) => zoom.x + xPx / (frame.pictureWidthPx * zoom.scale);
      expect(under(after)).toBeCloseTo(under(before), 6);
    }),
  );
});

test("a picture follows the finger", () => {
  const frame = { widthPx: 800, heightPx: 600, pictureWidthPx: 800, pictureHeightPx: 600 };
  const zoom = panBy({ scale: 4, x: 0.5, y: 0.5 }, { xPx: 80, yPx: -60 }, frame);
  expect(zoom).toEqual({ scale: 4, x: 0.475, y: 0.525 });
  expect(zoomTransform(zoom)).toBe("translate(10.000%, -10.000%) scale(4.0000)");
});

test("the whole picture is where the layout puts it", () => {
  expect(zoomTransform(WHOLE)).toBe("translate(0.000%, 0.000%) scale(1.0000)");
});

test.each([
  ["a comic", 800, 20_000],
  ["a long comic", 1_500, 60_000],
  ["a panorama", 30_000, 200],
])("%s of %d × %d pixels can be seen at its own size", (_what, widthPx, heightPx) => {
  for (const stage of [
    { widthPx: 1_000, heightPx: 800 },
    { widthPx: 2_048, heightPx: 1_200 },
    { widthPx: 390, heightPx: 660 },
  ]) {
    const fit = Math.min(stage.widthPx / widthPx, stage.heightPx / heightPx);
    const frame = { ...stage, pictureWidthPx: widthPx * fit, pictureHeightPx: heightPx * fit };
    expect(zoomTo(WHOLE, 1_000, frame).scale * fit).toBeGreaterThanOrEqual(1);
  }
});
