import { expect, test, vi } from "vitest";
import { createTray } from "@/lib/client/picker/tray";
import type { ExportedImage } from "@/lib/contract/picked-image";

test("an image with transparent pixels leaves the slots that take none, and fills the others", () => {
  const onProblem = vi.fn();
  const slots = [{ name: "hero", transparent: false }, { name: "side" }];
  const tray = createTray(slots, { onProblem, fileNameOf: () => "logo.png" });
  const image = { id: "logo", name: "Logo", width: 600, height: 600 } as ExportedImage;
  tray.place(image);
  tray.place(image);
  // Its thumbnail is read after it was chosen.
  tray.markTransparent("logo");
  expect(tray.state().chosen.map(({ slot }) => slot)).toEqual(["side"]);
  const refused = { kind: "unusable", fit: { kind: "transparent" }, slot: slots[0] };
  expect(onProblem).toHaveBeenLastCalledWith(expect.objectContaining(refused));
  expect([tray.place(image), onProblem.mock.calls.length]).toEqual([false, 2]);
});
