import { expect, test } from "vitest";
import { isSameSecret } from "@/lib/platform/is-same-secret";

test("only equal secrets are the same, whatever their lengths and types", () => {
  expect(isSameSecret("a-long-key", "a-long-key")).toBe(true);
  expect(isSameSecret(Buffer.from("a-long-key"), "a-long-key")).toBe(true);
  for (const other of ["", "a-long-ke", "a-long-keyy", "A-long-key", "ключ", "a-long-kéy"]) {
    expect(isSameSecret(other, "a-long-key")).toBe(false);
  }
});
