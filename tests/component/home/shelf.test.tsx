import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Shelf } from "@/components/home/shelf";
import { DEFAULT_FILTERS } from "@/lib/contract/search-query";

test("a cached search of the shelf must not pay, an example is an ordinary search", () => {
  render(
    <Shelf
      areCovered={false}
      floors={[
        {
          kind: "cached",
          query: { ...DEFAULT_FILTERS, q: "sea" },
          ageSeconds: 60,
          pictures: [],
          pictureCount: 3,
        },
        { kind: "search", q: "barn", pictures: [], pictureCount: 3 },
      ]}
    />,
  );
  expect(screen.getByRole("link", { name: /^sea/ })).toHaveAttribute(
    "href",
    expect.stringMatching(/#free$/),
  );
  expect(screen.getByRole("link", { name: /^barn/ })).toHaveAttribute(
    "href",
    expect.not.stringContaining("#"),
  );
});
