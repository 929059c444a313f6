import { expect, test } from "vitest";
import { parseJson } from "@/lib/protocol/parse-json";

const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

test("a leading byte order mark is ignored", () => {
  expect(parseJson('\uFEFF{"a":1}')).toEqual({ isJson: true, value: { a: 1 } });
});

test.each(["", " ", "{", "<html>", "undefined", "{'a':1}", "[1,]", "NaN", "\uFEFF\uFEFF1"])(
  "%j is not JSON",
  (text) => {
    expect(parseJson(text)).toEqual({ isJson: false, problem: "not JSON" });
  },
);

test("nesting is limited to fifty levels", () => {
  expect(parseJson(nested(50)).isJson).toBe(true);
  expect(parseJson(nested(51)).isJson).toBe(false);
  expect(parseJson(`{"a":${nested(50)}}`).isJson).toBe(false);
});

test("siblings do not count as depth", () => {
  expect(parseJson(`[${Array(1000).fill("[[]]").join(",")}]`).isJson).toBe(true);
});

test("brackets in strings do not count as depth, however the string is escaped", () => {
  const value = { text: `\\"${"[{".repeat(100)}\\`, other: '"' };
  expect(parseJson(JSON.stringify(value))).toEqual({ isJson: true, value });
});

test("two million brackets are refused without being parsed", () => {
  expect(parseJson("[".repeat(2_000_000))).toEqual({
    isJson: false,
    problem: "JSON nested deeper than 50",
  });
});
