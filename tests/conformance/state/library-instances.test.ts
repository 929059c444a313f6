import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import type { LibraryStore, PictureRecord } from "@/lib/state/library-store";
import { openedLibrary, sharedPlace } from "@/tests/support/databases/libraries";
import { aPictureRecord, NO_FILTERS } from "@/tests/support/databases/picture-records";
import { repetitions } from "@/tests/support/deep";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { bundleProgram } from "@/tests/support/programs/bundle-program";
import { seededRandom } from "@/tests/support/seeded-random";

const PICTURES = repetitions({ few: 300, all: 100_000 });
const CHANGES = repetitions({ few: 300, all: 10_000 });
const QUERIES = repetitions({ few: 100, all: 1_000 });
const CHANGE_MS_MAX = 5_000;

const random = seededRandom(3);
const below = (limit: number) => Math.floor(random() * limit);
const SYLLABLES = "ba de fi go hu ka le mi no pu ra se ti vo zu".split(" ");
/** Of words that are more and less common. */
const aWord = () => {
  const rank = Math.floor(2000 ** random());
  return [rank % 15, Math.floor(rank / 15) % 15, Math.floor(rank / 225)]
    .map((part) => SYLLABLES[part])
    .join("");
};

function aRecord(number: number): PictureRecord {
  return aPictureRecord({
    id: `p${number}`,
    name: `${aWord()} ${aWord()} ${aWord()}`,
    keywords: [aWord(), aWord()],
    host: random() < 0.3 ? `h${below(20)}.example` : null,
    isTransparent: random() < 0.2,
    widthPx: 100 + below(5),
    fingerprint: random() < 0.3 ? { text: `sha256-${below(PICTURES)}`, keys: [below(50)] } : null,
  });
}

const SOURCE = { location: "/pictures", kind: "folder", origin: "command" } as const;

/** Resolves when an instance has built its index and follows. */
const caughtUp = (library: LibraryStore) =>
  vi.waitUntil(
    () =>
      library.catchUp().then(
        () => true,
        () => false,
      ),
    { timeout: 600_000 },
  );

test(`three instances answer alike after ${CHANGES} changes of ${PICTURES} pictures, one of them killed`, async () => {
  const place = await sharedPlace();
  const another = () => openedLibrary({ ...place, dataDir: temporaryFolder() });
  const local = openedLibrary({ dataDir: temporaryFolder() });
  const writer = openedLibrary(place);
  const { number } = await local.addSource(SOURCE);
  await writer.addSource(SOURCE);
  const both = [local, writer];
  const save = (record: PictureRecord) =>
    Promise.all(both.map((library) => library.save(number, record)));
  for (let i = 0; i < PICTURES; i++) await save(aRecord(i));

  const killedDir = temporaryFolder();
  const program = await bundleProgram("library-follower");
  const follower = spawn(process.execPath, [program, killedDir, place.databaseUrl], {
    stdio: "ignore",
  });
  onTestFinished(() => {
    follower.kill("SIGKILL");
  });
  const other = another();
  await caughtUp(other);

  for (let i = 0; i < CHANGES; i++) {
    const kind = random();
    const path = `p${below(PICTURES)}.jpg`;
    if (kind < 0.7) await save(aRecord(below(PICTURES + CHANGES)));
    else if (kind < 0.9) await Promise.all(both.map((library) => library.remove(number, [path])));
    else {
      const ratings = [{ id: `p${below(PICTURES)}`, rating: "moderate" as const }];
      await Promise.all(both.map((library) => library.followRatings({ revision: i + 1, ratings })));
    }
    if (i === Math.floor(CHANGES / 2)) {
      follower.kill("SIGKILL");
      await once(follower, "exit");
    }
  }

  const restarted = openedLibrary({ ...place, dataDir: killedDir });
  const instances = [writer, other, restarted];
  const restartedMs = performance.now();
  await caughtUp(restarted);
  const caughtUpMs = performance.now() - restartedMs;
  await Promise.all(instances.map(caughtUp));
  const startMs = performance.now();
  await save(aPictureRecord({ id: "last", name: "the very last change" }));
  const sees = async (library: LibraryStore) => {
    for (;;) {
      const found = await library.find({ ...NO_FILTERS, q: "very last change" }).catch(() => null);
      if (found?.pictures[0]?.id === "last") return;
      await sleep(50);
    }
  };
  await Promise.all(instances.map(sees));
  const tookMs = performance.now() - startMs;
  process.stdout.write(
    `a change is found on all instances after ${Math.round(tookMs)} ms; ` +
      `a killed one caught up in ${Math.round(caughtUpMs)} ms\n`,
  );
  expect(tookMs).toBeLessThan(CHANGE_MS_MAX);

  for (let i = 0; i < QUERIES; i++) {
    const query = {
      ...NO_FILTERS,
      q: Array.from({ length: 1 + below(4) }, aWord).join(" "),
      isExact: random() < 0.5,
      isGrouped: random() < 0.8,
      site: random() < 0.2 ? `h${below(20)}.example` : null,
      safesearch: random() < 0.5 ? ("strict" as const) : ("moderate" as const),
      count: 24,
    };
    const answers = await Promise.all(
      [local, ...instances].map(async (library) => {
        const { pictures, totalCount } = await library.find(query);
        return { ids: pictures.map(({ id, copyCount }) => `${id} ${copyCount}`), totalCount };
      }),
    );
    for (const answer of answers) expect(answer, query.q).toEqual(answers[0]);
  }
}, 7_200_000);
