import { expect, test } from "vitest";
import { ERRORS, type ErrorCode } from "@/lib/contract/errors";
import { apiFailureText } from "@/lib/messages/api-failure-text";
import { failureText, failureTextForPrograms } from "@/lib/messages/failure-text";
import { AppError } from "@/lib/platform/errors";
import { errorResponse, type TextForm } from "@/lib/platform/http";
import { ApiError } from "@/lib/service/api/api-error";

const ID = "0b9ba5a5-9f5a-4f5c-8f0e-5f0a5d6f7a8b";
const responseTo = (cause: unknown, form: TextForm = "gallery") =>
  errorResponse(cause, { requestId: ID }, form);

test.each(Object.keys(ERRORS) as ErrorCode[])(
  "%s is sent as its row of the table says",
  async (code) => {
    const response = responseTo(new AppError(code, "internal words"));
    const body = await response.text();
    expect(response.status).toBe(ERRORS[code].status);
    expect(JSON.parse(body).error).toMatchObject({ code, message: failureTextForPrograms(code) });
    expect(body).not.toContain("internal words");
    expect(response.headers.get("cache-control")).toBe("no-store");
  },
);

test("only the API reports a code that no page can show", async () => {
  // @ts-expect-error -- `failureText` has no text for it
  const ofGallery = new AppError("api_quota_spent", "");
  const { message } = failureText("internal");
  expect(await responseTo(ofGallery).json()).toMatchObject({ error: { message } });
  const ofApi = await responseTo(new ApiError("api_quota_spent", ""), "interface").json();
  expect(ofApi).toMatchObject({ error: apiFailureText("api_quota_spent").message });
});

test("the text of an unexpected exception is not sent", async () => {
  const response = responseTo(new TypeError("secret-host refused"));
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain("secret-host");
});

test("the request's id is in the body", async () => {
  const response = responseTo(new AppError("internal", ""));
  const { error } = await response.json();
  expect(error.requestId).toBe(ID);
});

test("Retry-After is in the header and in the body", async () => {
  const error = new AppError("service_rate_limited", "", { retryAfterSeconds: 7 });
  const response = responseTo(error);
  expect(response.headers.get("retry-after")).toBe("7");
  expect((await response.json()).error.retryAfterSeconds).toBe(7);
});

test("an outage of the database is no bug: 503, and a time for programs to try again", async () => {
  const cause = Object.assign(new Error("PostgreSQL is unreachable"), { isOutage: true });
  const response = responseTo(cause);
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
  expect((await response.json()).error).not.toHaveProperty("retryAfterSeconds");
});

test.each([
  [{}, "GET"],
  [{ allow: ["GET", "HEAD"] }, "GET, HEAD"],
])("the response to an unsupported method lists the supported ones: %o", async (options, allow) => {
  const error = new AppError("method_not_allowed", "", options);
  const response = responseTo(error);
  expect(response.headers.get("allow")).toBe(allow);
});

test("the interface's form is one string with every problem", async () => {
  const problems = [
    { path: "q", code: "missing_q" },
    { path: "count", code: "invalid_count", params: { max: 100 } },
  ] as const;
  const error = new AppError("invalid_query", "", { problems });
  const response = responseTo(error, "interface");
  expect(await response.json()).toEqual({
    error: "q, the search text, is missing. count must be a whole number from 1 to 100.",
  });
});

test("the plain form is one line of text", async () => {
  const response = responseTo(new AppError("key_missing", ""), "plain");
  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(await response.text()).toBe(`${failureText("key_missing").message}\n`);
});
