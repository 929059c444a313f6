/**
 * `npm run bench:search -- --pictures 1000000`: how long searches of a big library take. Generates a
 * library (60,000 words with Zipf's distribution, 1,000 hosts, 12 words a picture), and times 21 kinds
 * of query as the product's worker thread runs them, in turn with the same query on plain FTS5 with
 * bm25. Times are CPU time, so that other programs do not count. Prints what is and what the aim is.
 *
 * `--queries 20` is the number of queries of each kind; `--folder` keeps the library, or uses a library that
 * was kept.
 */
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { termsOf } from "@/lib/core/finding/index-terms";
import { searchTextOf } from "@/lib/core/finding/search-text";
import { readDictionary } from "@/lib/service/finding/read-dictionary";
import { createLibraryIndex } from "@/lib/state/library/find-pictures";
import {
  FILTER_CONDITIONS,
  filterValues,
  PICTURE_COLUMNS,
  putPicture,
  termsOfPicture,
} from "@/lib/state/library/picture-rows";
import type { LibraryQuery, PictureRecord } from "@/lib/state/library-store";
import { libraryPath, openLibraryDatabase } from "@/lib/state/sqlite/library-database";
import { createSqliteStore } from "@/lib/state/sqlite/sqlite-store";
import { aPictureRecord, NO_FILTERS } from "@/tests/support/databases/picture-records";
import { seededRandom } from "@/tests/support/seeded-random";
import { cpuMs } from "./support/cpu-time";
import { quantile, say, table } from "./support/measures";
import { atMost, sayVerdicts } from "./support/verdicts";

const { values: options } = parseArgs({
  options: {
    pictures: { type: "string", default: "100000" },
    queries: { type: "string", default: "20" },
    folder: { type: "string" },
  },
});
const pictureCount = Number(options.pictures);
const queriesPerKind = Number(options.queries);
const WORDS = 60_000;
const HOSTS = 1_000;
const SAVED_AT_ONCE = 5_000;
/** The product's default. */
const COUNT = 24;

const random = seededRandom(7);
const words = vocabulary();
const zipf = zipfOf(WORDS);
const zipfHost = zipfOf(HOSTS);

const dataDir = options.folder ?? mkdtempSync(join(tmpdir(), "vitrine-search-"));
async function run(): Promise<void> {
  const isNew = !existsSync(libraryPath(dataDir));
  const buildSeconds = isNew ? await build() : null;
  const startMs = performance.now();
  const database = openLibraryDatabase(dataDir);
  const store = createSqliteStore({ open: () => database, recover: () => {} });
  const index = createLibraryIndex(store, readDictionary());
  await index.find({ ...NO_FILTERS, q: words[0] ?? "" });
  const openMs = performance.now() - startMs;
  const bm25 = database.prepare(
    `SELECT ${PICTURE_COLUMNS} FROM picture_terms JOIN library_pictures AS p
       ON p.number = picture_terms.rowid
     WHERE picture_terms MATCH ?5 AND ${FILTER_CONDITIONS}
     ORDER BY bm25(picture_terms, 10.0, 4.0, 1.0, 0.0), p.number LIMIT ${COUNT}`,
  );
  const plain = (query: LibraryQuery) =>
    bm25.all([...filterValues(query), plainExpression(query.q)]).length;

  const rows: string[][] = [];
  const all = { own: [] as number[], plain: [] as number[] };
  for (const [kind, makeQuery] of Object.entries(KINDS)) {
    const own: number[] = [];
    const other: number[] = [];
    const found: number[] = [];
    for (let i = 0; i < queriesPerKind; i += 1) {
      const query: LibraryQuery = {
        ...{ ...NO_FILTERS, isExact: false, count: COUNT },
        ...makeQuery(),
      };
      const before = cpuMs([]);
      found.push((await index.find(query)).pictures.length);
      const between = cpuMs([]);
      plain(query);
      own.push(between - before);
      other.push(cpuMs([]) - between);
    }
    rows.push([kind, String(quantile(found, 0.5)), ...cells(own), ...cells(other)]);
    all.own.push(...own);
    all.plain.push(...other);
  }
  rows.push(["all", "", ...cells(all.own), ...cells(all.plain)]);
  const times = ["p50", "p95", "p99"];
  say(`${pictureCount} pictures, CPU time in ms, Vitrine beside plain FTS5 with bm25`);
  say(table([["query", "found", ...times, ...times.map((each) => `bm25 ${each}`)], ...rows]));

  const [{ bytes }] = database
    .prepare("SELECT sum(length(block)) AS bytes FROM picture_terms_data")
    .all([]) as [{ bytes: number }];
  const fileBytes = statSync(libraryPath(dataDir)).size;
  sayVerdicts([
    atMost("p95 over all kinds", quantile(all.own, 0.95), 15, { digits: 1, unit: " ms" }),
    atMost("p99 over all kinds", quantile(all.own, 0.99), 60, { digits: 1, unit: " ms" }),
    atMost("full-text index, a picture", bytes / pictureCount, 600, { unit: " B" }),
    atMost("whole file, a picture", fileBytes / pictureCount, null, { unit: " B" }),
    atMost("memory of the process", process.memoryUsage().rss / 1e6, 400, { unit: " MB" }),
    atMost("opening and the first search", openMs / 1_000, 0.5, { digits: 2, unit: " s" }),
    ...(buildSeconds === null ? [] : [atMost("building", buildSeconds, 180, { unit: " s" })]),
  ]);
  database.close();
}

/** Fills the library; returns how many seconds it took, without generating the records. */
async function build(): Promise<number> {
  const database = openLibraryDatabase(dataDir);
  const store = createSqliteStore({ open: () => database, recover: () => {} });
  database.exec(
    "INSERT INTO library_sources (location, kind, origin) VALUES ('/p', 'folder', 'command')",
  );
  let tookMs = 0;
  for (let done = 0; done < pictureCount; done += SAVED_AT_ONCE) {
    const count = Math.min(SAVED_AT_ONCE, pictureCount - done);
    const records = Array.from({ length: count }, (_, i) => aRecord(done + i));
    const startMs = cpuMs([]);
    await store.write({ locks: [] }, async (transaction) => {
      for (const record of records) {
        await putPicture(transaction, 1, record, termsOfPicture(record));
      }
    });
    tookMs += cpuMs([]) - startMs;
  }
  const startMs = cpuMs([]);
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  database.close();
  return (tookMs + cpuMs([]) - startMs) / 1_000;
}

/** A picture with 12 words: 4 in its name, 5 as keywords, 3 in folders. */
function aRecord(number: number): PictureRecord {
  const [name, keywords, folder] = [pick(4).join(" "), pick(5), pick(3).join("/")];
  return {
    ...aPictureRecord({ id: `p${number}`, path: `${folder}/${number}.jpg`, name, keywords }),
    searchText: searchTextOf({ name, keywords, context: folder }),
    host: `host${zipfHost()}.example`,
    isTransparent: random() < 0.1,
    rating: random() < 0.05 ? "moderate" : "strict",
    modifiedMs: 1_700_000_000_000 + Math.floor(random() * 1e10),
  };
}

function pick(count: number): string[] {
  return Array.from({ length: count }, () => words[zipf()] ?? "");
}

/** A word whose rank among the words is in a range; the first ones are the most common. */
function ranked(from: number, to: number): string {
  return words[from + Math.floor(random() * (to - from))] ?? "";
}
const common = () => ranked(0, 20);
const middling = () => ranked(200, 2_000);
const rare = () => ranked(30_000, WORDS);
const several = (count: number, word: () => string) =>
  Array.from({ length: count }, word).join(" ");

const KINDS: Record<string, () => Partial<LibraryQuery> & { q: string }> = {
  "rare word": () => ({ q: rare() }),
  "0.1 % word": () => ({ q: ranked(700, 1_000) }),
  "common word": () => ({ q: common() }),
  "two common": () => ({ q: several(2, common) }),
  "three common": () => ({ q: several(3, common) }),
  "common and rare": () => ({ q: `${common()} ${rare()}` }),
  "2 letters": () => ({ q: common().slice(0, 2) }),
  "3 letters": () => ({ q: common().slice(0, 3) }),
  "common and 2 letters": () => ({ q: `${common()} ${common().slice(0, 2)}` }),
  "rare site, common word": () => ({ q: common(), site: `host${900 + queryNumber(100)}.example` }),
  "transparent filter, common word": () => ({ q: common(), transparent: true }),
  "no match": () => ({ q: `${rare()}qq` }),
  "one wrong letter": () => ({ q: misspelt(rare()) }),
  "two words, one wrong letter": () => ({ q: `${middling()} ${misspelt(middling())}` }),
  "a sentence": () => ({ q: `please show me a picture of a ${rare()} with ${several(2, rare)}` }),
  "4 rare words": () => ({ q: several(4, rare) }),
  "a phrase": () => ({ q: `"${several(2, common)}"` }),
  "a common word without another": () => ({ q: `${common()} -${common()}` }),
  "5 middling words": () => ({ q: several(5, middling) }),
  "24 common words": () => ({ q: several(24, () => ranked(0, 60)) }),
  "24 mixed words": () => ({ q: several(24, () => (random() < 0.5 ? common() : middling())) }),
};

function misspelt(word: string): string {
  const at = 2 + queryNumber(word.length - 3);
  return `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`;
}

function queryNumber(below: number): number {
  return Math.floor(random() * below);
}

function plainExpression(q: string): string {
  const terms = termsOf(q);
  return terms
    .map(({ stem, tokens }, i) =>
      i === terms.length - 1 ? `("${stem}" OR "${tokens[0]}"*)` : `"${stem}"`,
    )
    .join(" AND ");
}

function vocabulary(): string[] {
  const made = new Set<string>();
  const letter = (letters: string) => letters[queryNumber(letters.length)] ?? "";
  while (made.size < WORDS) {
    const syllables = 2 + queryNumber(3);
    const word = Array.from(
      { length: syllables },
      () => letter("bcdfghjklmnprstvwz") + letter("aeiou"),
    );
    made.add(word.join("") + letter("bdfgklmnprtx"));
  }
  return [...made];
}

/** Returns a function that draws from 0 to below `count`, each `n` with a probability of 1 / (n + 1). */
function zipfOf(count: number): () => number {
  const sums = new Float64Array(count);
  let sum = 0;
  for (let i = 0; i < count; i += 1) {
    sum += 1 / (i + 1);
    sums[i] = sum;
  }
  return () => {
    const drawn = random() * sum;
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < drawn) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

function cells(times: readonly number[]): string[] {
  return [0.5, 0.95, 0.99].map((share) => quantile(times, share).toFixed(1));
}

try {
  await run();
} finally {
  if (options.folder === undefined) rmSync(dataDir, { recursive: true });
}
