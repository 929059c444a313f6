import { expect, test } from "vitest";
import {
  createFrameReader,
  type DecoderAnswer,
  encodeFrame,
} from "@/lib/decoding/decoder-protocol";

const answer = (detail: string): DecoderAnswer => ({ status: "too-large", detail, rssBytes: 1 });
const message = (detail: string, body: string) =>
  Buffer.concat(encodeFrame(answer(detail), Buffer.from(body)));

test("messages are read however the pipe splits them", () => {
  const sent = Buffer.concat([message("a", "body"), message("b", ""), message("c", "more")]);
  for (let size = 1; size <= sent.length; size += 1) {
    const read = createFrameReader(10);
    const frames = [];
    for (let at = 0; at < sent.length; at += size)
      frames.push(...read(sent.subarray(at, at + size)));
    expect(frames.map(({ header, body }) => [header, body.toString()])).toEqual([
      [answer("a"), "body"],
      [answer("b"), ""],
      [answer("c"), "more"],
    ]);
  }
});

test.each([
  ["a body", [2, 11]],
  ["a header", [600_000, 0]],
])("%s that is too long is refused before it comes", (_what, [header = 0, body = 0]) => {
  const prefix = Buffer.alloc(8);
  prefix.writeUInt32BE(header, 0);
  prefix.writeUInt32BE(body, 4);
  expect(() => createFrameReader(10)(prefix)).toThrow(RangeError);
});

test("a header that is not JSON is refused", () => {
  const prefix = Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]);
  expect(() => createFrameReader(10)(Buffer.concat([prefix, Buffer.from("{]")]))).toThrow(
    SyntaxError,
  );
});
