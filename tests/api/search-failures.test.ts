import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type FixtureAnswer,
  type FixtureService,
  startFixtureService,
} from "@/tests/support/servers/fixture-service";
import { type Gallery, startGallery } from "@/tests/support/servers/gallery";

const KEY = "canary+key/9f2c&71aa==";
/** Made before the search, whose time limit a busy machine could reach meanwhile. */
const LARGE_GZIP = gzipSync(JSON.stringify({ value: [], filler: "x".repeat(2e7) }));

let fixture: FixtureService;
let gallery: Gallery;

beforeAll(async () => {
  fixture = await startFixtureService({ key: KEY });
  gallery = await startGallery({ url: fixture.baseUrl, key: KEY });
});

afterAll(async () => {
  await gallery.stop();
  await fixture.stop();
});

async function askWhile(answer: FixtureAnswer) {
  fixture.answerWith(answer);
  return gallery.ask("q=sea");
}

describe("the service's status", () => {
  test.each([
    [401, 502, "service_key_refused"],
    [402, 502, "service_subscription"],
    [429, 429, "service_rate_limited"],
    ...[403, 404, 408, 409, 425, 500, 502, 503, 504, 520, 599].map(
      (status) => [status, 502, "service_failed"] as const,
    ),
  ] as const)("%i becomes %i %s, with the service's text", async (theirs, ours, code) => {
    const { status, error } = await askWhile({
      status: theirs,
      body: { error: "Words of theirs." },
    });
    expect({ status, code: error.code, said: error.serviceSaid }).toEqual({
      status: ours,
      code,
      said: "Words of theirs.",
    });
  });

  test("the error's text distinguishes a spent quota from a rate limit", async () => {
    const { status, error } = await askWhile({
      status: 429,
      body: { error: "Monthly quota exceeded. Upgrade your plan." },
    });
    expect(status).toBe(429);
    expect(error.code).toBe("service_quota_spent");
  });

  test("without a JSON body, the status text is the service's text", async () => {
    const { error } = await askWhile({
      status: 500,
      statusText: "Index Rebuilding",
      headers: { "content-type": "text/html" },
      body: "<!doctype html><h1>Oops</h1>",
    });
    expect(error.code).toBe("service_failed");
    expect(error.serviceSaid).toBe("Index Rebuilding");
  });

  test.each([
    ["error is no string", { body: { error: { message: "deep" } } }],
    ["error is empty", { body: { error: " \n" } }],
    ["the body is empty", { body: "" }],
    ["the body is garbage", { body: Buffer.from([0xff, 0xfe, 0x00, 0x7b]) }],
    ["the body is brotli", { body: { error: "squeezed" }, encoding: "br" }],
    ["the body is 3 MiB", { body: { error: "x".repeat(3 * 1024 * 1024) } }],
    ["the body breaks off", { body: { error: "half a sentence" }, breakAfterBytes: 9 }],
  ] as [string, FixtureAnswer][])("the status counts even when %s", async (_case, answer) => {
    const { error } = await askWhile({ ...answer, status: 401 });
    expect(error.code).toBe("service_key_refused");
    expect(error.serviceSaid).toBe("Unauthorized");
  });

  test("the service's text is one short line", async () => {
    const { error } = await askWhile({
      status: 500,
      body: { error: `Line one\r\nLine\u0000two \u202Egnp.exe <b>${"x".repeat(5000)}` },
    });
    expect(error.serviceSaid).toMatch(/^Line one Line two gnp\.exe <b>x+$/);
    expect(error.serviceSaid).toHaveLength(300);
  });
});

describe("the time to wait", () => {
  const inTwoMinutes = () => new Date(Date.now() + 120_000).toUTCString();
  test.each([
    ["seconds", () => "17", 17],
    ["an HTTP date", inTwoMinutes, 120],
    ["zero", () => "0", 1],
    ["a past date", () => "Sun, 06 Nov 1994 08:49:37 GMT", 1],
    ["more than an hour", () => "86400", 3600],
    ["a date next year", () => new Date(Date.now() + 4e10).toUTCString(), 3600],
  ] as [string, () => string, number][])("Retry-After as %s", async (_form, header, seconds) => {
    const { error, headers } = await askWhile({
      status: 429,
      headers: { "retry-after": header() },
      body: { error: "Rate limit exceeded." },
    });
    // A date has whole seconds, so rounding may lose up to one.
    expect(error.retryAfterSeconds).toBeGreaterThanOrEqual(seconds - (seconds === 120 ? 2 : 0));
    expect(error.retryAfterSeconds).toBeLessThanOrEqual(seconds);
    expect(headers["retry-after"]).toBe(String(error.retryAfterSeconds));
  });

  test.each(["", "soon", "-5", "1e9", "1.5", "99999999-99-99"])(
    "an unreadable Retry-After (%j) is ignored",
    async (header) => {
      const { error, headers } = await askWhile({
        status: 429,
        headers: { "retry-after": header },
        body: { error: "Rate limit exceeded." },
      });
      expect(error.retryAfterSeconds).toBeUndefined();
      expect(headers["retry-after"]).toBeUndefined();
    },
  );

  test("a refused key has no Retry-After", async () => {
    const { error } = await askWhile({ status: 401, headers: { "retry-after": "5" }, body: {} });
    expect(error.retryAfterSeconds).toBeUndefined();
  });
});

describe("an invalid success", () => {
  const good = { name: "sea", value: [{ imageUrl: "https://a.example/1.jpg" }] };
  test.each([
    [
      "HTML",
      { body: "<!doctype html><title>Welcome</title>", headers: { "content-type": "text/html" } },
    ],
    ["garbage", { body: Buffer.from([0x1f, 0x00, 0xff, 0x7b]) }],
    ["nothing", { body: "" }],
    ["204", { status: 204 }],
    ["201 without a body", { status: 201 }],
    ["JSON that breaks off", { body: '{"name":"sea","value":[' }],
    ["a body that breaks off", { body: good, breakAfterBytes: 20 }],
    ["no value", { body: { name: "sea" } }],
    ["an error in a 200", { body: { error: "Nope." } }],
    ["a value that is no array", { body: { name: "sea", value: { 0: good.value[0] } } }],
    ["an array", { body: [good] }],
    ["null", { body: "null" }],
    ["brotli", { body: good, encoding: "br" }],
    ["gzip in name only", { body: good, headers: { "content-encoding": "gzip" } }],
    ["doubled gzip", { body: good, headers: { "content-encoding": "gzip, gzip" } }],
    ["3 MiB", { body: { ...good, filler: "x".repeat(3 * 1024 * 1024) } }],
    ["gzip of 20 MiB", { body: LARGE_GZIP, headers: { "content-encoding": "gzip" } }],
    ["JSON 51 deep", { body: `{"value":[],"x":${"[".repeat(50)}${"]".repeat(50)}}` }],
  ] as [string, FixtureAnswer][])("%s is reported as unreadable", async (_case, answer) => {
    const { status, error } = await askWhile(answer);
    expect(status).toBe(502);
    expect(error.code).toBe("service_answer_unreadable");
  });

  test.each([
    ["gzip", { body: good, encoding: "gzip" }],
    ["no coding said aloud", { body: good, headers: { "content-encoding": "none" } }],
    ["a byte order mark", { body: `\uFEFF${JSON.stringify(good)}` }],
    ["another content type", { body: good, headers: { "content-type": "text/plain" } }],
    ["status 203", { status: 203, body: good }],
    [
      "JSON 50 deep",
      {
        body: `{"value":[{"imageUrl":"http://a.example/"}],"x":${"[".repeat(49)}${"]".repeat(49)}}`,
      },
    ],
  ] as [string, FixtureAnswer][])("%s is read as well", async (_case, answer) => {
    const { status, answer: read } = await askWhile(answer);
    expect(status).toBe(200);
    expect(read.images).toHaveLength(1);
  });
});

describe("our key", () => {
  const spellings = [
    KEY,
    KEY.toUpperCase(),
    encodeURIComponent(KEY),
    Buffer.from(KEY).toString("base64"),
    Buffer.from(KEY).toString("hex"),
    Buffer.from(`X-API-Key: ${KEY}`).toString("base64"),
    Buffer.from(`user:${KEY}`).toString("base64url"),
  ];

  test.each(spellings)("is not in an error text: %s", async (spelling) => {
    const { text, error } = await askWhile({
      status: 401,
      body: { error: `Bad key ${spelling}!` },
    });
    expect(text).not.toContain(spelling);
    expect(error.serviceSaid).toContain("[key]");
  });

  test("is not there in part when the text is cut", async () => {
    const { error } = await askWhile({ status: 401, body: { error: `${"x".repeat(290)}${KEY}` } });
    expect(error.serviceSaid).toBe(`${"x".repeat(290)}[key]`);
  });

  test("is not in a status text", async () => {
    const { text } = await askWhile({ status: 418, statusText: `Teapot ${KEY}`, body: "" });
    expect(text).not.toContain(KEY);
  });

  test.each(spellings)("is not in a success: %s", async (spelling) => {
    const { text, answer } = await askWhile({
      body: {
        name: spelling,
        value: [
          { imageUrl: "https://a.example/1.jpg", name: `By ${spelling}` },
          { imageUrl: `https://a.example/2.jpg?key=${spelling}` },
          { imageUrl: "https://a.example/3.jpg", hostUrl: `https://a.example/?k=${spelling}` },
        ],
      },
    });
    expect(text.toLowerCase()).not.toContain(spelling.toLowerCase());
    expect(answer.images.map(({ name }) => name)).toEqual([expect.stringMatching(/^By .*\[key\]/)]);
    expect(answer.droppedCount).toBe(2);
  });

  test("is not there in part when a name is cut", async () => {
    const name = `${"x".repeat(495)}${KEY}`;
    const { answer } = await askWhile({
      body: { value: [{ imageUrl: "https://a.example/1.jpg", name }] },
    });
    expect(answer.images.map((image) => image.name)).toEqual([`${"x".repeat(495)}[key]`]);
  });
});
