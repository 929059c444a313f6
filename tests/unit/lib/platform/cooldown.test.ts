import { expect, test } from "vitest";
import { createCooldown, startOnce } from "@/lib/platform/cooldown";

function aClock() {
  let nowMs = 0;
  return {
    clock: () => nowMs,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

test("attempts fail fast with the last failure until the cooldown is over", () => {
  const { clock, pass } = aClock();
  const cooldown = createCooldown({ firstMs: 1000 }, clock);
  expect(() => cooldown.throwIfActive()).not.toThrow();
  cooldown.fail(new Error("disk is full"));
  pass(999);
  expect(() => cooldown.throwIfActive()).toThrow("disk is full");
  expect(cooldown.remainingMs()).toBe(1);
  pass(1);
  expect(() => cooldown.throwIfActive()).not.toThrow();
  expect(cooldown.remainingMs()).toBe(0);
});

test("repeated failures double the cooldown up to its maximum; a reset starts over", () => {
  const { clock } = aClock();
  const cooldown = createCooldown({ firstMs: 250, lastMs: 900 }, clock);
  const pauses = [1, 2, 3, 4].map((number) => {
    cooldown.fail(new Error(String(number)));
    return cooldown.remainingMs();
  });
  expect(pauses).toEqual([250, 500, 900, 900]);
  cooldown.reset();
  expect(() => cooldown.throwIfActive()).not.toThrow();
  cooldown.fail(new Error("again"));
  expect(cooldown.remainingMs()).toBe(250);
});

test("a failure long after the last cooldown counts as the first", () => {
  const { clock, pass } = aClock();
  const cooldown = createCooldown({ firstMs: 100, lastMs: 800, resetAfterMs: 1000 }, clock);
  cooldown.fail(new Error("one"));
  pass(1100);
  cooldown.fail(new Error("two"));
  expect(cooldown.remainingMs()).toBe(200);
  pass(200 + 1001);
  cooldown.fail(new Error("three"));
  expect(cooldown.remainingMs()).toBe(100);
});

test("startOnce shares one attempt, keeps its result, and retries a failure after the cooldown", async () => {
  const { clock, pass } = aClock();
  const attempts: string[] = [];
  const get = startOnce(
    async () => {
      attempts.push("start");
      if (attempts.length === 1) throw new Error("no disk");
      return "ready";
    },
    { firstMs: 1000 },
    clock,
  );
  for (const one of [get(), get()]) await expect(one).rejects.toThrow("no disk");
  await expect(get()).rejects.toThrow("no disk");
  expect(attempts).toHaveLength(1);
  pass(1000);
  expect(await Promise.all([get(), get()])).toEqual(["ready", "ready"]);
  expect(await get()).toBe("ready");
  expect(attempts).toHaveLength(2);
});
