import fc from "fast-check";
import { expect, test } from "vitest";
import { createProofSigner, type ProofFields } from "@/lib/gallery/proof-signer";

const OLD = "the first key of this server, of 32 bytes or more";
const NEW = "the second key of this server, of 32 bytes or more";
const IMAGE: ProofFields = {
  imageUrl: "https://pictures.example/a.jpg?x=1",
  hostUrl: "https://pictures.example/page",
  width: 640,
  height: 480,
};

const withKeys = (...keys: string[]) => createProofSigner(() => keys);

const aField = fc.oneof(fc.webUrl(), fc.constantFrom("", '"', '","', "null", "\ud800"));
const anImage = fc.record({
  imageUrl: aField,
  hostUrl: fc.option(aField),
  width: fc.option(fc.integer({ min: 1 })),
  height: fc.option(fc.integer({ min: 1 })),
});

test("a reference is valid for its own image only", () => {
  const references = withKeys(OLD);
  fc.assert(
    fc.property(anImage, anImage, (one, other) => {
      const reference = references.sign(one);
      expect(references.isValid(reference, one)).toBe(true);
      const isSame = JSON.stringify(one) === JSON.stringify(other);
      expect(references.isValid(reference, other)).toBe(isSame);
    }),
  );
});

test("the first key signs, and every key of the ring is accepted", () => {
  const old = withKeys(OLD).sign(IMAGE);
  const rotated = withKeys(NEW, OLD);
  expect(rotated.isValid(old, IMAGE)).toBe(true);
  const again = rotated.sign(IMAGE);
  expect(again).not.toBe(old);
  expect(withKeys(NEW).isValid(again, IMAGE)).toBe(true);
  expect(withKeys(NEW).isValid(old, IMAGE)).toBe(false);
});

const good = withKeys(OLD).sign(IMAGE);

test("a reference with a flipped bit is never accepted", () => {
  const references = withKeys(OLD);
  const bytes = Buffer.from(good, "latin1");
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const flipped = Buffer.from(bytes);
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(references.isValid(flipped.toString("latin1"), IMAGE)).toBe(false);
  }
});

test.each([
  "",
  ".",
  good.slice(0, -1),
  `${good}A`,
  `${good}\n`,
  ` ${good}`,
  good.toUpperCase(),
  good.replace(".", ""),
  good.replace(/^.{8}/, "00000000"),
])("%j is refused", (reference) => {
  expect(withKeys(OLD).isValid(reference, IMAGE)).toBe(false);
});

test("unreadable keys are read again", () => {
  let isBroken = true;
  const references = createProofSigner(() => {
    if (isBroken) throw new Error("the disk is full");
    return [OLD];
  });
  expect(() => references.sign(IMAGE)).toThrow("the disk is full");
  isBroken = false;
  expect(references.sign(IMAGE)).toBe(good);
});
