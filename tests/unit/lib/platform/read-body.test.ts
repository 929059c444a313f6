import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { readBody } from "@/lib/platform/read-body";

test("a body up to the maximum is read completely, and a missing body is empty", async () => {
  const body = Readable.from([Buffer.from("ab"), Buffer.from("cd")]);
  expect(await readBody(body, 4)).toEqual(Buffer.from("abcd"));
  expect(await readBody(null, 4)).toEqual(Buffer.alloc(0));
});

test("a longer body is null, and its stream is closed without further reading", async () => {
  let readCount = 0;
  const body = Readable.from(
    (function* () {
      for (;;) {
        readCount += 1;
        yield Buffer.alloc(1024);
      }
    })(),
  );
  expect(await readBody(body, 4096)).toBeNull();
  expect(body.destroyed).toBe(true);
  expect(readCount).toBeLessThan(64);
});

test("a body in tiny chunks is null long before its maximum; one with a few of them is read", async () => {
  let readCount = 0;
  const tiny = Readable.from(
    (function* () {
      for (;;) {
        readCount += 1;
        yield Buffer.alloc(1);
      }
    })(),
  );
  expect(await readBody(tiny, 1024 * 1024)).toBeNull();
  expect(readCount).toBeLessThan(1_100);
  const few = Readable.from(Array.from({ length: 1_000 }, () => Buffer.from("x")));
  expect(await readBody(few, 1024 * 1024)).toHaveLength(1_000);
});
