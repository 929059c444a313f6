import "server-only";
import { z } from "zod";
import { type AnyErrorCode, ERRORS, type ErrorRow, errorRow } from "@/lib/contract/errors";
import { QUERY_CHARACTERS_MAX } from "@/lib/contract/search-query";
import { apiFailureText } from "@/lib/messages/api-failure-text";
import { openapiMessages } from "@/lib/messages/compiled/openapi";
import { BytesResponse } from "@/lib/platform/bytes-response";
import { VERSION } from "@/lib/platform/version";
import { FILTERS, type FilterRow, SEARCH_PARAMETER_NAMES } from "@/lib/protocol/search-parameters";
import { type Endpoint, FILE } from "@/lib/web/route";
import { codeSamples, SAMPLE_GRANT, SAMPLE_USAGE, sampleAnswer } from "./code-samples";
import { NAMED_SCHEMAS } from "./schemas";

type Json = Record<string, unknown>;
type Field = Json & { type?: string; default?: unknown; enum?: unknown[]; description: string };

/** Every error of `/v1`. Only a search has limits, and only a search can exceed a plan. */
export const API_FAILURES = failuresOf("all", "search", "grant", "none");

/** GET /v1/openapi.json: the OpenAPI 3.1 document of `/v1`. */
export function openApiEndpoint(publicUrl: string): Endpoint {
  let bytes: Uint8Array<ArrayBuffer> | undefined;
  return {
    ...FILE,
    path: "/v1/openapi.json",
    errorForm: "interface",
    handler: async () => {
      bytes ??= BytesResponse.of(openApiDocument(publicUrl)).content;
      return new BytesResponse(bytes, {
        headers: { "content-type": "application/json", "cache-control": "public, max-age=300" },
      });
    },
  };
}

/** Creates the document from the schemas that validate requests and type the responses. */
export function openApiDocument(publicUrl: string) {
  const headers = { "X-Request-Id": { $ref: "#/components/headers/RequestId" } };
  const limits = {
    RateLimit: { $ref: "#/components/headers/RateLimit" },
    "RateLimit-Policy": { $ref: "#/components/headers/RateLimitPolicy" },
  };
  return {
    openapi: "3.1.0",
    info: {
      title: openapiMessages("title"),
      description: openapiMessages("description"),
      version: VERSION,
    },
    servers: [{ url: publicUrl }],
    externalDocs: { url: `${publicUrl}/v1/docs` },
    security: [{ keyInHeader: [] }, { bearerKey: [] }],
    paths: {
      "/v1/search": {
        get: {
          operationId: "search",
          summary: openapiMessages("operation.search"),
          description: openapiMessages("operation.search.text"),
          parameters: searchParameters().map(({ name, isRequired, schema }) => ({
            name,
            in: "query",
            required: isRequired,
            description: schema.description,
            schema: withoutDescription(schema),
          })),
          responses: {
            200: success("SearchResponse", { ...headers, ...limits }, sampleAnswer(publicUrl)),
            ...failures(failuresOf("all", "search"), headers, limits),
          },
          "x-codeSamples": codeSamples(publicUrl),
        },
      },
      "/v1/usage": {
        get: {
          operationId: "usage",
          summary: openapiMessages("operation.usage"),
          description: openapiMessages("operation.usage.text"),
          responses: {
            200: success("UsageResponse", headers, SAMPLE_USAGE),
            ...failures(failuresOf("all"), headers, limits),
          },
        },
      },
      "/v1/picker-grants": {
        post: {
          operationId: "grantPicker",
          summary: openapiMessages("operation.grantPicker"),
          description: openapiMessages("operation.grantPicker.text"),
          requestBody: {
            required: true,
            content: {
              "application/json": {
                schema: { $ref: "#/components/schemas/PickerGrantRequest" },
                example: { origin: "https://cms.example.com" },
              },
            },
          },
          responses: {
            200: success("PickerGrant", headers, SAMPLE_GRANT),
            ...failures(failuresOf("all", "grant"), headers, limits),
          },
        },
      },
    },
    components: {
      securitySchemes: {
        keyInHeader: {
          type: "apiKey",
          in: "header",
          name: "X-API-Key",
          description: openapiMessages("key"),
        },
        bearerKey: { type: "http", scheme: "bearer", description: openapiMessages("key") },
      },
      headers: {
        RateLimit: header("rateLimit", "string"),
        RateLimitPolicy: header("rateLimitPolicy", "string"),
        RetryAfter: header("retryAfter", "integer"),
        RequestId: header("requestId", "string"),
      },
      schemas: namedSchemas(),
    },
  };
}

/** Returns the parameters of a search from the document: types, ranges, defaults, descriptions. */
export function searchParameters(): { name: string; isRequired: boolean; schema: Field }[] {
  const text = { type: "string", minLength: 1, maxLength: QUERY_CHARACTERS_MAX };
  return SEARCH_PARAMETER_NAMES.map((name) => ({
    name,
    isRequired: name === "q",
    schema: {
      ...(name === "q" ? { ...text, examples: ["lighthouse"] } : schemaOf(FILTERS[name])),
      description: openapiMessages(`SearchParameters.${name}`),
    },
  }));
}

function schemaOf(filter: FilterRow): Json {
  const byDefault = filter.default !== null && { default: filter.default };
  switch (filter.kind) {
    case "number":
      return { ...byDefault, type: "integer", minimum: 1, maximum: filter.max };
    case "choice":
      return { ...byDefault, type: "string", enum: [...filter.values] };
    case "flag":
      return { ...byDefault, type: "boolean" };
    case "host":
      return { type: "string", format: "hostname", examples: ["photos.example.com"] };
  }
}

/** Returns the fields of a named schema, with their descriptions. */
export function fieldsOf(name: keyof typeof NAMED_SCHEMAS): [string, Field][] {
  return Object.entries(namedSchemas()[name]?.properties ?? {});
}

function namedSchemas(): Record<string, Json & { properties: Record<string, Field> }> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(NAMED_SCHEMAS)) registry.add(schema, { id });
  const uri = (id: string) => `#/components/schemas/${id}`;
  // As for inputs: without `additionalProperties: false`.
  const { schemas } = z.toJSONSchema(registry, { uri, io: "input" });
  const entries = Object.entries(schemas).map(([name, schema]) => {
    const { $id: _id, $schema: _schema, ...content } = schema as Json;
    return [name, described(name, content)] as const;
  });
  return Object.fromEntries(entries);
}

/** Adds descriptions, which are messages, to the properties of an object schema. */
function described(name: string, schema: Json): Json & { properties: Record<string, Field> } {
  const properties = Object.entries(schema.properties as Record<string, Json>).map(
    ([field, property]) => {
      const key = `${name}.${field}` as Parameters<typeof openapiMessages>[0];
      return [field, { ...property, description: openapiMessages(key) }] as const;
    },
  );
  return { ...schema, properties: Object.fromEntries(properties) };
}

function withoutDescription({ description: _description, ...schema }: Field): Json {
  return schema;
}

function header(name: "rateLimit" | "rateLimitPolicy" | "retryAfter" | "requestId", type: string) {
  return { description: openapiMessages(`header.${name}`), schema: { type } };
}

function failuresOf(...operations: ErrorRow["v1"][]): AnyErrorCode[] {
  const codes = Object.keys(ERRORS) as AnyErrorCode[];
  return codes.filter((code) => {
    const { v1 } = errorRow(code);
    return v1 !== undefined && operations.includes(v1);
  });
}

function success(name: keyof typeof NAMED_SCHEMAS, headers: Json, example: Json) {
  const schema = { $ref: `#/components/schemas/${name}` };
  return {
    description: openapiMessages("answer"),
    headers,
    content: { "application/json": { schema, example } },
  };
}

/** Returns one response for each status of these errors. */
function failures(codes: readonly AnyErrorCode[], headers: Json, limits: Json): Json {
  const byStatus = new Map<number, AnyErrorCode[]>();
  for (const code of codes) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const retryAfter = { "Retry-After": { $ref: "#/components/headers/RetryAfter" } };
  const entries = [...byStatus].map(([status, ofStatus]) => [
    status,
    {
      description: ofStatus.map((code) => apiFailureText(code).message).join(" "),
      headers: {
        ...headers,
        ...(status === 429 && limits),
        ...((status === 429 || status === 503) && retryAfter),
      },
      content: failureContent(ofStatus),
    },
  ]);
  const description = openapiMessages("anyFailure");
  return {
    ...Object.fromEntries(entries),
    default: { description, headers, content: failureContent([]) },
  };
}

/** Returns the two types of an error's body, with an example of each of these errors. */
function failureContent(codes: readonly AnyErrorCode[]): Json {
  const contentOf = (schema: "Failure" | "Problem", exampleOf: (code: AnyErrorCode) => Json) => ({
    schema: { $ref: `#/components/schemas/${schema}` },
    ...(codes.length > 0 && {
      examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }])),
    }),
  });
  return {
    "application/json": contentOf("Failure", (code) => ({ error: apiFailureText(code).message })),
    "application/problem+json": contentOf("Problem", (code) => {
      const { title, message } = apiFailureText(code);
      const { status } = ERRORS[code];
      return { type: `/v1/docs#${code}`, title, status, detail: message, error: message };
    }),
  };
}
