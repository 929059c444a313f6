import { expect, test } from "vitest";
import { createKeyConcealer } from "@/lib/gallery/conceal-key";

const KEY = "sk_live.a+b/c=d*e(f)[g]$h";
const { conceal, isIn } = createKeyConcealer(KEY);

test.each([
  ["as it is", KEY],
  ["in capitals", KEY.toUpperCase()],
  ["URL-encoded", encodeURIComponent(KEY)],
  ["as hex", Buffer.from(KEY).toString("hex")],
  ["as base64", Buffer.from(KEY).toString("base64")],
  ["as base64url", Buffer.from(KEY).toString("base64url")],
  ["after one byte, as base64", Buffer.from(`:${KEY}`).toString("base64")],
  ["after two bytes, as base64", Buffer.from(`::${KEY}!`).toString("base64")],
])("the key is found %s, within other text", (_form, spelling) => {
  const text = `before ${spelling} after`;
  expect(isIn(text)).toBe(true);
  expect(conceal(text)).toMatch(/^before .*\[key\].* after$/);
  expect(conceal(text)).not.toContain(spelling);
  expect(isIn(conceal(text))).toBe(false);
});

test("every occurrence is removed", () => {
  expect(conceal(`${KEY} ${KEY}`)).toBe("[key] [key]");
});

test("other text is unchanged, and the function is idempotent", () => {
  expect(conceal("Invalid key.")).toBe("Invalid key.");
  expect([isIn(`x${KEY}`), isIn(`x${KEY}`), isIn("x"), isIn(`x${KEY}`)]).toEqual([
    true,
    true,
    false,
    true,
  ]);
});

test("a key that is too short hides text, but drops no items", () => {
  const short = createKeyConcealer("key");
  expect(short.conceal("Invalid key.")).toBe("Invalid [key].");
  expect(short.isIn("monkey")).toBe(false);
});
