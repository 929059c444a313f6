import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type {
  BudgetUsage,
  LeaseDecision,
  Reservation,
  SearchState,
} from "@/lib/state/search-state";
import type { StoreLocation } from "@/lib/state/state";
import { aSearch, SEARCH_SETTINGS } from "@/tests/support/databases/searches";
import { bundleProgram } from "@/tests/support/programs/bundle-program";
import { IMPLEMENTATIONS } from "./implementations";

const SETTINGS = {
  ...SEARCH_SETTINGS,
  budget: { limit: 20, isPaced: false },
  visitorLimits: { perMinute: 6, perDay: 100 },
};

let program: string;

beforeAll(async () => {
  program = await bundleProgram("state-caller");
});

/** Starts a process whose clock is off by `skewMs`. */
async function startProcess(config: StoreLocation, skewMs: number) {
  const child: ChildProcess = fork(program, [JSON.stringify([config, SETTINGS])], {
    execArgv: ["--import", program],
    env: { ...process.env, CLOCK_SKEW_MS: String(skewMs) },
  });
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGKILL");
      await once(child, "exit");
    }
  });
  await once(child, "message");
  return {
    async ask<T>(operation: keyof SearchState | "clock", argument?: unknown): Promise<T> {
      child.send([operation, argument]);
      const [{ answer }] = await once(child, "message");
      return answer as T;
    },
    async kill(): Promise<void> {
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

describe.each(IMPLEMENTATIONS)("$name", ({ create }) => {
  async function threeProcesses() {
    const { config } = await create();
    return Promise.all([-60_000, 0, 60_000].map((skewMs) => startProcess(config, skewMs)));
  }

  test("three processes with clocks 60 s apart agree on leases, counts and the budget", async () => {
    const processes = await threeProcesses();
    const clocks = await Promise.all(processes.map(({ ask }) => ask<number>("clock")));
    expect((clocks[2] as number) - (clocks[0] as number)).toBeGreaterThan(100_000);

    const decisions = await Promise.all(
      processes.map(({ ask }, index) =>
        ask<LeaseDecision>("requestLease", aSearch({ holder: `${index}` })),
      ),
    );
    expect(decisions.map(({ outcome }) => outcome).sort()).toEqual([
      "acquired",
      "pending",
      "pending",
    ]);
    const times = decisions.map(({ nowMs }) => nowMs);
    expect(Math.max(...times) - Math.min(...times)).toBeLessThan(30_000);

    // One of the visitor's six searches a minute is used.
    const counted: LeaseDecision[] = [];
    for (let index = 0; index < 9; index += 1) {
      const { ask } = processes[index % 3] as (typeof processes)[number];
      counted.push(await ask("requestLease", aSearch({ key: `${index}`, holder: `${index}` })));
    }
    expect(counted.filter(({ outcome }) => outcome === "acquired")).toHaveLength(5);

    const reserved = (
      await Promise.all(
        processes.map(async ({ ask }) => {
          const each: Reservation[] = [];
          for (let times = 0; times < 10; times += 1) each.push(await ask("reserve"));
          return each;
        }),
      )
    ).flat();
    expect(reserved.filter(({ isGranted }) => isGranted)).toHaveLength(20);
    for (const { ask } of processes) {
      expect(await ask<BudgetUsage>("usage")).toMatchObject({ usedThisMonth: 20 });
    }
  });

  test("if a process is killed between reserve and finish, its search stays counted", async () => {
    const [one, other] = await threeProcesses();
    await one?.ask("requestLease", aSearch({ leaseMs: 1 }));
    const reserved = await one?.ask<Reservation>("reserve");
    expect(reserved).toMatchObject({ isGranted: true });
    await one?.kill();
    expect(await other?.ask("usage")).toMatchObject({ usedThisMonth: 1, usedToday: 1 });
    // Its lease expires.
    await expect
      .poll(() => other?.ask("requestLease", aSearch({ holder: "B" })))
      .toMatchObject({ outcome: "acquired" });
  });
});
