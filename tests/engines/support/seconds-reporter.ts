import type { Reporter, TestCase, TestResult } from "@playwright/test/reporter";

/** Prints the seconds that each engine took. */
export default class SecondsReporter implements Reporter {
  readonly #byEngine = new Map<string, { count: number; ms: number }>();

  onTestEnd({ parent }: TestCase, { duration }: TestResult): void {
    const engine = parent.project()?.name ?? "";
    const { count, ms } = this.#byEngine.get(engine) ?? { count: 0, ms: 0 };
    this.#byEngine.set(engine, { count: count + 1, ms: ms + duration });
  }

  onEnd(): void {
    for (const [engine, { count, ms }] of this.#byEngine) {
      process.stdout.write(`${engine}: ${count} journeys, ${Math.round(ms / 1000)} s\n`);
    }
  }
}
