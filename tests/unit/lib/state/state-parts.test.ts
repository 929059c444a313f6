import { expect, onTestFinished, test } from "vitest";
import { openState } from "@/lib/state/open-state";
import { createStateHandlers } from "@/lib/state/sqlite/state-handlers";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";

test("the worker refuses an operation that a part does not have", async () => {
  const { handlers, close } = createStateHandlers(temporaryFolder());
  onTestFinished(close);
  const call = { part: "moderation", settings: "null", inputs: [] } as const;
  const unknown = async () => handlers.operate({ ...call, operation: "rateAll" });
  await expect(unknown()).rejects.toThrow("moderation has no operation rateAll");
});

test("a part has its operations only, so that it can be awaited", async () => {
  const state = openState({ dataDir: temporaryFolder() });
  onTestFinished(() => state.close());
  const moderation = await Promise.resolve(state.moderation());
  expect(await moderation.rated({ offset: 0, limit: 1 })).toEqual({ images: [], count: 0 });
});
