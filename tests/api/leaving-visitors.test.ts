import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { fixtureOfFile } from "@/tests/support/servers/fixture-of-file";
import { startPaidGallery } from "@/tests/support/servers/paid-gallery";

const fixture = await fixtureOfFile();

/** Returns the kinds of the timers and sockets that keep this process busy. */
function busyWith(): string[] {
  return process
    .getActiveResourcesInfo()
    .filter((kind) => /Timeout|TCPSocketWrap|Immediate/.test(kind))
    .sort();
}

test("a thousand departed visitors leave no timer, socket or pending search behind", async () => {
  const gallery = startPaidGallery({
    url: fixture.baseUrl,
    key: fixture.key,
    dataDir: temporaryFolder(),
    spending: { monthlySearches: 100_000 },
  });
  fixture.answerWith({ delayMs: 5, body: { value: [{ imageUrl: "https://a.example/1.jpg" }] } });
  await gallery.search({ q: "warm" });
  const before = busyWith();
  for (let round = 0; round < 50; round += 1) {
    const leaving = Array.from({ length: 20 }, () => new AbortController());
    const searches = Promise.allSettled(
      leaving.map(({ signal }, index) =>
        gallery.search({ q: `${round} ${index % 5}` }, { signal }),
      ),
    );
    await sleep(round % 3);
    for (const visitor of leaving) visitor.abort(new Error("gone"));
    await searches;
  }
  await expect.poll(() => gallery.pendingCount()).toBe(0);
  await expect.poll(() => busyWith().length).toBeLessThanOrEqual(before.length + 40);
  const { used } = (await gallery.budget.status()) ?? { used: 0 };
  await gallery.stop();
  await expect.poll(() => busyWith().length).toBeLessThanOrEqual(before.length);
  expect(used).toBeGreaterThanOrEqual(fixture.searches.length);
});
