import { expect, test, vi } from "vitest";
import { thumbnailCacheKey } from "@/lib/client/offline/cached-thumbnails";

test("a picture has one cache key per width, whatever its signature and day", () => {
  vi.stubGlobal("location", { origin: "https://gallery.example" });
  const signature = (letter: string) => letter.repeat(24);
  const cached = thumbnailCacheKey(`/thumb/0123abcd/20000/160-960/${signature("a")}/c291cmNl/320`);
  const renewed = `https://gallery.example/thumb/0123abcd/20007/160-960/${signature("b")}/c291cmNl/320`;
  expect(thumbnailCacheKey(renewed)).toBe(cached);
  expect(cached).toBe("/cached-thumbnail/c291cmNl?320");
});
