import { expect, test } from "vitest";
import type { LibraryStore } from "@/lib/state/library-store";
import { inspectLibrary } from "@/lib/state/open-library";
import { createPostgresLibrary } from "@/lib/state/postgres/postgres-library";
import { openedLibrary, sharedPlace } from "@/tests/support/databases/libraries";
import { aPictureRecord, namesIn, savePictures } from "@/tests/support/databases/picture-records";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";

/** Starts a scan that lasts until `end` is called. */
function startScan(library: LibraryStore) {
  let end = () => {};
  let hasBegun = false;
  const scan = library.scanInTurn(() => {
    hasBegun = true;
    return new Promise<void>((resolve) => {
      end = resolve;
    });
  });
  scan.catch(() => {});
  return { scan, end: () => end(), hasBegun: () => hasBegun };
}

test("one instance scans at a time, while the others serve", async () => {
  const place = await sharedPlace();
  const [first, second] = [openedLibrary(place), openedLibrary(place)];
  const { scan, end, hasBegun } = startScan(first);
  await expect.poll(hasBegun).toBe(true);
  const order: string[] = [];
  const turn = second.scanInTurn(async () => {
    order.push("the second scans");
  });
  await savePictures(first, [aPictureRecord({ name: "Sea" })]);
  expect(await namesIn(second, "sea")).toEqual(["Sea"]);
  order.push("the first ends");
  end();
  await Promise.all([scan, turn]);
  expect(order).toEqual(["the first ends", "the second scans"]);
});

test("an instance that ends during its scan releases its turn", async () => {
  const place = await sharedPlace();
  const [first, second] = [openedLibrary(place), openedLibrary(place)];
  const { hasBegun } = startScan(first);
  await expect.poll(hasBegun).toBe(true);
  const next = startScan(second);
  await first.close();
  await expect.poll(next.hasBegun).toBe(true);
  next.end();
  await next.scan;
});

test("a scan's own failure is passed on, and the next scan has its turn", async () => {
  const library = openedLibrary(await sharedPlace());
  const full = Object.assign(new Error("no space left"), { code: "ENOSPC" });
  await expect(library.scanInTurn(() => Promise.reject(full))).rejects.toBe(full);
  await expect(library.scanInTurn(async () => {})).resolves.toBeUndefined();
});

test("an unreachable database is reported as an unreadable library", async () => {
  const failures: unknown[] = [];
  const url = "postgres://user:secret@127.0.0.1:1/vitrine";
  const library = createPostgresLibrary({
    url,
    dataDir: temporaryFolder(),
    dictionary: null,
    onFailure: (cause) => failures.push(cause),
  });
  for (let call = 0; call < 3; call += 1) {
    await expect(library.summary()).rejects.toMatchObject({ code: "library_unreadable" });
  }
  expect(failures).toHaveLength(3);
  expect(String(failures)).not.toMatch(/secret|127\.0\.0\.1/);
  await library.close();
});

test("removing a source during its scan does not make the library unreadable", async () => {
  const library = openedLibrary(await sharedPlace());
  const { number } = await savePictures(library, []);
  await library.removeSource("/pictures");
  await expect(library.save(number, aPictureRecord())).rejects.toMatchObject({ code: "23503" });
  expect(await library.sources()).toEqual([]);
});

test("a value that no column holds does not make the library unreadable", async () => {
  const library = openedLibrary(await sharedPlace());
  const { number } = await savePictures(library, []);
  const picture = aPictureRecord({ modifiedMs: 9.2e21 });
  await expect(library.save(number, picture)).rejects.toMatchObject({
    code: expect.stringMatching(/^22/),
  });
  expect(await library.sources()).toHaveLength(1);
});

test("the doctor reports whether the library exists, and does not create it", async () => {
  const place = await sharedPlace();
  expect(await inspectLibrary(place)).toMatchObject({ state: "absent" });
  expect(await inspectLibrary(place)).toMatchObject({ state: "absent" });
  await openedLibrary(place).sources();
  expect(await inspectLibrary(place)).toMatchObject({ state: "sound" });
  const databaseUrl = "postgres://user@127.0.0.1:1/vitrine";
  expect(await inspectLibrary({ ...place, databaseUrl })).toMatchObject({ state: "unusable" });
});

test("texts of any length are stored and found", async () => {
  const library = openedLibrary(await sharedPlace());
  const [word, letters] = ["x".repeat(9_000), "写".repeat(20_000)];
  await savePictures(library, [
    aPictureRecord({ id: "a", name: "One", folder: word }),
    aPictureRecord({ id: "b", name: "Two", folder: letters }),
    aPictureRecord({ id: "c", name: "Three", keywords: ["sea ".repeat(20_000)], folder: "Norway" }),
  ]);
  expect(await namesIn(library, word)).toEqual(["One"]);
  expect(await namesIn(library, "写写写 two")).toEqual(["Two"]);
  expect(await namesIn(library, "norway sea")).toEqual(["Three"]);
});
