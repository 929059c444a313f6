import { expect, onTestFinished, test } from "vitest";
import { openState } from "@/lib/state/open-state";
import { startPostgresServer } from "@/tests/support/databases/postgres-server";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { startFixtureService } from "@/tests/support/servers/fixture-service";
import { startPaidGallery } from "@/tests/support/servers/paid-gallery";

test("without PostgreSQL, cached answers are served, nothing is paid for, and the server recovers by itself", async () => {
  const fixture = await startFixtureService();
  onTestFinished(() => fixture.stop());
  const server = await startPostgresServer();
  onTestFinished(() => server.remove());
  const [dataDir, databaseUrl] = [temporaryFolder(), server.url];
  const state = openState({ dataDir, databaseUrl });
  const gallery = startPaidGallery({ url: fixture.baseUrl, key: fixture.key, dataDir, state });
  onTestFinished(gallery.stop);
  const { outcomeOf } = gallery;
  expect(await outcomeOf("sea")).toBe("service");
  await expect(state.check()).resolves.toBeUndefined();

  await server.stop();
  expect(await outcomeOf("sea")).toBe("cache");
  expect(await outcomeOf("barn")).toBe("budget_unknown");
  await expect(state.check()).rejects.toThrow("PostgreSQL");
  expect(fixture.searches).toHaveLength(1);

  await server.start();
  await expect.poll(() => outcomeOf("barn")).toBe("service");
  await expect(state.check()).resolves.toBeUndefined();
  expect(await outcomeOf("sea")).toBe("cache");
  expect(await gallery.budget.status()).toMatchObject({ used: 2 });
});
