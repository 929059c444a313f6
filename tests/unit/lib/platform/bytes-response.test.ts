import { expect, test } from "vitest";
import { BytesResponse } from "@/lib/platform/bytes-response";

const HEADERS = { "content-type": "text/plain", etag: '"one"' };

test("reads like a standard response", async () => {
  const create = () => new BytesResponse("sea", { status: 404, headers: HEADERS });
  const response = create();
  expect(response).toBeInstanceOf(Response);
  expect([response.status, response.ok, response.bodyUsed]).toEqual([404, false, false]);
  expect(Object.fromEntries(response.headers)).toEqual({ ...HEADERS, "content-length": "3" });
  expect(await new Response(response.body).text()).toBe("sea");
  expect(response.bodyUsed).toBe(true);
  expect(await create().text()).toBe("sea");
  expect(Buffer.from(await create().arrayBuffer()).toString()).toBe("sea");
  expect((await create().blob()).size).toBe(3);
});

test("a value is sent as JSON", async () => {
  const response = BytesResponse.of({ q: "é" }, { headers: { "cache-control": "no-store" } });
  expect(response.fields()).toEqual([
    ...["content-type", "application/json"],
    ...["cache-control", "no-store"],
    ...["content-length", String(Buffer.byteLength('{"q":"é"}'))],
  ]);
  expect(await response.json()).toEqual({ q: "é" });
});

test("headers set in either way are sent", () => {
  const response = new BytesResponse("sea", { headers: HEADERS });
  response.setField("vary", "accept");
  response.headers.set("etag", '"two"');
  response.setField("x-request-id", "1");
  const sent = { etag: '"two"', vary: "accept", "x-request-id": "1" };
  expect(Object.fromEntries(new Headers(toPairs(response.fields())))).toMatchObject(sent);
  expect(response.headers.get("x-request-id")).toBe("1");
});

/** Converts alternating names and values to pairs. */
function toPairs(fields: readonly string[]): [string, string][] {
  return fields.flatMap((name, i) => (i % 2 === 0 ? [[name, fields[i + 1] ?? ""]] : []));
}
