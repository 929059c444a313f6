import fc from "fast-check";
import { expect, test } from "vitest";
import { REFINEMENT_PARAMETER_NAMES } from "@/lib/core/refinement/has-refinement";
import { contentOf, splitParameters } from "@/lib/core/refinement/parameter-groups";
import { SEARCH_PARAMETER_NAMES } from "@/lib/protocol/search-parameters";

const split = (text: string) => splitParameters(new URLSearchParams(text));

test("each parameter is in its group; view parameters and unknown parameters are in neither", () => {
  expect(split("q=sea&image=abc&host=a.example&host=b.example&count=50&utm_source=x")).toEqual({
    search: "q=sea&count=50",
    refinement: "host=a.example&host=b.example",
  });
});

test("the failure of a form's search belongs to the search", () => {
  expect(split("q=sea&failed=busy").search).toBe("q=sea&failed=busy");
});

test("a parameter of one group never changes the other", () => {
  const search = fc.constantFrom(...SEARCH_PARAMETER_NAMES, "failed");
  const refinement = fc.constantFrom(...REFINEMENT_PARAMETER_NAMES);
  const view = fc.constantFrom("image", "fbclid");
  const pairs = (name: fc.Arbitrary<string>) => fc.array(fc.tuple(name, fc.string()));
  fc.assert(
    fc.property(pairs(search), pairs(refinement), pairs(view), (one, other, rest) => {
      const mixed = new URLSearchParams([...rest, ...other, ...one]);
      expect(splitParameters(mixed)).toEqual({
        search: new URLSearchParams(one).toString(),
        refinement: new URLSearchParams(other).toString(),
      });
      const bare = new URLSearchParams([...other, ...one]);
      expect(contentOf(mixed)).toBe(contentOf(bare));
    }),
  );
});
