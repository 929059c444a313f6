// @vitest-environment jsdom
import { convert } from "@asciidoctor/core";
import * as bibtex from "@retorquere/bibtex-parser";
import Cite from "citation-js";
import fc from "fast-check";
import jsonld from "jsonld";
import MarkdownIt from "markdown-it";
import { describe, expect, test, vi } from "vitest";
import wikitext from "wtf_wikipedia";
import { creditTexts } from "@/lib/client/credit-texts";
import type { ExportedImage } from "@/lib/contract/picked-image";
import { creditFacts, oneLine } from "@/lib/core/credits/credit-facts";
import { type CreditFormat, formatCredits } from "@/lib/core/credits/format-credits";
import { exportedImage, HOSTILE_NAMES, HOSTILE_URLS } from "@/tests/support/requests/hostile-names";

const ORIGIN = "https://vitrine.example";

/* Deterministic and few, because the parsers are slow. */
vi.setConfig({ testTimeout: 180_000 });
fc.configureGlobal({ seed: 20_261_123, numRuns: 20 });

const factsOf = (image: ExportedImage) =>
  creditFacts(image, { origin: ORIGIN, texts: creditTexts });
const write = (images: readonly ExportedImage[], format: CreditFormat) =>
  formatCredits(images.map(factsOf), format, "").text;

/** Any text, often with characters that have a meaning in some format. */
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc
    .array(
      fc.oneof(
        fc.constantFrom(..."\\`*_{}[]()<>#+-.!|~&^$@=:;'\"/%, \n\ta1"),
        fc.constantFrom(...HOSTILE_NAMES),
      ),
      { maxLength: 12 },
    )
    .map((pieces) => pieces.join("").slice(0, 200)),
);

/** Each name is the note of another image. */
const images: readonly ExportedImage[] = [
  ...HOSTILE_NAMES.map((name, index) =>
    exportedImage({
      name,
      hostUrl: HOSTILE_URLS[index % HOSTILE_URLS.length] ?? null,
      clearance: {
        note: HOSTILE_NAMES[(index * 7 + 3) % HOSTILE_NAMES.length] ?? "",
        at: "2026-12-03T10:00:00.000Z",
      },
    }),
  ),
  exportedImage({ hostUrl: null }),
  exportedImage({
    imageUrl: "/library/48/original",
    hostUrl: "/library/48?q=barn",
    host: "",
    folder: "a/[b]",
    width: null,
    height: null,
  }),
];

const anyImage = fc
  .record({
    name: anyText,
    note: fc.option(anyText, { nil: undefined }),
    folder: fc.option(anyText, { nil: undefined }),
    url: fc.oneof(
      fc.constantFrom(...HOSTILE_URLS),
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
    ),
  })
  .map(({ name, note, url, folder }) =>
    exportedImage({
      name,
      hostUrl: url,
      ...(folder !== undefined && { folder }),
      ...(note !== undefined && { clearance: { note, at: "2026-12-03T10:00:00.000Z" } }),
    }),
  );

/** Returns the text that a reader sees: a page collapses white space. */
const seen = (text: string | null) => (text ?? "").replace(/\s+/g, " ").trim();

/** Returns a URL with the characters decoded that some formats must encode. */
const plainUrl = (url: string) =>
  new URL(url).href.replace(/%(?:2[247]|3[CE]|5[B-F]|60|7[B-E])/g, decodeURIComponent);

type WikiLink = { text(): string | undefined; json(): { site?: string } };

type Read = { text: string; links: { text: string; url: string }[] };

function readHtml(html: string): Read {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  const links = [...body.querySelectorAll("a")].map((link) => ({
    text: seen(link.textContent),
    url: plainUrl(link.href),
  }));
  return { text: seen(body.textContent), links };
}

/** The wikitext parser removes spaces before punctuation, and brackets around nothing else. */
const withoutGaps = ({ text, links }: Read): Read => {
  const closed = (gapped: string) =>
    gapped.replace(/ ?\([\s,;:.!?]*\)/g, "").replace(/ (?=[,.;:!?)”])/g, "");
  return {
    text: closed(text),
    links: links.map(({ url, ...link }) => ({ url, text: closed(link.text) })),
  };
};

/**
 * Reads wikitext as MediaWiki sends it to the browser, which decodes only references ending in ";".
 */
const wikiText = (text = "") => readHtml(text.replace(/&(?!#?\w+;)/g, "&amp;")).text;

const markdown = new MarkdownIt({ html: true, linkify: true });

const READERS: Partial<Record<CreditFormat, (source: string) => Promise<Read> | Read>> = {
  html: readHtml,
  markdown: (source) => readHtml(markdown.render(source)),
  asciidoc: async (source) =>
    readHtml(String(await convert(source, { safe: "secure", standalone: false }))),
  wikitext(source) {
    // The parser ends a sentence at a full stop in a link's text, and replaces "$'" in it.
    const unbroken = source.replace(/\[[^\]]*\]/g, (link) =>
      link.replace(/[.!?](?= )|\$/g, (sign) => `&#${sign.charCodeAt(0)};`),
    );
    const document = wikitext(unbroken);
    // The parser's own types are wrong here.
    const found = document.links() as unknown as WikiLink[];
    const links = found.map((link) => ({
      text: wikiText(link.text()),
      url: plainUrl(wikiText(link.json().site)),
    }));
    return { text: wikiText(document.text()), links };
  },
};

/** Returns the credit as a reader of a format with links sees it. */
function expected(image: ExportedImage): Read {
  const { linkedSentence, title, creator, place, foundText, rights, url } = factsOf(image);
  const parts = { title, creator: creator ?? "", place, url, date: foundText, rights };
  const text = linkedSentence
    .map((piece) => (typeof piece === "string" ? piece : parts[piece.part]))
    .join("");
  return { text: seen(text), links: [{ text: seen(title), url: plainUrl(url) }] };
}

describe.each(Object.entries(READERS))("%s", (name, read) => {
  const format = name as CreditFormat;
  const tidy = (value: Read) => (format === "wikitext" ? withoutGaps(value) : value);

  test("a parser reads back the credit of every hostile name", async () => {
    for (const image of images) {
      const written = await read(write([image], format));
      expect(tidy(written), image.name).toEqual(tidy(expected(image)));
    }
  });

  test("a parser reads back any credit", async () => {
    await fc.assert(
      fc.asyncProperty(anyImage, async (image) => {
        const written = tidy(await read(write([image], format)));
        expect(written.links).toEqual(tidy(expected(image)).links);
        // The wikitext parser changes white space outside links.
        if (format !== "wikitext") expect(written).toEqual(expected(image));
      }),
    );
  });

  test("a sheet is a list of all credits", async () => {
    const { links } = tidy(await read(write(images, format)));
    expect(links).toEqual(images.flatMap((image) => tidy(expected(image)).links));
  });
});

const everyCredit = fc.array(anyImage, { minLength: 1, maxLength: 3 });

/** Returns the values that formats with fields have for an image. */
function fieldsOf(image: ExportedImage) {
  const { title, place, url, foundOn, rights } = factsOf(image);
  return { title, place, url, foundOn, rights };
}

describe("bibtex", () => {
  const readEntries = (source: string) => {
    const { entries, errors } = bibtex.parse(source, { sentenceCase: false });
    expect(errors).toEqual([]);
    // Maps the parser's sign for \textasciigrave, and its treatment of spaces and empty fields.
    const textOf = (value: unknown) => seen(String(value ?? "").replaceAll("ˋ", "`"));
    return entries.map(({ fields }) => ({
      title: textOf(fields.title),
      place: textOf(fields.howpublished),
      url: plainUrl(String(fields.url)),
      foundOn: textOf(fields.urldate),
      rights: textOf(fields.note),
    }));
  };
  const expectedEntry = (image: ExportedImage) => {
    const fields = fieldsOf(image);
    return { ...fields, title: seen(fields.title), url: plainUrl(fields.url) };
  };

  test("a parser reads back the entry of every hostile name", () => {
    for (const image of images) {
      expect(readEntries(write([image], "bibtex"))).toEqual([expectedEntry(image)]);
    }
    expect(readEntries(write(images, "bibtex"))).toEqual(images.map(expectedEntry));
  });

  test("a parser reads back any entries", () => {
    fc.assert(
      fc.property(everyCredit, (several) => {
        expect(readEntries(write(several, "bibtex"))).toEqual(several.map(expectedEntry));
      }),
    );
  });
});

describe("csl-json", () => {
  const readItems = (source: string) =>
    new Cite(source).get({ format: "real", type: "json", style: "csl" }).map((item) => ({
      title: item.title,
      place: item["container-title"],
      url: item.URL,
      foundOn: item.accessed,
      rights: item.note,
    }));
  const expectedItem = (image: ExportedImage) => {
    const { foundOn, ...fields } = fieldsOf(image);
    return { ...fields, foundOn: { "date-parts": [foundOn.split("-").map(Number)] } };
  };

  test("citation-js reads back the items of any images", () => {
    expect(readItems(write(images, "csl-json"))).toEqual(images.map(expectedItem));
    fc.assert(
      fc.property(everyCredit, (several) => {
        expect(readItems(write(several, "csl-json"))).toEqual(several.map(expectedItem));
      }),
    );
  });

  test("citation-js makes a bibliography from it", () => {
    const bibliography = new Cite(write([exportedImage()], "csl-json")).format("bibliography", {
      format: "text",
      template: "apa",
    });
    expect(bibliography).toContain("Lighthouse after sunset");
    expect(bibliography).toContain("https://kustlicht.example/toren/48");
    expect(bibliography).toContain("November 20, 2026");
  });
});

describe("json-ld", () => {
  const SCHEMA = "https://schema.org/";
  /** The definitions of the terms in use in schema.org's own context. */
  const context = {
    "@vocab": SCHEMA,
    contentUrl: { "@type": "@id" },
    mainEntityOfPage: { "@type": "@id" },
  };
  const readObjects = async (source: string) => {
    const objects = await jsonld.expand(JSON.parse(source), {
      documentLoader: async (url) => ({
        contextUrl: null,
        document: { "@context": context },
        documentUrl: url,
      }),
    });
    return objects.map((object) => ({
      type: (object as unknown as { "@type": string[] })["@type"],
      name: object[`${SCHEMA}name`]?.[0]?.["@value"] ?? null,
      image: object[`${SCHEMA}contentUrl`]?.[0]?.["@id"],
      page: object[`${SCHEMA}mainEntityOfPage`]?.[0]?.["@id"] ?? null,
      credit: object[`${SCHEMA}creditText`]?.[0]?.["@value"],
      rights: object[`${SCHEMA}conditionsOfAccess`]?.[0]?.["@value"],
    }));
  };
  const expectedObject = (image: ExportedImage) => {
    const { name, imageUrl, pageUrl, rights } = factsOf(image);
    const credit = write([image], "plain");
    return { type: [`${SCHEMA}ImageObject`], name, image: imageUrl, page: pageUrl, credit, rights };
  };

  test("a processor reads back the objects of any images", async () => {
    expect(await readObjects(write(images, "json-ld"))).toEqual(images.map(expectedObject));
    await fc.assert(
      fc.asyncProperty(everyCredit, async (several) => {
        expect(await readObjects(write(several, "json-ld"))).toEqual(several.map(expectedObject));
      }),
    );
  });

  test("no name can end the script element that contains the object", () => {
    const source = write([exportedImage({ name: "</script><script>alert(1)" })], "json-ld");
    expect(source).not.toContain("<");
  });
});

test("a plain credit is one line with everything in it", () => {
  fc.assert(
    fc.property(anyImage, (image) => {
      const credit = write([image], "plain");
      const { title, place, url, foundText, rights } = factsOf(image);
      expect(credit).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
      for (const part of [title, place, url, foundText, rights]) expect(credit).toContain(part);
    }),
  );
});

test("a line of text keeps the joiners that words and emoji need", () => {
  const family = "👩‍👩‍👧‍👦 می‌خواهم";
  expect(oneLine(` ${family}\n\tthere `)).toBe(`${family} there`);
  fc.assert(
    fc.property(anyText, (text) => {
      expect(oneLine(oneLine(text))).toBe(oneLine(text));
    }),
  );
});
