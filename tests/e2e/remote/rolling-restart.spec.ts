import { expect, test } from "@playwright/test";
import { restartUnderLoad } from "../../support/rolling-restart";

test("no request fails while three servers restart behind a balancer", async () => {
  test.setTimeout(180_000);
  const { failures, exitCodes, sentCount } = await restartUnderLoad(2_000);
  expect(failures).toEqual([]);
  expect(sentCount).toBeGreaterThanOrEqual(2_000);
  expect(new Set(exitCodes)).toEqual(new Set([0]));
});
