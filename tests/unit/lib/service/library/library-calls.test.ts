import { expect, test } from "vitest";
import { createLibraryHandlers } from "@/lib/service/library/library-calls";
import { openedLibrary } from "@/tests/support/databases/libraries";
import { aPictureRecord, savePictures } from "@/tests/support/databases/picture-records";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";

test("examples name no picture that may not be shown any more", async () => {
  const dataDir = temporaryFolder();
  const beach = aPictureRecord({ name: "Beach" });
  await savePictures(openedLibrary({ dataDir }), [aPictureRecord({ name: "Barn" }), beach]);
  const handlers = createLibraryHandlers({ storeLocation: { dataDir }, demoManifest: null });
  const examples = async () => [...(await handlers.label(null)).examples].sort();
  expect(await examples()).toEqual(["barn", "beach"]);
  const ratings = [{ id: beach.id, rating: "moderate" }] as const;
  await handlers.followRatings({ revision: 1, ratings });
  expect(await examples()).toEqual(["barn"]);
});
