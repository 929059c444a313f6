import { expect, test } from "vitest";
import { createShelf } from "@/lib/gallery/shelf";

type Parts = Parameters<typeof createShelf>[0];

const library = { pictures: [], pictureCount: 12 };

/** The shelf of a gallery whose searches a remote service answers. */
const shelfOf = (cached: Awaited<ReturnType<NonNullable<Parts["cached"]>["shared"]>>) =>
  createShelf({
    service: { search: () => Promise.reject(new Error("not asked")) },
    browsing: {
      overview: async () => ({ folders: [] }),
      newest: async () => library,
    } as unknown as Parts["browsing"],
    label: async () => ({ kind: "remote", host: "images.example" }),
    cached: { find: async () => null, shared: async () => cached },
    thumbnails: { sign: () => null, expiryDay: () => 1 },
  });

test("until searches are shared, a first visit shows the operator's own pictures", async () => {
  expect(await shelfOf([])()).toEqual([{ kind: "newest", ...library }]);
});
