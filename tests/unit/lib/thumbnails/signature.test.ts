import fc from "fast-check";
import { expect, test } from "vitest";
import { THUMBNAIL_WIDTHS_PX } from "@/lib/core/image/thumbnail-width";
import {
  canonicalMessage,
  createSigner,
  type SignedFields,
  storedThumbnailId,
} from "@/lib/thumbnails/signature";

const KEY = "first key, thirty-two bytes or more";
const OTHER = "second key, thirty-two bytes or more";
const DAY_MS = 86_400_000;
const NOW = 20_000 * DAY_MS + 3_600_000;
const SOURCE = "https://pictures.example/a/b.jpg?x=1&y=%20";

const at = (nowMs: number, keys = [KEY]) => createSigner(keys, { clock: () => nowMs });
const pathOf = (signer: ReturnType<typeof createSigner>, source = SOURCE) =>
  `${signer.sign(source, 320, 320).path}320`;
const url = pathOf(at(NOW));
const parts = url.split("/");

/**
 * Returns the URL with one part replaced: 2 key id, 3 day, 4 widths, 5 signature, 6 source, 7
 * width.
 */
function withPart(index: number, value: string): string {
  return parts.with(index, value).join("/");
}

test("a signed URL is read back as it was signed", () => {
  expect(at(NOW).verify(url)).toEqual({ source: SOURCE, widthPx: 320, expiryDay: 20_007 });
});

test("a page's widths share one signature, and each is read back correctly", () => {
  const { path, widthsPx } = at(NOW).sign(SOURCE, 240, 640);
  expect(widthsPx).toEqual([240, 320, 480, 640]);
  expect(widthsPx.map((px) => at(NOW).verify(`${path}${px}`)?.widthPx)).toEqual(widthsPx);
});

test.each([
  ["narrower than", 160],
  ["wider than", 960],
])("a listed width that is %s those that were signed is refused", (_what, widthPx) => {
  const { path } = at(NOW).sign(SOURCE, 240, 640);
  expect(at(NOW).verify(`${path}${widthPx}`)).toBeNull();
});

test("none of 10,000 flipped bits is accepted", () => {
  const signer = at(NOW);
  const bytes = Buffer.from(url, "latin1");
  let accepted = 0;
  for (let round = 0; round < 10_000; round += 1) {
    const bit = round % (bytes.length * 8);
    const flipped = Buffer.from(bytes);
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    // In the second round, a second bit is flipped too.
    if (round >= bytes.length * 8) {
      const second = (round * 7_919) % (bytes.length * 8);
      if (second === bit) continue;
      flipped[second >> 3] = (flipped[second >> 3] ?? 0) ^ (1 << (second & 7));
    }
    if (signer.verify(flipped.toString("latin1")) !== null) accepted += 1;
  }
  expect(accepted).toBe(0);
});

const aKeyId = fc.stringMatching(/^[0-9a-f]{1,8}$/);
const aTuple = fc.record({
  source: fc.webUrl(),
  narrowestPx: fc.constantFrom(...THUMBNAIL_WIDTHS_PX),
  widestPx: fc.constantFrom(...THUMBNAIL_WIDTHS_PX),
  expiryDay: fc.integer({ min: 1, max: 99_999 }),
});

test("different tuples never give the same message", () => {
  fc.assert(
    fc.property(aKeyId, aTuple, aKeyId, aTuple, (keyA, a, keyB, b) => {
      const isSame = keyA === keyB && JSON.stringify(a) === JSON.stringify(b);
      expect(canonicalMessage(keyA, a).equals(canonicalMessage(keyB, b))).toBe(isSame);
    }),
    { numRuns: 2_000 },
  );
});

test("moving text from one field into the next changes the message", () => {
  const tuple: SignedFields = {
    source: "320inside",
    narrowestPx: 320,
    widestPx: 320,
    expiryDay: 1,
  };
  const messages = [
    canonicalMessage("ab", { ...tuple, source: "c320" }),
    canonicalMessage("abc", { ...tuple, source: "320" }),
    canonicalMessage("a", { ...tuple, source: "bc320" }),
    canonicalMessage("", { ...tuple, source: "abc320" }),
  ].map((message) => message.toString("hex"));
  expect(new Set(messages).size).toBe(4);
});

const signature = parts[5] ?? "";
const encoded = parts[6] ?? "";
test.each([
  ["no signature", withPart(5, "")],
  ["a shorter signature", withPart(5, signature.slice(0, -1))],
  ["a longer signature", withPart(5, `${signature}A`)],
  ["an upper-case signature", withPart(5, signature.toUpperCase())],
  ["a padded signature", withPart(5, `${signature}=`)],
  [
    "a percent-encoded signature",
    withPart(5, `%${signature.charCodeAt(0).toString(16)}${signature.slice(1)}`),
  ],
  [
    "the signature a second time before the source",
    `${parts.slice(0, 6).join("/")}/${signature}/${encoded}/320`,
  ],
  [
    "the signature inside the source",
    withPart(6, `${encoded.slice(0, 4)}${signature}${encoded.slice(4)}`),
  ],
  ["a source spelled with padding", withPart(6, `${encoded}=`)],
  ["a source in the other base64", withPart(6, Buffer.from(SOURCE).toString("base64"))],
  ["another source", withPart(6, Buffer.from("https://evil.example/").toString("base64url"))],
  [
    "the same source spelled otherwise",
    withPart(6, Buffer.from(SOURCE.replace("%20", "+")).toString("base64url")),
  ],
  ["another width from the list", withPart(7, "640")],
  ["a width that is not in the list", withPart(7, "321")],
  ["a width with a leading zero", withPart(7, "0320")],
  ["a width with a sign", withPart(7, "+320")],
  ["no width", withPart(7, "")],
  ["more widths", withPart(4, "160-320")],
  ["more widths, and one of them", withPart(4, "320-640").replace(/320$/, "640")],
  ["widths that are not in the list", withPart(4, "321-321")],
  ["one width where two are due", withPart(4, "320")],
  ["a later day", withPart(3, "20008")],
  ["another key id", withPart(2, "00000000")],
  ["a key id in capitals", withPart(2, (parts[2] ?? "").toUpperCase().replace(/^(.)/, "F"))],
  ["two slashes", url.replace("/thumb/", "/thumb//")],
  ["a slash at the end", `${url}/`],
  ["a query", `${url}?width=640`],
  ["a NUL at the end", `${url}\0`],
  ["a line feed at the end", `${url}\n`],
  ["nothing at all", ""],
])("%s is refused", (_what, forged) => {
  expect(at(NOW).verify(forged)).toBeNull();
});

test("base64 with different spare bits decodes to the same source but is refused", () => {
  // 41 bytes leave two spare bits in the last character.
  const source = "https://pictures.example/0123456789.jpg?a";
  const good = pathOf(at(NOW), source);
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const last = alphabet.indexOf(good.at(-5) ?? "");
  const respelled = `${good.slice(0, -5)}${alphabet[last + 1]}/320`;
  const decode = (path: string) => Buffer.from(path.split("/")[6] ?? "", "base64url").toString();
  expect(decode(respelled)).toBe(decode(good));
  expect(at(NOW).verify(good)).not.toBeNull();
  expect(at(NOW).verify(respelled)).toBeNull();
});

test("a URL is valid until the end of its last day, and no longer", () => {
  const endMs = 20_008 * DAY_MS;
  expect(at(endMs - 1).verify(url)).not.toBeNull();
  expect(at(endMs).verify(url)).toBeNull();
});

test("the source in a signed path is read after its last day too, with or without a width", () => {
  const { path } = at(NOW).sign(SOURCE, 240, 640, "page");
  expect(at(NOW).verify(`${path}240`)).toMatchObject({ source: SOURCE, widthPx: 240 });
  const later = at(20_400 * DAY_MS);
  expect(later.verify(`${path}240`)).toBeNull();
  for (const each of [path, `${path}240`, `${path}640`]) {
    expect(later.signedSourceOf(each, "page")).toBe(SOURCE);
  }
  for (const each of [`${path}160`, `${path}/`, path.slice(0, -1), withPart(3, "20008"), "", "/"]) {
    expect(later.signedSourceOf(each, "page")).toBeNull();
  }
  expect(at(NOW, [OTHER]).signedSourceOf(path, "page")).toBeNull();
});

test("a path proves its source only with the text that it was bound to", () => {
  const signer = at(NOW);
  const { path } = signer.sign(SOURCE, 240, 640, "page");
  const unbound = signer.sign(SOURCE, 240, 640).path;
  const other = signer.sign(SOURCE, 240, 640, "other").path;
  const [signature = "", otherSignature = ""] = [path, other].map((each) => each.split("/")[5]);
  const forged = path.replace(signature, signature.slice(0, 24) + otherSignature.slice(24));
  expect(signer.verify(`${forged}240`)).toBeNull();
  for (const [each, boundTo] of [
    [path, "other"],
    [path, ""],
    [unbound, "page"],
    [unbound, ""],
    [path.replace(signature, signature.slice(0, 24)), "page"],
    [forged, "other"],
  ] as const) {
    expect(signer.signedSourceOf(each, boundTo)).toBeNull();
  }
});

test("within one UTC day an image keeps its URL", () => {
  const startMs = 20_000 * DAY_MS;
  expect(pathOf(at(startMs + DAY_MS - 1))).toBe(pathOf(at(startMs)));
  expect(pathOf(at(startMs + DAY_MS))).not.toBe(pathOf(at(startMs)));
});

test("during a key rotation URLs of both keys are valid; afterwards only the new ones", () => {
  const changing = at(NOW, [OTHER, KEY]);
  expect(changing.verify(url)).not.toBeNull();
  const fresh = pathOf(changing);
  expect(at(NOW, [OTHER]).verify(fresh)).not.toBeNull();
  expect(at(NOW, [OTHER]).verify(url)).toBeNull();
});

test("the name of a stored thumbnail contains neither the key nor the expiry", () => {
  const today = at(NOW).verify(url);
  const later = at(NOW + 2 * DAY_MS, [OTHER]);
  const other = later.verify(pathOf(later));
  if (today === null || other === null) throw new Error("both are valid URLs");
  expect(other.expiryDay).not.toBe(today.expiryDay);
  expect(storedThumbnailId(other)).toBe(storedThumbnailId(today));
  expect(storedThumbnailId({ ...today, widthPx: 640 })).not.toBe(storedThumbnailId(today));
});

test.each([
  ["no key", []],
  ["three keys", [KEY, OTHER, `${KEY}3`]],
  ["a key of 31 bytes", ["x".repeat(31)]],
])("%s is refused at the start", (_what, keys) => {
  expect(() => createSigner(keys)).toThrow(RangeError);
});
