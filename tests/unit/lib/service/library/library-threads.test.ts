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
  const label = threads.ask("label", null).then(() => order.push("label"));
  await Promise.all([...finds, label]);
  expect(order.filter((name) => name !== "label")).toEqual(["find 1", "find 2", "find 3"]);
  expect(order.indexOf("label")).toBeLessThan(order.indexOf("find 2"));
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

test("a caller that leaves is rejected at once, and its search makes room only if it waits", async () => {
  const threads = someThreads(1);
  const leaving = new AbortController();
  const { signal } = leaving;
  const order: string[] = [];
  const [runs, waits] = [threads.find(QUERY, { signal }), threads.find(QUERY, { signal })];
  const next = threads.find(QUERY).then(() => order.push("next"));
  leaving.abort(new Error("gone"));
  for (const left of [runs, waits]) {
    await expect(left).rejects.toThrow("gone");
    order.push("left");
  }
  await next;
  expect(order).toEqual(["left", "left", "next"]);
  await expect(threads.find(QUERY, { signal })).rejects.toThrow("gone");
});
