import { expect, test } from "@playwright/test";
import { restartUnderLoad } from "../../support/servers/rolling-restart";

test("no request fails while three servers restart behind a balancer", async () => {
  test.setTimeout(600_000);
  // Fewer than `npm run bench:restart` sends.
  const { failures, exitCodes } = await restartUnderLoad({ requestCount: 300, ratePerSecond: 30 });
  expect(failures).toEqual([]);
  expect(new Set(exitCodes)).toEqual(new Set([0]));
});
