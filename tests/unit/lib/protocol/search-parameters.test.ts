import fc from "fast-check";
import { expect, test } from "vitest";
import { formatSearchParameters } from "@/lib/protocol/search-parameters";

test("only what is set is written, in one order", () => {
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

test("a space is %20, which is a space to every reader", () => {
  expect(formatSearchParameters({ q: "red barn" })).toBe("q=red%20barn");
});

test("whatever the words, a reader gets them back exactly", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (q) => {
      expect(new URLSearchParams(formatSearchParameters({ q })).get("q")).toBe(q);
    }),
  );
});
