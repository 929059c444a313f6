import { join } from "node:path";
import { expect, test } from "vitest";
import { FAMILIES } from "@/demo/drawing/families";
import { drawPicture, PLANNED_PICTURES } from "@/demo/drawing/plan";
import { readManifest } from "@/lib/service/library/manifest";

const SVG_BYTES_MAX = 400 * 1024;

const DRAWN = PLANNED_PICTURES.map(({ id, widthPx }) => {
  const { drawing, svg } = drawPicture(id);
  return { id, drawing, svg: svg(widthPx) };
});

test("the manifest says of every picture what its drawing says", async () => {
  const drawn = PLANNED_PICTURES.map(({ id, widthPx, heightPx, rating, host }, i) => {
    const { name, keywords } = DRAWN[i]?.drawing ?? {};
    return { file: `pictures/${id}.webp`, name, keywords, host, rating, widthPx, heightPx };
  });
  const { pictures } = await readManifest(join("demo", "manifest.json"));
  const declared = pictures.map(
    ({ file, name, keywords, host, rating = "strict", width, height }) => {
      return { file, name, keywords, host, rating, widthPx: width, heightPx: height };
    },
  );
  expect(declared).toHaveLength(drawn.length);
  expect(declared).toEqual(expect.arrayContaining(drawn));
});

test("a picture drawn again is the same SVG text", () => {
  const changed = DRAWN.filter(({ id, svg }, i) => {
    const { widthPx = 0 } = PLANNED_PICTURES[i] ?? {};
    return i % 6 === 0 && drawPicture(id).svg(widthPx) !== svg;
  });
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

test("no drawing has a number that is not finite", () => {
  const broken = DRAWN.filter(({ svg }) => /NaN|Infinity|undefined/.test(svg));
  expect(broken.map(({ id }) => id)).toEqual([]);
});

test("every gradient and clip that a drawing refers to is defined", () => {
  const broken = DRAWN.filter(({ svg }) => {
    const ids = new Set([...svg.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
    return [...svg.matchAll(/url\(#([^)]+)\)/g)].some(([, id]) => !ids.has(id));
  });
  expect(broken.map(({ id }) => id)).toEqual([]);
});

test("no two neighbours of a family share palette and aspect", () => {
  const clashes = FAMILIES.flatMap(({ slug, variants }) =>
    variants.flatMap((variant, i) => {
      const next = variants[i + 1];
      return next && next.palette === variant.palette && next.aspect === variant.aspect
        ? [`${slug} ${i + 1}`]
        : [];
    }),
  );
  expect(clashes).toEqual([]);
});

test("an unknown id is refused", () => {
  expect(() => drawPicture("nothing-99")).toThrow(RangeError);
});
