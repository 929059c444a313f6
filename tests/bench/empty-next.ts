/**
 * `node tests/bench/run.mjs empty-next`: builds an empty page with the installed version of Next, and
 * records the weight of its scripts, with which a journey compares that of a results page.
 */
import { writeFileSync } from "node:fs";
import { freePort } from "../support/servers/listen";
import { buildEmptyNext, installedNext } from "./page/empty-next";
import { scriptsOf, weightOf } from "./page/script-weight";
import { startNext } from "./support/next-server";
import { openBrowser } from "./support/open-browser";

const folder = await buildEmptyNext();
const isReady = async (origin: string) => (await fetch(origin)).ok;
const server = await startNext({ folder, port: await freePort(), isReady });
const browser = await openBrowser();
try {
  const scriptGzipBytes = weightOf(await scriptsOf(browser, server.origin));
  const record = { nextVersion: installedNext(), scriptGzipBytes };
  writeFileSync("tests/e2e/support/empty-next.json", `${JSON.stringify(record, null, 2)}\n`);
} finally {
  await browser.close();
  await server.stop();
}
