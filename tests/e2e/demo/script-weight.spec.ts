import { buildEmptyNext } from "../../bench/page/empty-next";
import { scriptsOf, weightOf } from "../../bench/page/script-weight";
import { startNext } from "../../bench/support/next-server";
import { freePort } from "../../support/servers/listen";
import { expect, test } from "../support/watched-page";

/** Limit of the product's own scripts on a results page, gzipped. SWR loads when the browser is idle. */
const OWN_BYTES_MAX = 20 * 1024;

test("a results page needs at most 20 KB more script than an empty Next page to load", async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(600_000);
  const port = await freePort();
  const empty = await startNext({
    folder: await buildEmptyNext(),
    port,
    isReady: async (origin) => (await fetch(origin)).ok,
  });
  try {
    const emptyBytes = weightOf(await scriptsOf(browser, empty.origin));
    const bytes = weightOf(await scriptsOf(browser, `${baseURL}/search?q=sea&count=50`));
    expect(emptyBytes).toBeGreaterThan(50_000);
    expect(bytes - emptyBytes).toBeLessThanOrEqual(OWN_BYTES_MAX);
  } finally {
    await empty.stop();
  }
});
