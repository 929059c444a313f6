import { expect, test } from "vitest";
import { ERRORS, type ErrorCode } from "@/lib/contract/errors";
import { failureText } from "@/lib/messages/failure-text";
import { AppError } from "@/lib/platform/errors";
import { handle } from "@/lib/platform/http";

const request = new Request("http://localhost/anything");
const failing = (cause: unknown) => async () => {
  throw cause;
};

test.each(Object.keys(ERRORS) as ErrorCode[])(
  "%s leaves with its row of the table",
  async (code) => {
    const response = await handle(failing(new AppError(code, "internal words")))(request);
    const body = await response.text();
    expect(response.status).toBe(ERRORS[code].status);
    expect(JSON.parse(body).error).toMatchObject({ code, message: failureText(code).message });
    expect(body).not.toContain("internal words");
    expect(response.headers.get("cache-control")).toBe("no-store");
  },
);

test("the text of an unexpected exception is not sent", async () => {
  const response = await handle(failing(new TypeError("secret-host refused")))(request);
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain("secret-host");
});

test("the request's id is in the body and in the header", async () => {
  const response = await handle(failing(new AppError("internal", "")))(request);
  const { error } = await response.json();
  expect(error.requestId).toMatch(/^[0-9a-f-]{36}$/);
  expect(response.headers.get("x-request-id")).toBe(error.requestId);
});

test("Retry-After is in the header and in the body", async () => {
  const error = new AppError("service_rate_limited", "", { retryAfterSeconds: 7 });
  const response = await handle(failing(error))(request);
  expect(response.headers.get("retry-after")).toBe("7");
  expect((await response.json()).error.retryAfterSeconds).toBe(7);
});

test.each([
  [{}, "GET"],
  [{ allow: ["GET", "HEAD"] }, "GET, HEAD"],
])("the response to an unsupported method lists the supported ones: %o", async (options, allow) => {
  const error = new AppError("method_not_allowed", "", options);
  const response = await handle(failing(error))(request);
  expect(response.headers.get("allow")).toBe(allow);
});

test("the interface's dialect is one string, with every problem in it", async () => {
  const problems = [
    { path: "q", code: "missing_q" },
    { path: "count", code: "invalid_count", params: { max: 100 } },
  ] as const;
  const error = new AppError("invalid_query", "", { problems });
  const response = await handle(failing(error), { dialect: "interface" })(request);
  expect(await response.json()).toEqual({
    error: "The search text is missing. Count must be a whole number from 1 to 100.",
  });
});
