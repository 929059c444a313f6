import { expect, test } from "vitest";
import { creditTexts } from "@/lib/client/credit-texts";
import type { ExportedImage } from "@/lib/contract/picked-image";
import { creditFacts } from "@/lib/core/credits/credit-facts";
import { CREDIT_FORMATS, formatCredits, readCreditFormat } from "@/lib/core/credits/format-credits";
import { fillTemplate, missingFields, unknownFields } from "@/lib/core/credits/template";
import { exportedImage, HOSTILE_NAMES } from "@/tests/support/requests/hostile-names";

const ORIGIN = "https://vitrine.example";
const factsOf = (image: ExportedImage) =>
  creditFacts(image, { origin: ORIGIN, texts: creditTexts });
const plainOf = (image: ExportedImage) => formatCredits([factsOf(image)], "plain", "").text;

test("a plain credit quotes the name and states what is known about the rights", () => {
  expect(plainOf(exportedImage())).toBe(
    "“Lighthouse after sunset”, kustlicht.example, https://kustlicht.example/toren/48, " +
      "found 20 November 2026. Rights not verified.",
  );
  const at = "2026-12-03T10:00:00.000Z";
  expect(plainOf(exportedImage({ clearance: { note: "Letter of 2 December", at } }))).toContain(
    "Rights cleared 3 December 2026 (Letter of 2 December).",
  );
  expect(plainOf(exportedImage({ clearance: { note: " ", at } }))).toContain(
    "Rights cleared 3 December 2026.",
  );
});

test("a credit names the creator and quotes what the file states", () => {
  const file = {
    name: "harbour.jpg",
    format: "jpeg",
    sizeBytes: 1,
    creator: "Ada Okoye",
    copyright: "© 2024 Ada\nOkoye.",
  };
  expect(plainOf(exportedImage({ file }))).toBe(
    "“Lighthouse after sunset”, Ada Okoye, kustlicht.example, https://kustlicht.example/toren/48, " +
      "found 20 November 2026. Copyright as stated: © 2024 Ada Okoye. Rights not verified.",
  );
  const licensed = exportedImage({ file: { ...file, licence: "CC0 1.0" } });
  expect(plainOf(licensed)).toMatch(/Okoye\. Licence as stated: CC0 1\.0\.$/);
  expect(fillTemplate("{creator} | {copyright} | {licence}", factsOf(licensed), 1)).toBe(
    "Ada Okoye | © 2024 Ada Okoye. | CC0 1.0",
  );
  for (const format of ["bibtex", "csl-json", "json-ld"] as const) {
    expect(formatCredits([factsOf(licensed)], format, "").text).toContain("Ada Okoye");
  }
});

test("an image without a name says where it is from", () => {
  expect(plainOf(exportedImage({ name: " \n" }))).toMatch(
    /^Untitled image from kustlicht\.example, /,
  );
});

test("an own picture has its folder as its source, and a URL on this server without the search", () => {
  const own = exportedImage({
    imageUrl: "/library/48/original",
    hostUrl: "/library/48?q=barn",
    host: "vitrine.example",
    folder: "coast/2026",
  });
  expect(plainOf(own)).toContain("coast/2026, https://vitrine.example/library/48, found");
});

test("a URL that no browser should open is not in a credit", () => {
  const facts = factsOf(exportedImage({ hostUrl: "javascript:alert(1)", imageUrl: "data:,x" }));
  expect(facts.url).toBe(ORIGIN);
});

test.each(CREDIT_FORMATS)("hostile names as %s", async (format) => {
  const facts = HOSTILE_NAMES.map((name) => factsOf(exportedImage({ name })));
  const { text } = formatCredits(facts, format, "{number}. {name} {{{host}}} {nothing} {rights}");
  await expect(text).toMatchFileSnapshot(`golden/${format}.txt`);
});

test("prose also has a formatted text, source formats do not", () => {
  const withHtml = CREDIT_FORMATS.filter(
    (format) => formatCredits([factsOf(exportedImage())], format, "{name}").html !== null,
  );
  expect(withHtml).toEqual(["plain", "html", "template"]);
});

test("no images give an empty text", () => {
  expect(formatCredits([], "bibtex", "")).toEqual({ text: "", html: null });
});

test("a template fills each known field once", () => {
  const facts = factsOf(exportedImage({ name: "{host}", width: null }));
  expect(fillTemplate("{{{name}}} {width}{other} {day}", facts, 1)).toBe(
    "{{host}} {other} 2026-11-20",
  );
  expect(unknownFields("{{{name}}} {other} {a b} {} {{x}}")).toEqual(["other", "a b", ""]);
});

test("a template's fields that images lack are counted", () => {
  const file = { creator: "Ada Marsh", licence: "CC BY 4.0" } as never;
  const images = [
    exportedImage({ file }),
    exportedImage({ name: " " }),
    exportedImage({ file: { creator: " " } as never }),
  ];
  expect(missingFields("{name}, {creator:html}, {{licence}} {day}", images)).toEqual([
    { field: "creator", count: 2 },
  ]);
  expect(missingFields("{host}", images)).toEqual([]);
});

test("a saved format that no longer exists becomes plain", () => {
  expect(readCreditFormat("rtf")).toBe("plain");
  expect(readCreditFormat("bibtex")).toBe("bibtex");
});
