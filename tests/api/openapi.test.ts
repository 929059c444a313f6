import { readFileSync } from "node:fs";
import { Validator } from "@seriousme/openapi-schema-validator";
import { beforeAll, describe, expect, test } from "vitest";
import { ERRORS, type ErrorCode, errorRow } from "@/lib/contract/errors";
import { interfaceFailure } from "@/lib/platform/http";
import {
  API_FAILURES,
  fieldsOf,
  type openApiDocument,
  openApiEndpoint,
} from "@/lib/service/api/openapi";
import { NAMED_SCHEMAS } from "@/lib/service/api/schemas";
import { ask } from "@/tests/support/requests/ask";
import { applicationOf } from "@/tests/support/servers/application";

type Document = ReturnType<typeof openApiDocument>;

let served: Document;
beforeAll(async () => {
  const response = await ask(
    applicationOf([openApiEndpoint("http://gallery.example")]),
    "/v1/openapi.json",
  );
  expect(response.headers.get("content-type")).toBe("application/json");
  served = await response.json();
});

test("a public validator accepts the document as OpenAPI 3.1", async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(structuredClone(served));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  expect(validator.version).toBe("3.1");
  expect(served.info.version).toBe(JSON.parse(readFileSync("package.json", "utf8")).version);
});

test("every reference resolves to a component", () => {
  const references = [...JSON.stringify(served).matchAll(/"\$ref":"#([^"]+)"/g)];
  expect(references.length).toBeGreaterThan(20);
  for (const [, path = ""] of references) {
    const target = path
      .slice(1)
      .split("/")
      .reduce((at: unknown, name) => (at as Record<string, unknown>)[name], served);
    expect([path, typeof target]).toEqual([path, "object"]);
  }
});

describe("the parameters of a search", () => {
  test("are the interface's, with types, defaults and ranges", () => {
    const parameters = served.paths["/v1/search"].get.parameters.map(
      ({ name, required, schema }) => ({ name, required, ...schema }),
    );
    expect(parameters).toMatchObject([
      { name: "q", required: true, type: "string", minLength: 1, maxLength: 200 },
      { name: "count", required: false, type: "integer", default: 24, minimum: 1, maximum: 100 },
      { name: "safesearch", enum: ["strict", "moderate"], default: "strict" },
      { name: "transparent", type: "boolean", default: false },
      { name: "site", required: false, type: "string", format: "hostname" },
    ]);
  });
});

test("every field has a description", () => {
  for (const name of Object.keys(NAMED_SCHEMAS) as (keyof typeof NAMED_SCHEMAS)[]) {
    for (const [field, { description }] of fieldsOf(name)) {
      expect([name, field, description]).toEqual([name, field, expect.stringMatching(/\.$/)]);
    }
  }
});

test("the documented errors are exactly the errors of the API", () => {
  const codes = Object.keys(ERRORS).filter((code) => code.startsWith("api_"));
  expect(codes.filter((code) => !API_FAILURES.some((each) => each === code))).toEqual([]);
  const { responses } = served.paths["/v1/search"].get;
  const ofSearch = API_FAILURES.filter((code) => /^(?:all|search)$/.test(errorRow(code).v1 ?? ""));
  const statuses = new Set(ofSearch.map((code) => String(ERRORS[code].status)));
  expect(new Set(Object.keys(responses))).toEqual(new Set(["200", "default", ...statuses]));
});

test("the type of every problem is described in the API docs, or is about:blank", async () => {
  const typeOf = async (code: ErrorCode) => {
    const failure = { status: 400, code, title: "", text: "-", headers: {} };
    const accept = "application/problem+json";
    return (await interfaceFailure({ ...failure, accept }).json()).type;
  };
  for (const code of Object.keys(ERRORS) as ErrorCode[]) {
    const isDescribed = API_FAILURES.includes(code);
    expect([code, await typeOf(code)]).toEqual([
      code,
      isDescribed ? `/v1/docs#${code}` : "about:blank",
    ]);
  }
  const headers = { accept: "application/problem+json" };
  const response = await ask(applicationOf([]), "/v1/nothing", { headers });
  expect([response.status, (await response.json()).type]).toEqual([404, "/v1/docs#not_found"]);
});

test("responses may get further fields, requests may not have others", () => {
  const { schemas } = served.components;
  expect(JSON.stringify(schemas)).not.toContain("additionalProperties");
});
