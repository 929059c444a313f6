/** Runs new searches as fast as possible, four at a time, until it is killed. */
import { randomUUID } from "node:crypto";
import { startPaidGallery } from "../servers/paid-gallery";

const [url = "", key = "", dataDir = ""] = process.argv.slice(2);
const gallery = startPaidGallery({
  url,
  key,
  dataDir,
  spending: { monthlySearches: 10_000_000, visitorPerDay: 1_000_000, visitorPerMinute: 100_000 },
});

async function search(): Promise<never> {
  for (;;) await gallery.outcomeOf(randomUUID());
}

for (let index = 0; index < 4; index += 1) void search();
