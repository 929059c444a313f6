import { expect, test } from "vitest";
import { printableLine } from "@/lib/programs/printable-line";

test("terminal control characters are escaped", () => {
  expect(printableLine("a\u001b[2Jb\nc\u009bd\u202ee\u2028f")).toBe(
    "a\\x1b[2Jb\\x0ac\\x9bd\\u202ee\\u2028f",
  );
  expect(printableLine("\u{e0041}")).toBe("\\u{e0041}");
});

test("ordinary names are unchanged", () => {
  const name = "Ölbilder/日本 👩‍🚀 – été.jpg";
  expect(printableLine(name)).toBe(name);
});
