import { join } from "node:path";
import Database from "libsql";

/** Runs SQL statements in the store of a running installation. Waits while the server writes. */
export function inStore(dataDir: string, statements: string): void {
  const store = new Database(join(dataDir, "vitrine.db"));
  store.exec("PRAGMA busy_timeout = 60000");
  store.exec(statements);
  store.close();
}
