import { onTestFinished } from "vitest";
import { openState } from "@/lib/state/open-state";
import type { State, StoreLocation } from "@/lib/state/state";
import { migratedPostgresUrl } from "@/tests/support/databases/postgres";
import {
  type SetTime,
  simulatePostgresTime,
  simulateStoreTime,
} from "@/tests/support/databases/store-time";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";

/** An empty store, with everything a test needs to use it as several processes do. */
type StoreUnderTest = {
  /** The settings with which another program opens the store. */
  config: StoreLocation;
  /** Opens the store as another process does: with a connection of its own. */
  open(): State;
};

type Implementation = {
  name: string;
  /** On the machine's time. */
  create(): Promise<StoreUnderTest>;
  /** On simulated time. */
  simulate(startMs: number): Promise<StoreUnderTest & { setTime: SetTime }>;
};

function opener(config: StoreLocation) {
  return () => {
    const state = openState(config);
    onTestFinished(() => state.close());
    return state;
  };
}

/** Every store passes the same tests. */
export const IMPLEMENTATIONS: readonly Implementation[] = [
  {
    name: "SQLite",
    async create() {
      const config = { dataDir: temporaryFolder(), databaseUrl: null };
      return { config, open: opener(config) };
    },
    async simulate(startMs) {
      const config = { dataDir: temporaryFolder(), databaseUrl: null };
      const { setTime, close } = simulateStoreTime(config.dataDir, startMs);
      onTestFinished(() => {
        close();
      });
      return { config, open: opener(config), setTime };
    },
  },
  {
    name: "PostgreSQL",
    async create() {
      const config = { dataDir: temporaryFolder(), databaseUrl: await migratedPostgresUrl() };
      return { config, open: opener(config) };
    },
    async simulate(startMs) {
      const databaseUrl = await migratedPostgresUrl();
      const config = { dataDir: temporaryFolder(), databaseUrl };
      const { setTime, close } = await simulatePostgresTime(databaseUrl, startMs);
      onTestFinished(close);
      return { config, open: opener(config), setTime };
    },
  },
];
