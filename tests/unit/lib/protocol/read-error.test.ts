import { expect, test } from "vitest";
import { readError } from "@/lib/protocol/read-failure";

test("the body's error takes precedence", () => {
  const body = { error: "Index is rebuilding." };
  expect(readError({ status: 500, statusText: "Oops", body })).toBe("Index is rebuilding.");
});

test.each([
  undefined,
  null,
  "text",
  7,
  [],
  {},
  { error: 7 },
  { error: null },
  { error: " \n\u0000" },
])("with a body of %j the status text speaks", (body) => {
  expect(readError({ status: 500, statusText: "Oops", body })).toBe("Oops");
});

test("without a status text, the standard text is used", () => {
  expect(readError({ status: 503, statusText: "", body: undefined })).toBe("Service Unavailable");
  expect(readError({ status: 599, statusText: " ", body: undefined })).toBe("Status 599");
});

test("the text is cut after 300 characters, but only after secrets are removed", () => {
  const body = { error: `${"x".repeat(296)} sesame and more` };
  const conceal = (text: string) => text.replaceAll("sesame", "***");
  expect(readError({ status: 500, statusText: "", body }, conceal)).toBe(`${"x".repeat(296)} ***`);
});
