import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { RightsHint } from "@/components/image-dialogs/rights-hint";
import type { ExportedImage } from "@/lib/contract/picked-image";
import { exportedImage } from "@/tests/support/requests/hostile-names";

const licensed = exportedImage({
  id: "2",
  file: { licence: "CC0 1.0" } as NonNullable<ExportedImage["file"]>,
});
const cleared = exportedImage({ id: "3", clearance: { at: "2026-11-20T14:02:11.000Z", note: "" } });

const textFor = (...images: ExportedImage[]) => {
  const { container } = render(<RightsHint images={images} />);
  return container.textContent?.trim();
};

test("whom to ask, and which terms to check, without contradicting a stated licence", () => {
  expect(textFor(cleared)).toBe("");
  expect(textFor(exportedImage())).toBe(
    "The rights are not verified. Ask kustlicht.example before publishing.",
  );
  // A folder cannot be asked.
  expect(textFor(exportedImage({ folder: "Holidays" }))).toBe(
    "The rights are not verified. Ask the rights holder before publishing.",
  );
  expect(textFor(licensed)).toBe("The image states a licence. Check its terms before publishing.");
  expect(textFor(licensed, licensed, exportedImage(), cleared)).toBe(
    "2 images state a licence: check their terms. For 1 image the rights are not verified: ask the rights holder before publishing.",
  );
});
