import { expect, test } from "vitest";
import { DecoderDied } from "@/lib/decoding/decoder-process";
import type { DecoderSandbox } from "@/lib/decoding/decoder-sandbox";
import { createSandboxDetection } from "@/lib/decoding/decoders";

test("the strongest sandbox that starts is used; concurrent callers share one probe", async () => {
  const tried: DecoderSandbox[] = [];
  const detectSandbox = createSandboxDetection(async (sandbox) => {
    tried.push(sandbox);
    if (sandbox !== "limited") throw new DecoderDied("not allowed here");
  });
  expect(await Promise.all([detectSandbox(), detectSandbox()])).toEqual(["limited", "limited"]);
  expect(await detectSandbox()).toBe("limited");
  expect(tried).toEqual(["sealed", "no-network", "limited"]);
});

test("a machine that is too busy to start a decoder gets no weaker sandbox", async () => {
  let isBusy = true;
  const detectSandbox = createSandboxDetection(async () => {
    if (isBusy) throw new DecoderDied("too slow", true);
  });
  await expect(detectSandbox()).rejects.toMatchObject({ isTimeout: true });
  isBusy = false;
  expect(await detectSandbox()).toBe("sealed");
});

test("if nothing starts, that is reported and retried later", async () => {
  let tries = 0;
  const detectSandbox = createSandboxDetection(async () => {
    tries += 1;
    throw new DecoderDied("never");
  });
  await expect(detectSandbox()).rejects.toBeInstanceOf(DecoderDied);
  await expect(detectSandbox()).rejects.toBeInstanceOf(DecoderDied);
  expect(tries).toBe(8);
});
