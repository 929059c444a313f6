import fc from "fast-check";
import { expect, test } from "vitest";
import { movedBefore, unmovedFrom } from "@/components/collections/moved-before";

const list = (...ids: string[]) => ids.map((id) => ({ id }));
const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id).join("");

test("moves several items, in the order given, before another", () => {
  expect(idsOf(movedBefore(list("a", "b", "c", "d", "e"), ["d", "a"], "c"))).toBe("bdace");
  expect(idsOf(movedBefore(list("a", "b", "c"), ["a"], null))).toBe("bca");
  expect(idsOf(movedBefore(list("a", "b", "c"), ["b"], "b"))).toBe("abc");
});

test("if the target itself moves, the next item that stays takes its place", () => {
  expect(unmovedFrom(list("a", "b", "c", "d"), ["b", "c"], "b")).toBe("d");
  expect(unmovedFrom(list("a", "b"), ["b"], "b")).toBeNull();
  expect(unmovedFrom(list("a", "b"), ["a"], null)).toBeNull();
});

test("no item is lost or repeated, and the others keep their order", () => {
  const ids = ["a", "b", "c", "d", "e", "f"];
  const moves = fc.record({
    moved: fc.uniqueArray(fc.constantFrom(...ids)),
    before: fc.option(fc.constantFrom(...ids)),
  });
  fc.assert(
    fc.property(moves, ({ moved, before }) => {
      const after = movedBefore(list(...ids), moved, unmovedFrom(list(...ids), moved, before));
      const others = (items: readonly { id: string }[]) =>
        idsOf(items.filter(({ id }) => !moved.includes(id)));
      expect(idsOf(after).split("").sort()).toEqual(ids);
      expect(others(after)).toBe(others(list(...ids)));
      expect(idsOf(after)).toContain(moved.join(""));
    }),
  );
});
