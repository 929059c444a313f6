import { expect, test } from "vitest";
import { createRequestBodies } from "@/lib/http/request-bodies";

const BODY_BYTES_MAX = 1_000;

/** A request whose body is sent up to its last byte, and a function that sends that byte. */
function anUnfinished(bytes: number) {
  let finish = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new Uint8Array(bytes));
      finish = () => {
        controller.enqueue(new Uint8Array(1));
        controller.close();
      };
    },
  });
  const request = new Request("http://gallery/", { method: "POST", body, duplex: "half" } as never);
  return { request, finish };
}

const aRequest = (bytes: number) =>
  new Request("http://gallery/", { method: "POST", body: new Uint8Array(bytes) });

test("unfinished bodies of one visitor occupy so much; others are read, and its own when they end", async () => {
  const bodies = createRequestBodies({ bytesMax: 100_000, visitorBytesMax: 1_500 });
  const first = anUnfinished(900);
  const held = bodies.read(first.request, BODY_BYTES_MAX, "visitor");
  await new Promise((done) => setTimeout(done, 0));
  await expect(bodies.read(aRequest(900), BODY_BYTES_MAX, "visitor")).rejects.toMatchObject({
    code: "busy",
    retryAfterSeconds: 5,
  });
  const other = await bodies.read(aRequest(900), BODY_BYTES_MAX, "another");
  expect((await other.arrayBuffer()).byteLength).toBe(900);
  first.finish();
  expect((await (await held).arrayBuffer()).byteLength).toBe(901);
  const next = await bodies.read(aRequest(900), BODY_BYTES_MAX, "visitor");
  expect((await next.arrayBuffer()).byteLength).toBe(900);
});

test("many visitors together occupy so much; a body that fails occupies nothing", async () => {
  const bodies = createRequestBodies({ bytesMax: 2_200, visitorBytesMax: 1_500 });
  const sent = ["a", "b"].map((visitor) => {
    const { request, finish } = anUnfinished(800);
    return { finish, held: bodies.read(request, BODY_BYTES_MAX, visitor) };
  });
  await new Promise((done) => setTimeout(done, 0));
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const third = bodies.read(aRequest(800), BODY_BYTES_MAX, "c");
    await expect(third).rejects.toMatchObject({ code: "busy" });
  }
  for (const { finish } of sent) finish();
  await Promise.all(sent.map(({ held }) => held));
  const next = await bodies.read(aRequest(800), BODY_BYTES_MAX, "c");
  expect((await next.arrayBuffer()).byteLength).toBe(800);
});
