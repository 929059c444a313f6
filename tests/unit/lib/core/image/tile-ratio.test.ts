import { expect, test } from "vitest";
import { tileRatio } from "@/lib/core/image/tile-ratio";

test("a known size determines the ratio", () => {
  expect(tileRatio({ width: 3000, height: 2000 })).toEqual({ ratio: 1.5, isGuessed: false });
  expect(tileRatio({ width: 9000, height: 900 })).toEqual({ ratio: 10, isGuessed: false });
  expect(tileRatio({ width: 800, height: 20_000 })).toEqual({ ratio: 0.04, isGuessed: false });
  expect(tileRatio({ width: 30_000, height: 200 })).toEqual({ ratio: 150, isGuessed: false });
});

test.each([
  [null, null],
  [800, null],
  [null, 600],
  [0, 0],
  [1, 90_000],
  [100_000, 2],
])("%s by %s gets the default ratio", (width, height) => {
  expect(tileRatio({ width, height })).toEqual({ ratio: 1.333, isGuessed: true });
});
