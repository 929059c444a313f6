import { expect, test } from "vitest";
import { DecoderDied } from "@/lib/decoding/decoder-process";
import type { DecoderSandbox } from "@/lib/decoding/decoder-sandbox";
import { createSandboxedStart } from "@/lib/decoding/decoders";

const PROGRAM = { path: "/decoder.mjs", hiddenPaths: [], isBackground: false };

test("the strongest sandbox that starts is used; concurrent callers share the search for it", async () => {
  const tried: DecoderSandbox[] = [];
  const sandboxed = createSandboxedStart(async (sandbox) => {
    tried.push(sandbox);
    if (sandbox !== "limited") throw new DecoderDied("not allowed here");
    return tried.length;
  });
  expect(sandboxed.sandbox()).toBeNull();
  // Each caller gets its own decoder: the first one's is not started again.
  const both = Promise.all([sandboxed.start(PROGRAM), sandboxed.start(PROGRAM)]);
  expect(await both).toEqual([3, 4]);
  expect(await sandboxed.start(PROGRAM)).toBe(5);
  expect(sandboxed.sandbox()).toBe("limited");
  expect(tried).toEqual(["sealed", "no-network", "limited", "limited", "limited"]);
});

test("a machine that is too busy to start a decoder gets no weaker sandbox", async () => {
  let isBusy = true;
  const sandboxed = createSandboxedStart(async () => {
    if (isBusy) throw new DecoderDied("too slow", true);
  });
  await expect(sandboxed.start(PROGRAM)).rejects.toMatchObject({ isTimeout: true });
  isBusy = false;
  await sandboxed.start(PROGRAM);
  expect(sandboxed.sandbox()).toBe("sealed");
});

test("if nothing starts, that is reported and retried later", async () => {
  let tries = 0;
  const sandboxed = createSandboxedStart(async () => {
    tries += 1;
    throw new DecoderDied("never");
  });
  await expect(sandboxed.start(PROGRAM)).rejects.toBeInstanceOf(DecoderDied);
  await expect(sandboxed.start(PROGRAM)).rejects.toBeInstanceOf(DecoderDied);
  expect(tries).toBe(8);
});
