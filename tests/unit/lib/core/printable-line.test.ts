import { expect, test } from "vitest";
import { printableLine } from "@/lib/core/printable-line";

test("what would steer a terminal is shown, not obeyed", () => {
  expect(printableLine("a\u001b[2Jb\nc\u009bd\u202ee\u2028f")).toBe(
    "a\\x1b[2Jb\\x0ac\\x9bd\\u202ee\\u2028f",
  );
  expect(printableLine("\u{e0041}")).toBe("\\u{e0041}");
});

test("names as people write them stay as they are", () => {
  const name = "Ölbilder/日本 👩‍🚀 – été.jpg";
  expect(printableLine(name)).toBe(name);
});
