/** An instance that follows the library of a database until it is killed. */
import { openLibrary } from "@/lib/state/open-library";

const [dataDir = "", databaseUrl = ""] = process.argv.slice(2);
const library = openLibrary({ dataDir, databaseUrl });
for (;;) await library.catchUp().catch(() => {});
