import { expect, test, vi } from "vitest";
import { keptThumbnailUrl } from "@/lib/client/offline/kept-thumbnails";

test("a picture has one kept URL per width, whatever its signature and day", () => {
  vi.stubGlobal("location", { origin: "https://gallery.example" });
  const signature = (letter: string) => letter.repeat(24);
  const kept = keptThumbnailUrl(`/thumb/0123abcd/20000/160-960/${signature("a")}/c291cmNl/320`);
  const renewed = `https://gallery.example/thumb/0123abcd/20007/160-960/${signature("b")}/c291cmNl/320`;
  expect(keptThumbnailUrl(renewed)).toBe(kept);
  expect(kept).toBe("/kept/c291cmNl?320");
});
