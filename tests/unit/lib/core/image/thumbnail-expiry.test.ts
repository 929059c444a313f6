import { expect, test } from "vitest";
import { isThumbnailExpiring } from "@/lib/core/image/thumbnail-expiry";
import { createSigner } from "@/lib/thumbnails/signature";

const DAY_MS = 86_400_000;

test("a signed path expires one day before the signer's day", () => {
  const nowMs = Date.parse("2026-11-23T12:00:00Z");
  const signer = createSigner(["k".repeat(32)], { clock: () => nowMs });
  const { path } = signer.sign("https://a.example/1.jpg", 160, 320);
  expect(isThumbnailExpiring(path, nowMs)).toBe(false);
  expect(isThumbnailExpiring(path, (signer.expiryDay() - 1) * DAY_MS)).toBe(false);
  expect(isThumbnailExpiring(path, signer.expiryDay() * DAY_MS)).toBe(true);
});

test("a path in any other format counts as expired", () => {
  expect(isThumbnailExpiring("/other/1/", 0)).toBe(true);
});
