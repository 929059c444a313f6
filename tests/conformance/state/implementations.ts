import { onTestFinished } from "vitest";
import { openState, type StateConfig } from "@/lib/state/open-state";
import type { State } from "@/lib/state/state";
import { type SetTime, simulateStoreTime } from "@/tests/support/store-time";
import { temporaryFolder } from "@/tests/support/temporary-folder";

/** An empty store, and what a test needs to look at it as several processes do. */
export type StoreUnderTest = {
  /** For a program that opens the store. */
  config: StateConfig;
  /** Opens the store as another process does: with a connection of its own. */
  open(): State;
};

export type Implementation = {
  name: string;
  /** On the machine's time. */
  create(): Promise<StoreUnderTest>;
  /** On simulated time. */
  simulate(startMs: number): Promise<StoreUnderTest & { setTime: SetTime }>;
};

function opener(config: StateConfig) {
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
      const config = { dataDir: temporaryFolder() };
      return { config, open: opener(config) };
    },
    async simulate(startMs) {
      const config = { dataDir: temporaryFolder() };
      const { setTime, close } = simulateStoreTime(config.dataDir, startMs);
      onTestFinished(() => {
        close();
      });
      return { config, open: opener(config), setTime };
    },
  },
];
