import fc from "fast-check";
import { expect, test } from "vitest";
import { readAsked } from "@/lib/core/query/search-outcome";
import { parseView, viewQuery } from "@/lib/core/query/view-parameters";
import { parseRefinement } from "@/lib/core/refinement/refinement-parameters";

const anImageId = fc.stringMatching(/^[\w-]{1,100}$/);

test("a view is read back as it was written", () => {
  fc.assert(
    fc.property(fc.option(anImageId), (image) => {
      const parameters = new URLSearchParams(viewQuery("q=sea&image=other&sort=largest", image));
      expect(parseView(parameters)).toEqual({ image });
      expect(viewQuery(parameters, null)).toBe("?q=sea&sort=largest");
    }),
  );
});

test("a view changes neither the search nor the refinement", () => {
  fc.assert(
    fc.property(anImageId, (image) => {
      const before = new URLSearchParams("q=sea&count=50&colour=teal&host=a.example");
      const after = new URLSearchParams(viewQuery(before, image));
      expect(readAsked(after)).toEqual(readAsked(before));
      expect(parseRefinement(after)).toEqual(parseRefinement(before));
    }),
  );
});

test.each(["", "image=", "image=../x", "image=a%20b", `image=${"a".repeat(101)}`, "image=%22"])(
  "%j shows no image",
  (queryString) => {
    expect(parseView(new URLSearchParams(queryString))).toEqual({ image: null });
  },
);
