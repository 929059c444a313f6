import { expect, onTestFinished, test } from "vitest";
import { createLibraryThreads } from "@/lib/service/library/library-threads";
import { NO_FILTERS } from "@/tests/support/databases/picture-records";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { DEMO_MANIFEST } from "@/tests/support/servers/embedded-service";

function someThreads(count: number) {
  const storeLocation = { dataDir: temporaryFolder(), databaseUrl: null };
  const threads = createLibraryThreads({ storeLocation, demoManifest: DEMO_MANIFEST }, count);
  onTestFinished(() => threads.close());
  return threads;
}

const QUERY = { ...NO_FILTERS, q: "lighthouse" };

test("several threads answer alike, and every one follows ratings", async () => {
  const threads = someThreads(3);
  const find = () => threads.find(QUERY);
  const idsOf = ({ pictures }: Awaited<ReturnType<typeof find>>) => pictures.map(({ id }) => id);
  const answers = (await Promise.all(Array.from({ length: 9 }, find))).map(idsOf);
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  const [id = ""] = answers[0] ?? [];
  const ratings = { revision: 1, ratings: [{ id, rating: "never" as const }] };
  expect(await threads.askAll("followRatings", ratings)).toEqual(Array(3).fill("followed"));
  for (const answer of await Promise.all(Array.from({ length: 9 }, find))) {
    expect(idsOf(answer)).not.toContain(id);
  }
});

test("a thread runs one search at a time, and other calls overtake those that wait", async () => {
  const threads = someThreads(1);
  const order: string[] = [];
  const finds = [1, 2, 3].map((n) => threads.find(QUERY).then(() => order.push(`find ${n}`)));
  // Until the first search is sent; no answer can arrive meanwhile.
  for (let n = 0; n < 50; n += 1) await null;
  const label = threads.ask("label", null).then(() => order.push("label"));
  await Promise.all([...finds, label]);
  expect(order).toEqual(["find 1", "label", "find 2", "find 3"]);
});

test("the next search is that of the visitor that has used the threads least", async () => {
  const threads = someThreads(1);
  const order: string[] = [];
  const find = (visitor: string) =>
    threads.find(QUERY, { visitor }).then(() => order.push(visitor));
  await Promise.all(["crowd", "crowd", "crowd", "crowd", "ann", "bob"].map(find));
  expect(order).toEqual(["crowd", "ann", "bob", "crowd", "crowd", "crowd"]);
});

test("beyond the limit, the newest search of the visitor with the most is rejected", async () => {
  const threads = someThreads(1);
  const find = (visitor: string) => threads.find(QUERY, { visitor });
  // One runs, and 32 wait.
  const crowd = Array.from({ length: 33 }, () => find("crowd"));
  const ann = find("ann");
  await expect(crowd[32]).rejects.toMatchObject({ code: "busy", retryAfterSeconds: 1 });
  await expect(Promise.all([...crowd.slice(0, 32), ann])).resolves.toHaveLength(33);
});

test("a caller that leaves is rejected at once, and its waiting search is forgotten", async () => {
  const threads = someThreads(1);
  const leaving = new AbortController();
  const { signal } = leaving;
  const left = Array.from({ length: 33 }, () =>
    threads.find(QUERY, { signal: AbortSignal.any([signal]), visitor: "left" }),
  );
  leaving.abort(new Error("gone"));
  for (const each of left) await expect(each).rejects.toThrow("gone");
  // One may be running; without those that waited, there is room for 32.
  const others = Array.from({ length: 32 }, () => threads.find(QUERY));
  await expect(Promise.all(others)).resolves.toHaveLength(32);
  await expect(threads.find(QUERY, { signal })).rejects.toThrow("gone");
});
