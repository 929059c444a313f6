import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readSearchResponse } from "@/lib/protocol/read-search-response";

const URL_OF_ONE = "https://a.example/1.jpg";

function readable(body: unknown) {
  const read = readSearchResponse(body);
  if (!read.isReadable) throw new Error(read.problem);
  return read;
}

/** Reads an answer with this item, and returns the item. */
function itemOf(item: object) {
  return readable({ value: [{ imageUrl: URL_OF_ONE, ...item }] }).items[0];
}

describe("the answer", () => {
  test("is read with its echo, its items in order, and nothing dropped", () => {
    const read = readable({
      name: "red barn",
      value: [
        {
          imageUrl: "https://cdn.example/barn.jpg",
          width: 1600,
          height: 1067,
          accentColor: "#b0532f",
          name: "Red barn in snow",
          hostUrl: "https://farm.example/barns",
        },
        { imageUrl: "https://cdn.example/2.jpg" },
      ],
    });
    expect(read).toEqual({
      isReadable: true,
      name: "red barn",
      items: [
        {
          imageUrl: "https://cdn.example/barn.jpg",
          width: 1600,
          height: 1067,
          accentColor: "#b0532f",
          name: "Red barn in snow",
          hostUrl: "https://farm.example/barns",
          host: "farm.example",
        },
        {
          imageUrl: "https://cdn.example/2.jpg",
          width: null,
          height: null,
          accentColor: null,
          name: "",
          hostUrl: null,
          host: "cdn.example",
        },
      ],
      droppedCount: 0,
    });
  });

  test.each([
    null,
    undefined,
    7,
    "text",
    true,
    [],
    [{ imageUrl: URL_OF_ONE }],
    {},
    { value: null },
  ])("%j is no answer", (body) => {
    expect(readSearchResponse(body).isReadable).toBe(false);
  });

  test.each([{ length: 1, 0: {} }, "[]", 1, true])("a value of %j is not an array", (value) => {
    expect(readSearchResponse({ value }).isReadable).toBe(false);
  });

  test("an echo that is not a string is ignored", () => {
    expect(readable({ name: { toString: "x" }, value: [] }).name).toBe("");
  });

  test("unknown fields are ignored, in the answer and in items", () => {
    const read = readable({ value: [{ imageUrl: URL_OF_ONE, licence: "CC0" }], nextOffset: 24 });
    expect(Object.keys(read).sort()).toEqual(["droppedCount", "isReadable", "items", "name"]);
    expect(read.items[0]).not.toHaveProperty("licence");
  });

  test("bad items are dropped one by one and counted", () => {
    const bad = [null, 1, "x", [], {}, { imageUrl: null }, { imageUrl: 7 }, { imageUrl: "" }];
    const read = readable({ value: [...bad, { imageUrl: URL_OF_ONE }, ...bad] });
    expect(read.items).toHaveLength(1);
    expect(read.droppedCount).toBe(16);
  });

  test("two hundred of a hundred thousand items are kept, and the others are counted", () => {
    const read = readable({ value: Array(100_000).fill({ imageUrl: URL_OF_ONE }) });
    expect(read.items).toHaveLength(200);
    expect(read.droppedCount).toBe(99_800);
  });

  test("a hundred thousand bad items are counted, but not each read", () => {
    const looked: number[] = [];
    const bad = new Proxy({}, { get: () => void looked.push(1) });
    const read = readable({ value: Array(100_000).fill(bad) });
    expect(read).toMatchObject({ items: [], droppedCount: 100_000 });
    expect(looked.length).toBeLessThan(10_000);
  });

  test("__proto__ and constructor reach no prototype", () => {
    const body = JSON.parse(
      `{"__proto__":{"value":[]},"value":[{"__proto__":{"imageUrl":"x"},"constructor":{"prototype":{"polluted":1}},"imageUrl":"${URL_OF_ONE}"}]}`,
    );
    expect(readable(body).items).toHaveLength(1);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(readSearchResponse(JSON.parse('{"__proto__":{"value":[]}}')).isReadable).toBe(false);
  });

  test("any JSON is read into items that match their type", () => {
    const address = fc.oneof(
      fc.webUrl(),
      fc.string(),
      fc.constantFrom("javascript:1", "//x", "http:"),
    );
    const wild = fc.oneof(fc.jsonValue(), fc.string({ unit: "binary" }), fc.double());
    const item = fc.oneof(
      fc.jsonValue(),
      fc.record(
        {
          imageUrl: address,
          hostUrl: address,
          width: wild,
          height: wild,
          accentColor: wild,
          name: wild,
        },
        { requiredKeys: [] },
      ),
    );
    const body = fc.oneof(fc.jsonValue(), fc.record({ name: wild, value: fc.array(item) }));
    fc.assert(
      fc.property(body, (json) => {
        const read = readSearchResponse(json);
        if (!read.isReadable) return;
        const { value } = json as { value: unknown[] };
        expect(read.items.length + read.droppedCount).toBe(value.length);
        for (const found of read.items) {
          expect(found.imageUrl).toMatch(/^https?:\/\/[^/]/);
          expect(found.hostUrl ?? "http://-").toMatch(/^https?:\/\/[^/]/);
          expect(found.accentColor ?? "#000000").toMatch(/^#[0-9a-f]{6}$/);
          for (const px of [found.width, found.height]) {
            expect(px === null || (Number.isInteger(px) && px >= 1 && px <= 100_000)).toBe(true);
          }
          expect([...found.name].length).toBeLessThanOrEqual(500);
          expect(found.name).not.toMatch(/\p{Cc}|\p{Surrogate}/u);
          expect(found.host).not.toBe("");
        }
      }),
      { numRuns: 10_000 },
    );
  });
});

describe("imageUrl", () => {
  test.each([
    ["https://A.Example:443/ä b.jpg", "https://a.example/%C3%A4%20b.jpg"],
    [" \n https://a.example/1.jpg \t", "https://a.example/1.jpg"],
    ["http:a.example/1.jpg", "http://a.example/1.jpg"],
    ["https:\\\\a.example\\1.jpg", "https://a.example/1.jpg"],
    ["https://bücher.example/x", "https://xn--bcher-kva.example/x"],
    ["https://a.example/../x/./y?q=<b>#f", "https://a.example/x/y?q=%3Cb%3E#f"],
    ["https://a.example/\uD800", "https://a.example/%EF%BF%BD"],
  ])("%j is kept in its one spelling", (imageUrl, spelling) => {
    expect(itemOf({ imageUrl })?.imageUrl).toBe(spelling);
  });

  test.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "data:image/png;base64,AAAA",
    "blob:https://a.example/1",
    "file:///etc/passwd",
    "ftp://a.example/1.jpg",
    "ws://a.example/",
    "//a.example/1.jpg",
    "/1.jpg",
    "a.example/1.jpg",
    "https://",
    "https://a b.example/",
    "https://user:secret@a.example/1.jpg",
    "https://good.example@a.example/1.jpg",
    `https://a.example/${"x".repeat(2048)}`,
    `https://a.example/${"ä".repeat(1000)}`,
    "h".repeat(100_000),
  ])("%s is not usable", (imageUrl) => {
    expect(readable({ value: [{ imageUrl }] })).toMatchObject({ items: [], droppedCount: 1 });
  });

  test.each([
    ["/1.jpg", "https://www.host.example/1.jpg"],
    ["../1.jpg", "https://www.host.example/1.jpg"],
    ["./images/1.jpg", "https://www.host.example/found/images/1.jpg"],
    ["//cdn.example/1.jpg", "https://cdn.example/1.jpg"],
    ["http://cdn.example/1.jpg", "http://cdn.example/1.jpg"],
  ])("%s is resolved against the page that shows it", (imageUrl, resolved) => {
    const hostUrl = "https://www.host.example/found/page?q=1";
    expect(itemOf({ imageUrl, hostUrl })?.imageUrl).toBe(resolved);
  });

  test.each([
    "",
    " ",
    "#top",
    "?q=1",
    "null",
    "1.jpg",
    "javascript:alert(1)",
    "//user@cdn.example/1.jpg",
  ])("%j is not usable, with a page or without", (imageUrl) => {
    const hostUrl = "https://www.host.example/found/page";
    expect(itemOf({ imageUrl, hostUrl })).toBeUndefined();
  });

  test("2,048 characters are accepted, one more is not", () => {
    const imageUrl = `https://a.example/${"x".repeat(2048 - 18)}`;
    expect(itemOf({ imageUrl })?.imageUrl).toHaveLength(2048);
    expect(itemOf({ imageUrl: `${imageUrl}x` })).toBeUndefined();
  });
});

describe("width and height", () => {
  test.each([
    [640, 640],
    ["640", 640],
    [" 640 ", 640],
    ["640px", 640],
    ["640.4", 640],
    [0.2, 1],
    [100_000, 100_000],
    ["100000", 100_000],
  ])("%j is %i pixels", (given, px) => {
    expect(itemOf({ width: given, height: given })).toMatchObject({ width: px, height: px });
  });

  test.each([
    0,
    -1,
    100_001,
    1e308,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    "",
    " ",
    "-5",
    "1e3",
    "0x10",
    "640 x 480",
    "٦٤٠",
    "9".repeat(10_000),
    true,
    null,
    [640],
    { px: 640 },
  ])("%j is no size", (given) => {
    expect(itemOf({ width: given, height: 10 })).toMatchObject({ width: null, height: 10 });
  });
});

describe("accentColor", () => {
  test.each([
    ["#B0532F", "#b0532f"],
    ["b0532f", "#b0532f"],
    [" #b0532f ", "#b0532f"],
    ["#b0532fcc", "#b0532f"],
    ["b0532fcc", "#b0532f"],
    ["#fA0", "#ffaa00"],
    ["#fa0c", "#ffaa00"],
    ["000", "#000000"],
  ])("%j is the colour %s", (given, colour) => {
    expect(itemOf({ accentColor: given })?.accentColor).toBe(colour);
  });

  test.each([
    "",
    "#",
    "#12",
    "#12345",
    "#1234567",
    "#ggg",
    "red",
    "rgb(1,2,3)",
    "#fff;background:url(//evil.example)",
    "##ffffff",
    "f".repeat(100_000),
    0xb0532f,
    null,
    ["#ffffff"],
  ])("%j is no colour", (given) => {
    expect(itemOf({ accentColor: given })?.accentColor).toBeNull();
  });
});

describe("name", () => {
  test.each([
    ["  Red   barn\r\n\tin snow ", "Red barn in snow"],
    ["<b>bold</b> &amp; <script>alert(1)</script>", "<b>bold</b> &amp; <script>alert(1)</script>"],
    ["a\u0000b\u0007c\u009Fd", "a b c d"],
    ["half \uD83D pair", "half \uFFFD pair"],
    ["gnp.\u202Eexe\u2066x\u2069", "gnp.exex"],
    ["line\u2028and\u2029paragraph", "line and paragraph"],
    ["👩‍🚀 über naïve", "👩‍🚀 über naïve"],
  ])("%j reads %j", (given, name) => {
    expect(itemOf({ name: given })?.name).toBe(name);
  });

  test.each([
    "\u200B",
    "\u200E\u200F",
    "\u00AD \u2060",
    "\u3164",
    "\u115F\u1160\uFFA0",
    "\u2800\u2800",
    "\uFE0F",
    "\u{E0041}\u{E007F}",
    "\u0000\u0001",
  ])("a name of invisible characters (%j) is empty", (given) => {
    expect(itemOf({ name: given })?.name).toBe("");
  });

  test.each([7, true, null, {}, ["x"]])("%j is not a name", (given) => {
    expect(itemOf({ name: given })?.name).toBe("");
  });

  test("is at most 500 characters, and no character is cut in two", () => {
    expect(itemOf({ name: "🦉".repeat(600) })?.name).toBe("🦉".repeat(500));
    expect(itemOf({ name: `x${"🦉".repeat(600)}` })?.name).toBe(`x${"🦉".repeat(499)}`);
  });
});

describe("hostUrl and host", () => {
  test.each(["javascript:alert(1)", "example.com", "//a.example", "mailto:a@b.example", 7, null])(
    "%j is not a page, so the image's own host is credited",
    (hostUrl) => {
      expect(itemOf({ hostUrl })).toMatchObject({ hostUrl: null, host: "a.example" });
    },
  );

  test.each([
    ["https://www.Museum.example:8443/rooms", "www.museum.example"],
    ["https://museum.example./rooms", "museum.example"],
    ["https://müseum.example/", "xn--mseum-kva.example"],
    ["http://[2001:db8::1]/", "[2001:db8::1]"],
  ])("%s is credited to %s", (hostUrl, host) => {
    expect(itemOf({ hostUrl })?.host).toBe(host);
  });
});
