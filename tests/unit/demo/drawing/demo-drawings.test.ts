import { expect, test } from "vitest";
import { demoPictures, drawDemo } from "@/lib/service/demo/plan";

const PICTURES = demoPictures();
const SVG_BYTES_MAX = 400 * 1024;

const svgOf = ({ id, widthPx }: { id: string; widthPx: number }) => drawDemo(id).svg(widthPx);
const DRAWN = PICTURES.map((picture) => ({ id: picture.id, svg: svgOf(picture) }));

test("a picture drawn again is the same SVG text", { timeout: 60_000 }, () => {
  const again = new Map(PICTURES.map((picture) => [picture.id, svgOf(picture)]));
  const changed = DRAWN.filter(({ id, svg }) => again.get(id) !== svg);
  expect(changed.map(({ id }) => id)).toEqual([]);
});

test("no drawing is larger than 400 KB of SVG", () => {
  const large = DRAWN.filter(({ svg }) => svg.length > SVG_BYTES_MAX);
  expect(large.map(({ id }) => id)).toEqual([]);
});

test("no drawing uses filters, masks, text, or opacity on single shapes", () => {
  // `opacity` opens an off-screen layer for every shape; on a group, once, it is cheap.
  const costly = DRAWN.filter(({ svg }) => {
    return (
      /<(filter|mask|text|image|foreignObject)\b|mix-blend-mode/.test(svg) ||
      /<(path|rect|circle|ellipse|line|polygon|polyline)\b[^>]*\sopacity=/.test(svg)
    );
  });
  expect(costly.map(({ id }) => id)).toEqual([]);
});

test("no drawing holds a number that is none", () => {
  const broken = DRAWN.filter(({ svg }) => /NaN|Infinity|undefined/.test(svg));
  expect(broken.map(({ id }) => id)).toEqual([]);
});

test("ids inside a drawing start with the picture's id, so that several fit into one page", () => {
  const loose = DRAWN.filter(({ id: picture, svg }) =>
    [...svg.matchAll(/\sid="([^"]+)"/g)].some(([, id]) => !id?.startsWith(`${picture}-`)),
  );
  expect(loose.map(({ id }) => id)).toEqual([]);
});

test("every gradient and clip that is asked for is defined", () => {
  const broken = DRAWN.filter(({ svg }) => {
    const ids = new Set([...svg.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
    return [...svg.matchAll(/url\(#([^)]+)\)/g)].some(([, id]) => !ids.has(id));
  });
  expect(broken.map(({ id }) => id)).toEqual([]);
});

test("an unknown id is refused", () => {
  expect(() => drawDemo("nothing-99")).toThrow(RangeError);
});
