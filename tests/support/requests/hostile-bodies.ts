/** A response body that a broken or hostile service may send with status 200. */
export type HostileBody = { name: string; body: string | Uint8Array };

const GOOD = {
  imageUrl: "https://a.example/good.jpg",
  name: "Good",
  hostUrl: "https://a.example/",
};
const json = (value: unknown) => JSON.stringify({ name: "q", value });

const NOT_JSON: [string, string | Uint8Array][] = [
  ["nothing", ""],
  ["white space", " \n\t "],
  ["HTML", "<!doctype html><title>Sorry</title>"],
  ["XML", "<?xml version='1.0'?><value/>"],
  ["a word", "value"],
  ["NaN", '{"value":[NaN]}'],
  ["single quotes", "{'value':[]}"],
  ["a trailing comma", '{"value":[],}'],
  ["comments", '{"value":[] /* none */}'],
  ["two documents", '{"value":[]}{"value":[]}'],
  ["JSON lines", '{"value":[]}\n{"value":[]}'],
  ["a call", 'callback({"value":[]})'],
  ["a guard", ')]}\'\n{"value":[]}'],
  ["UTF-16", new Uint8Array(Buffer.from('\uFEFF{"value":[]}', "utf16le"))],
  ["zeros", new Uint8Array(5000)],
  [
    "bytes that are no UTF-8",
    new Uint8Array(Array.from({ length: 999 }, (_, i) => (i * 37) % 256)),
  ],
  ["a picture", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])],
  ["gzip without saying so", new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0])],
  ["an unended string", '{"value":["'],
  ["a lone backslash", '{"value":["\\"]}'],
  ["100,000 brackets", "[".repeat(100_000)],
  ["100,000 braces", '{"a":'.repeat(100_000)],
  ["nesting of 51", `${'{"value":'.repeat(51)}1${"}".repeat(51)}`],
  ["deep and closed", `${"[".repeat(60_000)}${"]".repeat(60_000)}`],
  ["three megabytes", `{"value":[],"pad":"${"x".repeat(3 * 1024 * 1024)}"}`],
  ["three megabytes of white space", `${" ".repeat(3 * 1024 * 1024)}{"value":[]}`],
];

const WRONG_SHAPES: [string, string][] = [
  ["null", null],
  ["true", true],
  ["a number", 7],
  ["a string", "value"],
  ["an array", []],
  ["an array of items", [GOOD]],
  ["an empty object", {}],
  ["an error with 200", { error: "quota exceeded" }],
  ["value null", { value: null }],
  ["value a string", { value: "none" }],
  ["value an object", { value: { 0: GOOD, length: 1 } }],
  ["value a number", { value: 3 }],
  ["value misspelt", { Value: [GOOD] }],
  ["value nested", { data: { value: [GOOD] } }],
].map(([name, body]) => [name as string, JSON.stringify(body)]);

/** Invalid items. A valid item beside one must be kept. */
const BAD_ITEMS: [string, unknown][] = [
  ...[null, true, 0, -1, "", "text", [], [[]], {}, { imageUrl: {} }, { imageUrl: [] }].map(
    (item): [string, unknown] => [`the item ${JSON.stringify(item)}`, item],
  ),
  ...[
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " javascript:alert(1)",
    "java\tscript:alert(1)",
    "data:image/png;base64,AAAA",
    "data:text/html,<script>alert(1)</script>",
    "blob:https://a.example/1",
    "file:///etc/passwd",
    "ftp://a.example/1.jpg",
    "about:blank",
    "vbscript:x",
    "1.jpg",
    "a.example/1.jpg",
    "http://",
    "https://",
    "http://user:pass@a.example/1.jpg",
    "http://a b.example/1.jpg",
    "http://a.example:99999/1.jpg",
    "http://[::1/1.jpg",
    "http://%00/1.jpg",
    `https://a.example/${"x".repeat(5000)}`,
    "http://256.256.256.256/1.jpg",
    "",
    " ",
    "null",
    "undefined",
  ].map((imageUrl): [string, unknown] => [
    `imageUrl ${JSON.stringify(imageUrl).slice(0, 50)}`,
    { ...GOOD, imageUrl },
  ]),
  ...[0, 1, true, null, { href: "https://a.example/" }, ["https://a.example/"]].map(
    (imageUrl): [string, unknown] => [
      `imageUrl of another type: ${JSON.stringify(imageUrl)}`,
      { ...GOOD, imageUrl },
    ],
  ),
];

/** Invalid fields of a valid item. The item must be kept; the field is repaired or dropped. */
const ODD_FIELDS: [string, Record<string, unknown>][] = [
  ...[-1, 0, 1.5, 1e9, 1e308, "640", "640px", "", null, true, [], {}, "1e999", "0x10"].flatMap(
    (size): [string, Record<string, unknown>][] => [
      [`width ${JSON.stringify(size)}`, { width: size }],
      [`height ${JSON.stringify(size)}`, { height: size }],
    ],
  ),
  ...[
    "#fff",
    "ffffff",
    "#ffffff80",
    "red",
    "rgb(1,2,3)",
    "#ggg",
    "url(https://evil.example)",
    "#fff;background:url(//evil.example)",
    "expression(alert(1))",
    "</style><script>alert(1)</script>",
    "#".repeat(10_000),
    0xffffff,
    null,
    [],
    {},
  ].map((accentColor): [string, Record<string, unknown>] => [
    `accentColor ${JSON.stringify(accentColor).slice(0, 40)}`,
    { accentColor },
  ]),
  ...[
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '"><svg onload=alert(1)>',
    "{{constructor.constructor('alert(1)')()}}",
    "\u0000\u0001\u001b[31m",
    "\u202Egnp.exe",
    "\ud800",
    "\udc00 lone",
    "a\ud83dz",
    "\ufeffbom",
    "e\u0301".repeat(2000),
    "x".repeat(100_000),
    " ".repeat(10_000),
    "",
    0,
    null,
    true,
    [],
    {},
    { toString: "x" },
  ].map((name): [string, Record<string, unknown>] => [
    `name ${JSON.stringify(name).slice(0, 40)}`,
    { name },
  ]),
  ...[
    "javascript:alert(1)",
    "data:text/html,x",
    "//a.example",
    "/relative",
    "mailto:a@a.example",
    "http://user@a.example/",
    "https://xn--/",
    `https://a.example/${"y".repeat(5000)}`,
    7,
    null,
    [],
    {},
  ].map((hostUrl): [string, Record<string, unknown>] => [
    `hostUrl ${JSON.stringify(hostUrl).slice(0, 40)}`,
    { hostUrl },
  ]),
  ["a host of its own", { host: "<script>" }],
  ["an id of its own", { id: "../../etc/passwd" }],
  ["a constructor", { constructor: { prototype: { isAdmin: true } } }],
  ["a toString", { toString: 1, valueOf: 2, hasOwnProperty: 3 }],
  ["unknown fields", { $ref: "#", dangerouslySetInnerHTML: { __html: "<b>" } }],
  ["deep nesting inside", { extra: JSON.parse(`${"[".repeat(40)}${"]".repeat(40)}`) }],
];

/** Unusual bodies that contain the valid item. */
const ODD_BODIES: [string, string][] = [
  ["a byte order mark", `\uFEFF${json([GOOD])}`],
  ["white space around", ` \n${json([GOOD])}\n\n`],
  ["__proto__ of the body", `{"__proto__":{"polluted":true},"value":[${JSON.stringify(GOOD)}]}`],
  [
    "__proto__ of an item",
    `{"value":[{"__proto__":{"imageUrl":"https://evil.example/"}},${JSON.stringify(GOOD)}]}`,
  ],
  [
    "constructor.prototype",
    `{"constructor":{"prototype":{"polluted":1}},"value":[${JSON.stringify(GOOD)}]}`,
  ],
  ["value twice", `{"value":[1,2],"value":[${JSON.stringify(GOOD)}]}`],
  [
    "an item's field twice",
    `{"value":[{"imageUrl":"javascript:1","imageUrl":"${GOOD.imageUrl}"}]}`,
  ],
  ["no name", JSON.stringify({ value: [GOOD] })],
  ["a name of another type", JSON.stringify({ name: { a: 1 }, value: [GOOD] })],
  ["a thing to wait for", `{"then":"x","value":[{"then":{},"imageUrl":"${GOOD.imageUrl}"}]}`],
  ["escaped letters", `{"v\\u0061lue":[${JSON.stringify(GOOD)}]}`],
  ["an error beside the value", JSON.stringify({ error: "partial", value: [GOOD] })],
  ["the same item 300 times", json(Array.from({ length: 300 }, () => GOOD))],
  ["100,000 nulls after it", `{"value":[${JSON.stringify(GOOD)}${",null".repeat(100_000)}]}`],
  ["big numbers", `{"value":[{"imageUrl":"${GOOD.imageUrl}","width":${"9".repeat(400)}}]}`],
  [
    "negative zero and exponents",
    `{"value":[{"imageUrl":"${GOOD.imageUrl}","width":-0,"height":1E2}]}`,
  ],
];

const named = ([name, body]: [string, string | Uint8Array]): HostileBody => ({ name, body });

/** Bodies without an answer. The search must fail with an error. */
export const UNREADABLE_BODIES: readonly HostileBody[] = [
  ...NOT_JSON.map(named),
  ...WRONG_SHAPES.map(named),
  ...Array.from({ length: 40 }, (_, step) => {
    const whole = json([GOOD]);
    return { name: `cut at ${step}`, body: whole.slice(0, Math.floor((step * whole.length) / 40)) };
  }),
  ...BAD_ITEMS.map(([name, item]) => ({ name: `nothing but ${name}`, body: json([item]) })),
];

/** Bodies with one usable item. The search must return it. */
export const ODD_BUT_USABLE_BODIES: readonly HostileBody[] = [
  ...BAD_ITEMS.map(([name, item]) => ({
    name: `${name} and a good one`,
    body: json([item, GOOD]),
  })),
  ...ODD_FIELDS.map(([name, fields]) => ({ name, body: json([{ ...GOOD, ...fields }]) })),
  ...ODD_BODIES.map(named),
];
