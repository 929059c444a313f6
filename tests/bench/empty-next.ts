/**
 * `node tests/bench/run.mjs empty-next`: builds the empty page against which `npm run bench:page` and
 * a journey weigh the scripts of a results page.
 */
import { buildEmptyNext } from "./page/empty-next";

await buildEmptyNext();
