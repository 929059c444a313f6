import fc from "fast-check";
import { expect, test } from "vitest";
import {
  areAllSelected,
  deselected,
  inverted,
  NO_SELECTION,
  rangeSelected,
  type Selection,
  selectedAlso,
  toggled,
} from "@/lib/core/image/selection";

const ORDER = ["a", "b", "c", "d", "e"];
const ids = ({ ids: selected }: Selection) => [...selected].sort();
const of = (...selected: string[]) => selectedAlso(NO_SELECTION, selected);

const order = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), {
  minLength: 1,
  maxLength: 30,
});
/** An order of images, and a selection of some of them and of images that are not shown. */
const scene = order.chain((shown) =>
  fc.record({
    shown: fc.constant(shown),
    selection: fc
      .tuple(fc.subarray(shown), fc.uniqueArray(fc.uuid(), { maxLength: 3 }))
      .map(([some, others]) => of(...some, ...others)),
    one: fc.constantFrom(...shown),
    other: fc.constantFrom(...shown),
  }),
);

test("toggling twice restores the selection", () => {
  fc.assert(
    fc.property(scene, ({ selection, one }) => {
      const once = toggled(selection, one);
      expect(once.ids.has(one)).toBe(!selection.ids.has(one));
      expect(ids(toggled(once, one))).toEqual(ids(selection));
    }),
  );
});

test("a range takes the state of its first image, in either direction", () => {
  fc.assert(
    fc.property(scene, ({ shown, selection, one, other }) => {
      const begun = toggled(selection, one);
      const done = rangeSelected(begun, other, shown);
      const [from, to] = [shown.indexOf(one), shown.indexOf(other)].sort((a, b) => a - b) as [
        number,
        number,
      ];
      const range = shown.slice(from, to + 1);
      for (const id of range) expect(done.ids.has(id)).toBe(begun.ids.has(one));
      const outside = [...begun.ids].filter((id) => !range.includes(id));
      expect([...done.ids].filter((id) => !range.includes(id)).sort()).toEqual(outside.sort());
    }),
  );
});

test("a range continues from the end of the last one", () => {
  const first = rangeSelected(toggled(NO_SELECTION, "a"), "b", ORDER);
  expect(ids(rangeSelected(first, "d", ORDER))).toEqual(["a", "b", "c", "d"]);
});

test("without a shown anchor, a range is one image", () => {
  expect(ids(rangeSelected(NO_SELECTION, "c", ORDER))).toEqual(["c"]);
  const hidden = toggled(NO_SELECTION, "z");
  expect(ids(rangeSelected(hidden, "c", ORDER))).toEqual(["c", "z"]);
});

test("all, none and inverted change shown images only", () => {
  fc.assert(
    fc.property(scene, ({ shown, selection }) => {
      const hidden = [...selection.ids].filter((id) => !shown.includes(id)).sort();
      const all = selectedAlso(selection, shown);
      expect(areAllSelected(all, shown)).toBe(true);
      expect(ids(all)).toEqual([...shown, ...hidden].sort());
      expect(ids(deselected(selection, shown))).toEqual(hidden);
      const swapped = inverted(selection, shown);
      for (const id of shown) expect(swapped.ids.has(id)).toBe(!selection.ids.has(id));
      expect(ids(inverted(swapped, shown))).toEqual(ids(selection));
    }),
  );
});

test("images keep the order in which they were selected", () => {
  const selection = toggled(toggled(toggled(NO_SELECTION, "c"), "a"), "e");
  expect([...selection.ids]).toEqual(["c", "a", "e"]);
});

test("if nothing changes, the value stays the same", () => {
  fc.assert(
    fc.property(scene, ({ selection }) => {
      expect(selectedAlso(selection, [...selection.ids])).toBe(selection);
      expect(deselected(selection, ["not selected"])).toBe(selection);
    }),
  );
  expect(areAllSelected(NO_SELECTION, [])).toBe(false);
});
