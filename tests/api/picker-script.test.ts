import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { pickerScriptEndpoints } from "@/lib/picker/script";
import { ask } from "@/tests/support/requests/ask";
import { applicationOf } from "@/tests/support/servers/application";

const application = applicationOf(pickerScriptEndpoints("http://gallery.example"));
const header = (name: string) => (response: Response) => response.headers.get(name);

async function description() {
  const response = await ask(application, "/picker/script.json");
  expect(header("access-control-allow-origin")(response)).toBe("*");
  return (await response.json()) as { version: number; url: string; integrity: string };
}

test("pages of any site may load the module, which is at most 3,000 bytes gzipped", async () => {
  const response = await ask(application, "/picker.js");
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=300",
  });
  expect(gzipSync(await response.arrayBuffer(), { level: 9 }).length).toBeLessThanOrEqual(3_000);
});

test("the description names a URL that never changes, and the hash of what it answers", async () => {
  const { version, url, integrity } = await description();
  expect(version).toBe(1);
  const response = await ask(application, new URL(url).pathname);
  expect(header("cache-control")(response)).toBe("public, max-age=31536000, immutable");
  expect(header("access-control-allow-origin")(response)).toBe("*");
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(integrity).toBe(`sha384-${createHash("sha384").update(bytes).digest("base64")}`);
  const current = await ask(application, "/picker.js");
  expect(Buffer.from(await current.arrayBuffer()).equals(bytes)).toBe(true);
});

test("the URL of another release's module is not found", async () => {
  const response = await ask(application, "/picker/script/1-0123456789abcdef.js");
  expect(response.status).toBe(404);
});
