import { describe, expect, test } from "vitest";
import { statusOf } from "@/tests/support/requests/raw-request";
import {
  frontDoorOfFile,
  headLines,
  rawRequest,
  rawTarget,
} from "@/tests/support/servers/front-door-of-file";

const { ask, attempt, visits } = frontDoorOfFile();

describe("an API answers in its own form", () => {
  const bodyOf = (answer: string) => JSON.parse(answer.split("\r\n\r\n")[1] ?? "");

  test.each(["/v1", "/v1/", "/v1/search/", "/V1/search", "/v2/search", "/v1?q=sea", "/v10/x"])(
    "404: %s",
    async (path) => {
      const { status, headers, body } = await ask(path);
      expect(status).toBe(404);
      expect(headers["content-type"]).toBe("application/json");
      expect(JSON.parse(body.toString())).toEqual({ error: expect.any(String) });
      expect(visits).toEqual([]);
    },
  );

  test.each(["/api", "/api/", "/api/search/", "/API/search", "/api/nothing"])(
    "404: %s",
    async (path) => {
      const { status, body } = await ask(path);
      expect(status).toBe(404);
      expect(JSON.parse(body.toString())).toMatchObject({ error: { code: "not_found" } });
      expect(visits).toEqual([]);
    },
  );

  test.each([
    ["TRACE", 400, rawRequest({ target: "/v1/search", method: "TRACE" })],
    ["an unknown method", 400, rawRequest({ target: "/v1/search", method: "SEARCHING" })],
    ["a head that is too long", 431, rawRequest({ target: "/v1/search", lines: headLines(300) })],
    [
      "a head that Node refuses",
      431,
      rawRequest({ target: "/v1/search", lines: [`A: ${"a".repeat(20_000)}`] }),
    ],
  ])("%s", async (_, status, request) => {
    const answer = await attempt(request);
    expect(statusOf(answer)).toBe(status);
    expect(answer).toMatch(/^content-type: application\/json\r$/im);
    expect(bodyOf(answer)).toEqual({ error: expect.any(String) });
  });

  test("a path that normalises out of an API is not part of it", async () => {
    await attempt(rawTarget("/api/%2e%2e/thumb/a/320"));
    await attempt(rawTarget("/v1/../about"));
    expect(visits.map(({ to }) => to)).toEqual(["page", "page"]);
  });

  test("a page's refusal is plain text", async () => {
    const answer = await attempt(rawRequest({ method: "TRACE" }));
    expect(answer).toMatch(/^content-type: text\/plain/im);
    expect(answer).toContain("read the request");
  });
});
