import { expect, test } from "vitest";
import { suggestionsEndpoint } from "@/lib/gallery/suggestions-endpoint";
import { ask } from "@/tests/support/requests/ask";
import { applicationOf } from "@/tests/support/servers/application";
import { serviceOfTest } from "@/tests/support/servers/embedded-service";

const post = (
  suggest: Parameters<typeof suggestionsEndpoint>[0],
  q: string,
  headers: Record<string, string> = {},
) =>
  ask(applicationOf([suggestionsEndpoint(suggest)]), "/api/suggestions", {
    fields: [["q", q]],
    headers,
  });

test("the words and names of the library complete a text", async () => {
  const response = await post(serviceOfTest().suggest, "a red lightho");
  const texts = (await response.json()) as string[];
  expect(texts[0]).toBe("a red lighthouse");
  expect(response.headers.get("cache-control")).toContain("no-store");
});

test("a service without words of its own suggests nothing, nor does a text that is too long", async () => {
  expect(await (await post(null, "sea")).json()).toEqual([]);
  expect(await (await post(serviceOfTest().suggest, "sea ".repeat(500))).json()).toEqual([]);
});

test("another site's page learns nothing", async () => {
  const response = await post(serviceOfTest().suggest, "sea", {
    origin: "http://elsewhere.example",
  });
  expect(response.status).toBe(403);
});
