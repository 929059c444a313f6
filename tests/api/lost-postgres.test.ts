import { expect, onTestFinished, test } from "vitest";
import { toAppError } from "@/lib/platform/errors";
import { openState } from "@/lib/state/open-state";
import { peopleOf } from "@/tests/support/accounts/signed-in";
import { openedLibrary } from "@/tests/support/databases/libraries";
import { aPictureRecord, namesIn, savePictures } from "@/tests/support/databases/picture-records";
import { startPostgresServer } from "@/tests/support/databases/postgres-server";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { startFixtureService } from "@/tests/support/servers/fixture-service";
import { startPaidGallery } from "@/tests/support/servers/paid-gallery";

test("without PostgreSQL, cached answers are served and the library searched, nothing is paid for, and the server recovers by itself", async () => {
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
  const { people, newPerson } = peopleOf(state);
  const { cookie } = await newPerson("anna@example.com");
  const library = openedLibrary({ dataDir, databaseUrl });
  await savePictures(library, [aPictureRecord({ id: "p1", name: "Sea" })]);
  const views = async () => [
    await namesIn(library, "sea"),
    (await library.picture("p1"))?.picture.name,
    (await library.summary()).pictureCount,
    (await library.overview()).pictureCount,
  ];
  const seen = await views();
  expect(seen).toEqual([["Sea"], "Sea", 1, 1]);

  await server.stop();
  expect(await views()).toEqual(seen);
  await expect(library.catchUp()).resolves.toBeUndefined();
  const unlisted = library.addSource({ location: "/more", kind: "folder", origin: "command" });
  await expect(unlisted).rejects.toMatchObject({ code: "library_unreadable" });
  const session = people.sessionOf(new Headers({ cookie })).catch(toAppError);
  await expect(session).resolves.toMatchObject({ code: "store_unreachable" });
  expect(await outcomeOf("sea")).toBe("cache");
  expect(await outcomeOf("barn")).toBe("budget_unknown");
  await expect(state.check()).rejects.toThrow("PostgreSQL");
  expect(fixture.searches).toHaveLength(1);

  await server.start();
  await expect.poll(() => outcomeOf("barn")).toBe("service");
  await expect(state.check()).resolves.toBeUndefined();
  expect(await outcomeOf("sea")).toBe("cache");
  await savePictures(library, [aPictureRecord({ id: "p2", name: "Sea" })]);
  expect(await namesIn(library, "sea")).toHaveLength(2);
  expect(await gallery.budget.status()).toMatchObject({ used: 2 });
});
