import { expect, test } from "@playwright/test";
import { restartUnderLoad } from "../../support/servers/rolling-restart";

test("no request fails while three servers restart behind a balancer", async () => {
  test.setTimeout(600_000);
  // Fewer than `npm run bench:restart` sends. A server computes two requests at once; on a busy machine,
  // it would refuse others that wait behind the first page after its start.
  const load = { requestCount: 300, ratePerSecond: 30, waitingMax: 2 };
  const { failures, exitCodes } = await restartUnderLoad(load);
  expect(failures).toEqual([]);
  expect(new Set(exitCodes)).toEqual(new Set([0]));
});
