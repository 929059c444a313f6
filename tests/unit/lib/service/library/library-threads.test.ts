import { expect, onTestFinished, test } from "vitest";
import { createLibraryThreads } from "@/lib/service/library/library-threads";
import { NO_FILTERS } from "@/tests/support/databases/picture-records";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { DEMO_MANIFEST } from "@/tests/support/servers/embedded-service";

test("several threads answer alike, and every one follows ratings", async () => {
  const place = { dataDir: temporaryFolder(), databaseUrl: null };
  const threads = createLibraryThreads({ place, demoManifest: DEMO_MANIFEST }, 3);
  onTestFinished(() => threads.close());
  const find = () => threads.ask("find", { ...NO_FILTERS, q: "lighthouse" });
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
