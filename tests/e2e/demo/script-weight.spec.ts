import { installedNext } from "../../bench/page/empty-next";
import { scriptsOf, weightOf } from "../../bench/page/script-weight";
import emptyNext from "../support/empty-next.json" with { type: "json" };
import { expect, test } from "../support/watched-page";

/** Limit of the product's own scripts on a results page, gzipped. SWR loads when the browser is idle. */
const OWN_BYTES_MAX = 20 * 1024;

test("a results page needs at most 20 KB more script than an empty Next page to load", async ({
  browser,
  baseURL,
}) => {
  const again = "measure the empty page again: node tests/bench/run.mjs empty-next";
  expect(emptyNext.nextVersion, again).toBe(installedNext());
  const bytes = weightOf(await scriptsOf(browser, `${baseURL}/search?q=sea&count=50`));
  expect(bytes - emptyNext.scriptGzipBytes).toBeLessThanOrEqual(OWN_BYTES_MAX);
});
