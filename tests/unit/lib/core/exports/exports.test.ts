// @vitest-environment jsdom
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse as parseCsv } from "csv-parse/sync";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { expect, test, vi } from "vitest";
import { creditTexts } from "@/lib/client/credit-texts";
import { exportContactSheet, exportMarkdown } from "@/lib/client/exports/credit-list";
import { exportCsv } from "@/lib/client/exports/csv";
import type { ExportedImage } from "@/lib/contract/picked-image";
import { DEFAULT_FILTERS } from "@/lib/contract/search-query";
import { creditFacts } from "@/lib/core/credits/credit-facts";
import {
  exportedFileName,
  exportedPath,
  extensionOf,
  extensionOfType,
  fileNameOfType,
} from "@/lib/core/exports/file-names";
import { exportManifest } from "@/lib/core/exports/manifest";
import { readManifest as readExport } from "@/lib/core/exports/read-manifest";
import { imageFileNames } from "@/lib/core/image/image-file-names";
import { formatSearchQuery } from "@/lib/core/query/search-query";
import { cleanText } from "@/lib/protocol/clean-text";
import { readManifest } from "@/lib/service/library/manifest";
import { exportedImage, HOSTILE_NAMES, HOSTILE_URLS } from "@/tests/support/requests/hostile-names";

const ORIGIN = "https://vitrine.example";
const AT = "2026-12-03T10:00:00.000Z";
const texts = {
  summary: "3 images, exported 3 December 2026.",
  note: (note: string) => `Note: ${note}`,
  size: (widthPx: number, heightPx: number) => `${widthPx} × ${heightPx}`,
};

/* Deterministic and few, because the parsers are slow. */
vi.setConfig({ testTimeout: 180_000 });
fc.configureGlobal({ seed: 20_261_123, numRuns: 30 });

const factsOf = (image: ExportedImage) =>
  creditFacts(image, { origin: ORIGIN, texts: creditTexts });
const described = (images: readonly ExportedImage[]) =>
  images.map((image) => ({ image, credit: factsOf(image) }));

const saved: readonly ExportedImage[] = HOSTILE_NAMES.map((name, index) =>
  exportedImage({
    id: `id-${index}`,
    name,
    note: HOSTILE_NAMES[HOSTILE_NAMES.length - 1 - index] ?? "",
    imageUrl: `https://img.example/${index}.png`,
    hostUrl: HOSTILE_URLS[index % HOSTILE_URLS.length] ?? null,
    clearance: index % 2 === 0 ? null : { note: name, at: AT },
    reference: index % 3 === 0 ? null : "reference",
    savedAt: AT,
  }),
);

/** Excludes a byte order mark and halves of surrogate pairs, which are not text. */
const anyText = fc.string({ unit: "grapheme", maxLength: 30 });
const anySaved = fc
  .uniqueArray(
    fc.record({
      id: fc.stringMatching(/^[a-z0-9]{1,12}$/),
      name: fc.oneof(anyText, fc.constantFrom(...HOSTILE_NAMES)),
      note: fc.oneof(anyText, fc.constantFrom(...HOSTILE_NAMES)),
      hostUrl: fc.option(fc.oneof(fc.constantFrom(...HOSTILE_URLS), fc.webUrl())),
      width: fc.option(fc.integer({ min: 1, max: 200_000 })),
    }),
    { selector: ({ id }) => id, maxLength: 5 },
  )
  .map((records) =>
    records.map((record) =>
      exportedImage({
        ...record,
        hostUrl: record.hostUrl === null ? null : new URL(record.hostUrl).href,
        reference: null,
        clearance: null,
        savedAt: AT,
      }),
    ),
  );

/** Removes apostrophes as a reader of the table does (see `exportCsv`). */
const withoutApostrophe = (cell = "") => cell.replace(/(?<=^|[;\t\r\n])'/g, "");

const readTable = (csv: string) =>
  parseCsv(csv, { bom: true, columns: true, record_delimiter: "\r\n" }) as Record<string, string>[];

const wellFormed = (text: string) => text.replace(/\p{Cs}/gu, "\ufffd");

test("a CSV reader returns every text, and no cell is a formula", () => {
  const check = (images: readonly ExportedImage[]) => {
    const rows = readTable(exportCsv(described(images)));
    expect(rows.map(({ name }) => withoutApostrophe(name))).toEqual(
      images.map(({ name }) => wellFormed(name)),
    );
    expect(rows.map(({ note }) => withoutApostrophe(note))).toEqual(
      images.map(({ note }) => wellFormed(note ?? "")),
    );
    expect(rows.map(({ page }) => page)).toEqual(
      images.map((image) => factsOf(image).pageUrl ?? ""),
    );
    expect(rows.map(({ width }) => width)).toEqual(images.map(({ width }) => String(width ?? "")));
    for (const row of rows) {
      for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[=+\-@\t\r＝＋－＠]/);
    }
  };
  check(saved);
  fc.assert(fc.property(anySaved, check));
});

test("a spreadsheet that separates cells by semicolons, tabs or lines finds no formula either", () => {
  const hostile = [
    ";=1+1",
    "a;=1+1;b",
    "a\t=1+1",
    "a\n=1+1;",
    "a\r\n@b",
    "a;\t;-1",
    ";'=1",
    "a;＝1",
  ];
  const csv = exportCsv(described(hostile.map((note) => exportedImage({ note }))));
  expect(readTable(csv).map(({ note }) => withoutApostrophe(note))).toEqual(hostile);
  for (const cell of csv.split(/[,;\t\r\n]/)) expect(cell).not.toMatch(/^"?[=+\-@＝＋－＠]/);
});

test("the table marks rights as not verified until they are cleared", () => {
  const [first, second] = readTable(exportCsv(described(saved)));
  expect(first?.rights).toBe("Rights not verified.");
  expect(second).toMatchObject({
    rights: expect.stringMatching(/^Rights cleared /),
    clearedAt: AT,
  });
});

const manifestOf = (images: readonly ExportedImage[], title = "Coast, spring issue") =>
  exportManifest(images, { title, exportedAt: AT, origin: ORIGIN });

test("the manifest restores the complete collection", () => {
  const check = (images: readonly ExportedImage[]) => {
    const read = readExport(manifestOf(images), ORIGIN);
    expect(read?.title).toBe("Coast, spring issue");
    expect(read?.droppedCount).toBe(0);
    expect(read?.images).toEqual(
      images.map((image) => {
        const { pageUrl, imageUrl } = factsOf(image);
        const host = new URL(pageUrl ?? imageUrl).hostname;
        return { ...image, name: cleanText(image.name), host, hostUrl: pageUrl };
      }),
    );
  };
  check(saved);
  fc.assert(fc.property(anySaved, check));
});

test("the manifest restores a large collection, and the longest search", () => {
  const { provenance } = exportedImage();
  const longest = {
    ...DEFAULT_FILTERS,
    q: "🌊".repeat(200),
    count: 100,
    safesearch: "moderate",
    transparent: true,
    site: `${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(61)}`,
  } as const;
  const search = formatSearchQuery(longest);
  const images = Array.from({ length: 20_001 }, (_, i) =>
    exportedImage({ id: `${i}`, provenance: i === 0 ? { ...provenance, search } : provenance }),
  );
  const read = readExport(manifestOf(images), ORIGIN);
  expect(read?.droppedCount).toBe(0);
  expect(read?.images).toHaveLength(20_001);
  expect(read?.images[0]?.provenance.search).toBe(search);
});

test("the library accepts the manifest of any collection", async () => {
  const folder = await mkdtemp(join(tmpdir(), "vitrine-manifest-"));
  const path = join(folder, "manifest.json");
  const check = async (images: readonly ExportedImage[]) => {
    await writeFile(path, manifestOf(images));
    const { pictures } = await readManifest(path);
    expect(pictures.map(({ name }) => name ?? "")).toEqual(
      images.map(({ name }) => cleanText([...name.trim()].slice(0, 300).join(""))),
    );
    expect(pictures.map(({ file }) => file)).toHaveLength(
      new Set(pictures.map(({ file }) => file)).size,
    );
  };
  await check(saved);
  await check([
    exportedImage({
      imageUrl: "/library/1/original",
      hostUrl: "/library/1?q=a",
      host: "a.example",
    }),
    exportedImage({
      id: "2",
      imageUrl: "/library/2/original",
      hostUrl: "/library/2",
      host: "",
      folder: "a",
    }),
    exportedImage({ id: "3", host: "not a host", hostUrl: null, accentColor: null, width: 0 }),
    exportedImage({ id: "4", hostUrl: null }),
  ]);
  await fc.assert(fc.asyncProperty(anySaved, check), { numRuns: 30 });
  await rm(folder, { recursive: true });
});

test("images from a moderate search are not marked as strict", () => {
  const found = (search: string) => {
    const { provenance } = exportedImage();
    return JSON.parse(manifestOf([exportedImage({ provenance: { ...provenance, search } })]));
  };
  expect(found("q=barn&safesearch=moderate").pictures[0].rating).toBe("moderate");
  expect(found("q=barn").pictures[0].rating).toBeUndefined();
});

test("a manifest from another server keeps no paths on that server", () => {
  const own = exportedImage({
    imageUrl: "/library/48/original",
    hostUrl: "/library/48",
    thumbnails: { path: "/thumb/k/20800/160/sig/source/", widthsPx: [160] },
  });
  expect(readExport(manifestOf([own]), ORIGIN)?.images).toEqual([own]);
  expect(readExport(manifestOf([own]), "https://other.example")?.images).toEqual([
    {
      ...own,
      imageUrl: "https://vitrine.example/library/48/original",
      hostUrl: "https://vitrine.example/library/48",
      host: "vitrine.example",
      thumbnails: null,
    },
  ]);
});

test("a picture of this server's library keeps its place, even without a URL on the web", () => {
  const own = { imageUrl: "/library/48/original", hostUrl: "/library/48?q=a+b", host: "" };
  const pictures = [
    exportedImage({ ...own, folder: "Holiday" }),
    exportedImage({ ...own, id: "b", host: "archive.example" }),
  ];
  expect(readExport(manifestOf(pictures), ORIGIN)?.images).toEqual(pictures);
});

test("a hostile manifest adds nothing unusable", () => {
  const pick = JSON.parse(manifestOf([exportedImage()])).pictures[0].pick;
  const read = (changes: object) =>
    readExport(
      JSON.stringify({
        collection: { format: "vitrine-collection", version: 1, title: "x", origin: ORIGIN },
        pictures: [{ pick: { ...pick, ...changes } }],
      }),
      ORIGIN,
    );
  expect(read({})?.images).toHaveLength(1);
  for (const changes of [
    { imageUrl: "javascript:alert(1)" },
    { imageUrl: "data:text/html,x" },
    { width: -1 },
    { accentColor: "red;background:url(//evil.example)" },
    { thumbnails: { path: "//evil.example/", widthsPx: [160] } },
    { thumbnails: { path: "https://evil.example/", widthsPx: [160] } },
    { provenance: { ...pick.provenance, foundAt: "yesterday" } },
    { clearance: { note: "x", at: "never" } },
    { id: "a b" },
  ]) {
    expect(read(changes), JSON.stringify(changes)).toMatchObject({ images: [], droppedCount: 1 });
  }
  for (const text of ["", "{}", "[]", "null", '{"pictures":[]}']) {
    expect(readExport(text, ORIGIN)).toBeNull();
  }
});

test("a manifest can neither label a link with another host nor link elsewhere on this server", () => {
  const read = (changes: Partial<ExportedImage>) =>
    readExport(manifestOf([exportedImage(changes)]), ORIGIN)?.images[0];
  const evil = "https://evil.example/sign-in";
  const trusted = { host: "trusted.example", folder: "trusted.example" };
  for (const changes of [
    { hostUrl: evil },
    { hostUrl: null, imageUrl: "https://evil.example/1.jpg" },
    { hostUrl: evil, imageUrl: "/library/48/original" },
  ]) {
    const image = read({ ...trusted, ...changes });
    expect(image).toMatchObject({ host: "evil.example" });
    expect(image).not.toHaveProperty("folder");
  }
  // An image from the web cannot have a page of the library.
  expect(read({ ...trusted, hostUrl: "/library/48" })).toMatchObject({
    host: "vitrine.example",
    hostUrl: `${ORIGIN}/library/48`,
  });
  for (const imageUrl of ["/library/48/../../sign-out", "/library/../v1/search?q=a", "/sign-out"]) {
    const image = read({ imageUrl, hostUrl: imageUrl });
    expect(image?.imageUrl).toMatch(/^https:/);
    expect(image?.hostUrl).toMatch(/^https:/);
  }
  for (const path of [
    "/thumb/../../../../sign-out/",
    "/thumb/a/b/c/d/../",
    "/thumb/a/b/c/d/e/f/",
  ]) {
    expect(read({ thumbnails: { path, widthsPx: [160] } }), path).toBeUndefined();
  }
  // A request with longer texts would be larger than the server accepts.
  expect(read({ name: "n".repeat(9_000) })?.name).toHaveLength(500);
  expect(read({ reference: "r".repeat(4_096) })).toBeUndefined();
  expect(read({ name: "Barn \u202egnp.exe\u0007\n by" })?.name).toBe("Barn gnp.exe by");
});

test("a manifest of a hundred thousand entries, or of polluted prototypes, is harmless", () => {
  const collection = { format: "vitrine-collection", version: 1, title: "x", origin: ORIGIN };
  const many = JSON.stringify({ collection, pictures: Array(100_000).fill({ pick: {} }) });
  expect(readExport(many, ORIGIN)).toMatchObject({ images: [], droppedCount: 100_000 });
  expect(readExport(many, ORIGIN, 99_999)).toBeNull();
  const { pick } = JSON.parse(manifestOf([exportedImage()])).pictures[0];
  const polluting = JSON.stringify({ pick, isPolluted: true }).replaceAll(
    "{",
    '{"__proto__":{"isPolluted":1},',
  );
  const read = readExport(
    `{"collection":${JSON.stringify(collection)},"__proto__":{"isPolluted":1},"pictures":[${polluting}]}`,
    ORIGIN,
  );
  expect(read?.images).toHaveLength(1);
  expect(Object.getPrototypeOf(read?.images[0])).toBe(Object.prototype);
  expect(({} as { isPolluted?: unknown }).isPolluted).toBeUndefined();
});

const seen = (text: string | null | undefined) => (text ?? "").replace(/\s+/g, " ").trim();

test("a Markdown reader returns title, credits and notes", () => {
  const credits = saved.map(factsOf);
  const markdown = exportMarkdown(credits, { title: "# *Coast* [x](y)\n\nspring #", texts });
  const page = new DOMParser().parseFromString(
    new MarkdownIt({ html: true, linkify: true }).render(markdown),
    "text/html",
  );
  expect(seen(page.querySelector("h1")?.textContent)).toBe("# *Coast* [x](y) spring #");
  const items = [...page.querySelectorAll("ol > li")];
  expect(items.map((item) => seen(item.querySelector("a")?.textContent))).toEqual(
    credits.map(({ title }) => seen(title)),
  );
  expect(items.map((item) => seen(item.querySelector("p + p")?.textContent))).toEqual(
    credits.map(({ note }) => (note === "" ? "" : seen(`Note: ${note}`))),
  );
});

test("an HTML reader returns the contact sheet, which runs and loads nothing", () => {
  const credits = saved.map(factsOf);
  const html = exportContactSheet(credits, {
    title: "</title><script>alert(1)</script>",
    texts,
    language: { tag: "en", direction: "ltr" },
    pictureOf: () => "data:image/jpeg;base64,AA==",
    fileOf: (_, index) =>
      exportedPath(saved[index] ?? { name: "" }, { number: index + 1, count: 9, extension: "png" }),
  }).join("");
  const page = new DOMParser().parseFromString(html, "text/html");
  expect(page.title).toBe("</title><script>alert(1)</script>");
  expect(page.querySelectorAll("script, [onerror], iframe, link")).toHaveLength(0);
  const items = [...page.querySelectorAll("header + main > ol > li")];
  const [{ widthPx = 0, heightPx = 0 } = {}] = credits;
  expect(items[0]?.textContent).toContain(`${widthPx} × ${heightPx}`);
  expect(items.map((item) => item.querySelector("img")?.alt)).toEqual(
    credits.map(({ title }) => title),
  );
  expect(items.map((item) => item.querySelector("bdi")?.textContent)).toEqual(
    credits.map(({ title }) => title),
  );
});

test("file names are in order, unique and safe on every system", () => {
  const paths = saved.map((image, index) =>
    exportedPath(image, { number: index + 1, count: saved.length, extension: "jpg" }),
  );
  expect(paths[0]).toBe("originals/001-lighthouse-after-sunset-last-light-in-the-west.jpg");
  expect(paths[1]).toBe("originals/002.jpg");
  for (const path of paths) {
    expect(path).toMatch(/^originals\/\d{3}(?:-[\p{L}\p{M}\p{N}-]{1,60})?\.jpg$/u);
  }
  expect([...paths].sort()).toEqual(paths);
  expect(new Set(paths).size).toBe(paths.length);
  expect(exportedFileName("Coast: spring/2026", "x")).toBe("coast-spring-2026");
  expect(exportedFileName("…", "collection")).toBe("collection");
  const words = `${"lighthouse ".repeat(5)}afterwards`;
  expect(exportedFileName(words, "x")).toBe(
    "lighthouse-lighthouse-lighthouse-lighthouse-lighthouse",
  );
  expect(imageFileNames(`${words} `.repeat(2), "png", "x").fullFileName).toMatch(
    / lighthouse\.png$/,
  );
  expect(exportedFileName("a".repeat(99), "x")).toBe("a".repeat(60));
  // What follows is not read: folding marks takes quadratic time.
  expect(imageFileNames(`${" ".repeat(500)}tail`, "png", "x").fullFileName).toBe("x.png");
  for (const device of ["CON", "nul", "Com1", "LPT¹", "aux."]) {
    expect(exportedFileName(device, "x")).toMatch(/-1$/);
    expect(imageFileNames(device, "png", "x")).toEqual({
      fileName: expect.stringMatching(/-1\.png$/),
      fullFileName: expect.stringMatching(/-1\.png$/),
    });
  }
});

test("a file's name gets the extension of what it contains, and keeps the rest", () => {
  expect(fileNameOfType("harbour.jpg", "image/webp")).toBe("harbour.webp");
  expect(fileNameOfType("harbour.JPEG", "image/jpeg")).toBe("harbour.JPEG");
  expect(fileNameOfType("harbour v1.2", "image/png")).toBe("harbour v1.2.png");
  expect(fileNameOfType("harbour.svg", "image/svg+xml")).toBe("harbour.svg");
});

test("an extension follows the media type, or else the URL", () => {
  expect(extensionOfType("image/jpeg; charset=x")).toBe("jpg");
  expect(extensionOfType("IMAGE/WEBP")).toBe("webp");
  expect(extensionOfType("image/svg+xml")).toBe("svg");
  expect(extensionOfType("text/html")).toBeNull();
  expect(extensionOfType("image/../../x")).toBeNull();
  expect(extensionOf({ imageUrl: "https://a.example/b.PNG?x=.gif" })).toBe("png");
  const own = { imageUrl: "/library/48/original" };
  expect(extensionOf(own)).toBe("jpg");
  const file = { name: "a.webp", format: "webp", sizeBytes: 1 };
  expect(extensionOf({ ...own, file })).toBe("webp");
  expect(extensionOf({ ...own, file: { ...file, format: "jpeg" } })).toBe("jpg");
});
