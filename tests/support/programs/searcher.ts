/** `node searcher.mjs URL KEY DATA_DIR QUERY…`: prints how each search ends, as JSON, and is killed. */
import { writeSync } from "node:fs";
import { setLogLevel } from "@/lib/platform/log";
import { startPaidGallery } from "../servers/paid-gallery";

setLogLevel("silent");
const [url = "", key = "", dataDir = "", ...queries] = process.argv.slice(2);
const gallery = startPaidGallery({ url, key, dataDir });
const outcomes: string[] = [];
for (const q of queries) outcomes.push(await gallery.outcomeOf(q));
writeSync(1, JSON.stringify(outcomes));
process.kill(process.pid, "SIGKILL");
