import { expect, test } from "vitest";
import { createBatches } from "@/lib/platform/batches";

test("concurrent calls form a batch, and so do calls made while a batch is running", async () => {
  const batches: number[][] = [];
  const call = createBatches(async (numbers: number[]) => {
    batches.push(numbers);
    if (batches.length === 1) late = [call(3), call(4)];
    await new Promise(setImmediate);
    return numbers.map((each) => each * 2);
  });
  let late: Promise<number>[] = [];
  expect(await Promise.all([call(1), call(2)])).toEqual([2, 4]);
  expect(await Promise.all(late)).toEqual([6, 8]);
  expect(await call(5)).toBe(10);
  expect(batches).toEqual([[1, 2], [3, 4], [5]]);
});

test("a batch that fails rejects its calls, and the next one runs", async () => {
  const call = createBatches(async (numbers: number[]) => {
    if (numbers.includes(1)) throw new Error("no store");
    return numbers;
  });
  const results = await Promise.allSettled([call(1), call(2)]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await call(2)).toBe(2);
});
