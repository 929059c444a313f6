import pino from "pino";
import { expect, test } from "vitest";
import { storedErrorCode, toServiceError } from "@/lib/gallery/service-error";

const FAILED = { status: 500, statusText: "", retryAfter: null };

test("the service's text is for the visitor, and stays out of the log", () => {
  const body = { error: "No index for 'my secret hobby'." };
  const error = toServiceError({ ...FAILED, body }, (text) => text);
  expect(error.serviceSaid).toBe("No index for 'my secret hobby'.");
  const lines: string[] = [];
  pino({ base: null }, { write: (line) => void lines.push(line) }).warn({ err: error });
  expect(lines.join("")).toContain("status 500");
  expect(lines.join("")).not.toContain("secret hobby");
});

test("Retry-After is kept even for failures that are not limits", () => {
  const answer = { ...FAILED, status: 503, retryAfter: "7", body: undefined };
  expect(toServiceError(answer, (text) => text)).toMatchObject({
    code: "service_failed",
    retryAfterSeconds: 7,
  });
});

test.each([
  ["service_timeout", "service_timeout"],
  ["brand_new", "service_failed"],
  ["constructor", "service_failed"],
  ["__proto__", "service_failed"],
])("the stored code %s is read as %s", (stored, code) => {
  expect(storedErrorCode(stored)).toBe(code);
});
