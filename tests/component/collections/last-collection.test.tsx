import { expect, test } from "vitest";
import { lastCollection } from "@/lib/client/collections/collection-shelf";
import { createCollection, saveImages } from "@/lib/client/collections/collection-store";
import { aSavedImage } from "@/tests/support/pictures/an-image";

test("a collection is the last one as soon as images are saved to it", async () => {
  const coast = await createCollection("Coast", [aSavedImage("a", { reference: null })]);
  expect(lastCollection()?.name).toBe("Coast");
  await createCollection("Harbour", [aSavedImage("b", { reference: null })]);
  expect(lastCollection()?.name).toBe("Harbour");
  await saveImages(coast.id, [aSavedImage("c", { reference: null })]);
  expect(lastCollection()?.name).toBe("Coast");
});
