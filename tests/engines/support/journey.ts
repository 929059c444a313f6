import { writeFileSync } from "node:fs";
import { test as base } from "@playwright/test";
import type { EngineName } from "@/lib/programs/engines.mjs";
import { type Engine, launch } from "./launch";
import { Visitor } from "./visitor";

export { expect } from "@playwright/test";

export type EngineOptions = { engineName: EngineName };

export const VIEWPORT = { width: 1280, height: 900 };

/** Of `start-installation.ts`. */
export const installation = () => ({
  origin: process.env.VITRINE_ENGINES_ORIGIN ?? "",
  callerOrigin: process.env.VITRINE_ENGINES_CALLER ?? "",
  dataDir: process.env.VITRINE_ENGINES_DATA ?? "",
});

type Journey = {
  visitor: Visitor;
  /** Whether the journey begins with an empty browser; else with what the previous one left. */
  isFresh: boolean;
};

/** A journey of one person in one engine. One browser serves all journeys of an engine. */
export const test = base.extend<Journey, EngineOptions & { engine: Engine }>({
  engineName: ["chromium", { option: true, scope: "worker" }],
  isFresh: [true, { option: true }],
  engine: [
    async ({ engineName }, use) => {
      const engine = await launch(engineName);
      await engine.driver.resize(VIEWPORT.width, VIEWPORT.height);
      await use(engine);
      await engine.close();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  visitor: async ({ engine, isFresh }, use, testInfo) => {
    const { origin } = installation();
    const { driver } = engine;
    if (isFresh) {
      // A document without scripts, so that no database is in use.
      await driver.goTo(`${origin}/robots.txt`);
      await driver.run(async () => {
        localStorage.clear();
        sessionStorage.clear();
        for (const { name } of await indexedDB.databases()) {
          await new Promise((resolve) => {
            const deleting = indexedDB.deleteDatabase(name ?? "");
            deleting.onsuccess = deleting.onerror = deleting.onblocked = resolve;
          });
        }
      }, null);
      await driver.deleteCookies();
    }
    const visitor = new Visitor(engine, origin);
    await use(visitor);
    if (testInfo.error !== undefined) {
      writeFileSync(testInfo.outputPath("failed.png"), await driver.screenshot());
    }
    await visitor.expectNoProblems();
  },
});
