import { expect, test } from "vitest";
// @ts-expect-error -- a plain launcher script without types
import { run } from "@/lib/programs/steps.mjs";

/** A program that takes half a second of CPU time, in a child that it waits for. */
const CHILD = "while (process.cpuUsage().user < 500_000) { for (let n = 0; n < 1e6; n++); }";
const PROGRAM = `require("node:child_process").execFileSync(process.execPath, ["-e", ${JSON.stringify(CHILD)}])`;

test.skipIf(process.platform === "win32")(
  "a step's CPU time includes what the command started",
  async () => {
    const measured: { seconds: number }[] = [];
    const onCpu = (cpu: { seconds: number }) => measured.push(cpu);
    const onOutput = () => {};
    expect(await run(process.execPath, ["-e", PROGRAM], { onOutput, onCpu })).toBe(0);
    expect(await run(process.execPath, ["-e", "process.exit(3)"], { onOutput, onCpu })).toBe(3);
    expect(measured).toHaveLength(2);
    expect(measured[0]?.seconds).toBeGreaterThanOrEqual(0.5);
  },
);
