import fc from "fast-check";
import { expect, test } from "vitest";
import { formatSearchParameters } from "@/lib/protocol/search-parameters";

test("only set parameters are written, in a fixed order", () => {
  expect(formatSearchParameters({ q: "sea" })).toBe("q=sea");
  expect(
    formatSearchParameters({
      site: "a.example",
      transparent: false,
      safesearch: "moderate",
      count: 5,
      q: "x",
    }),
  ).toBe("q=x&count=5&safesearch=moderate&transparent=false&site=a.example");
});

test("a space is written as %20, which every reader decodes", () => {
  expect(formatSearchParameters({ q: "red barn" })).toBe("q=red%20barn");
});

test("any text round-trips exactly", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (q) => {
      expect(new URLSearchParams(formatSearchParameters({ q })).get("q")).toBe(q);
    }),
  );
});
