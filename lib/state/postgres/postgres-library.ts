import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type postgres from "postgres";
import type { Filters } from "@/lib/contract/search-query";
import { nameOfColour } from "@/lib/core/colour/named-colour";
import { type QueryTerm, queryTerms, tokensOf } from "@/lib/core/finding/index-terms";
import { fileRevision } from "@/lib/core/image/file-revision";
import type { Rating } from "@/lib/core/image/moderation";
import { AppError } from "@/lib/platform/errors";
import type {
  BrokenFile,
  BrokenReason,
  FileState,
  LibraryPicture,
  LibraryStore,
  LibrarySummary,
  Source,
  SourcePlace,
} from "../library-store";
import { pictureFile } from "../picture-place";
import { browsePictures, readOverview } from "./library-browsing";
import { LIBRARY_SCHEMA } from "./library-schema";
import { withPostgresSchema } from "./migrate-postgres";
import { createPostgresDatabase, PostgresFailure, type Sql } from "./postgres-database";
import { searchQuery, searchVector } from "./search-vector";

/** Number of pictures deleted in one statement, well within its time limit. */
const BATCH_SIZE = 500;

const TURN_POLL_MS = 2_000;
/** The longest time that Node's timers can measure: a scan may take days. */
const SCAN_MS_MAX = 2 ** 31 - 1;
/** A statement broke a rule of the tables: a source was removed during its scan. Others may go on. */
const CONSTRAINT = /^23/;

/**
 * Creates the library in the PostgreSQL database that `url` names, for all instances that use it. It
 * connects at the first call. `onFailure` is called with the cause of a failure, once while the cause
 * stays the same.
 */
export function createPostgresLibrary({
  url,
  onFailure,
}: {
  url: string;
  onFailure: (cause: unknown) => void;
}): LibraryStore {
  const database = withPostgresSchema(createPostgresDatabase(url), LIBRARY_SCHEMA);
  let lastReason = "";

  async function run<T>(
    work: (sql: Sql) => PromiseLike<T>,
    options?: { timeoutMs: number },
  ): Promise<T> {
    try {
      const answer = await database.run(work, options);
      lastReason = "";
      return answer;
    } catch (cause) {
      const isOwn = cause instanceof PostgresFailure && !CONSTRAINT.test(cause.code);
      if (!isOwn) throw cause;
      if (cause.message !== lastReason) onFailure(cause);
      lastReason = cause.message;
      throw new AppError("library_unreadable", "the library's database can't be used", { cause });
    }
  }

  async function sourceAt(location: string): Promise<Source | undefined> {
    const [source] = await run(
      (sql) => sql<Source[]>`SELECT ${sourceColumns(sql)} WHERE s.location = ${location}`,
    );
    return source;
  }

  async function removeSource(location: string): Promise<boolean> {
    const source = await sourceAt(location);
    if (source === undefined) return false;
    for (let count = BATCH_SIZE; count === BATCH_SIZE; ) {
      const deleted = await run(
        (sql) => sql`
          DELETE FROM vitrine.library_pictures WHERE number IN (
            SELECT number FROM vitrine.library_pictures WHERE source = ${source.number}
            LIMIT ${BATCH_SIZE})`,
      );
      count = deleted.count;
    }
    await run((sql) => sql`DELETE FROM vitrine.library_sources WHERE number = ${source.number}`);
    return true;
  }

  return {
    async find({ q, count, safesearch, transparent, site, isOwnSite, isAnyTerm = false }) {
      const terms = queryTerms(q);
      if (terms.length === 0) return [];
      const filters = [safesearch === "moderate", transparent, site, isOwnSite, count];
      const inputs = isAnyTerm
        ? [...filters, searchQuery(terms, ANY_WEIGHT, { isAnyTerm }), queryList(terms)]
        : [...filters, tokensOf(q), ...TIERS.map((weights) => searchQuery(terms, weights))];
      const statement = isAnyTerm ? FIND_ANY : FIND;
      // Not prepared: the plan depends on how common the terms are.
      const rows = await run((sql) =>
        sql.unsafe<PictureRow[]>(statement, inputs, { prepare: false }),
      );
      return rows.map(toPicture);
    },
    async count(terms) {
      const rows = await run(
        (sql) => sql<{ pictures: number }[]>`
          SELECT (
            SELECT count(*) FROM (
              SELECT FROM vitrine.library_pictures AS p
              WHERE p.terms @@ asked.query::tsquery LIMIT ${CANDIDATES_MAX}
            ) AS found
          ) AS pictures
          FROM unnest(string_to_array(${queryList(terms)}, ' ')) WITH ORDINALITY
            AS asked (query, place)
          ORDER BY asked.place`,
      );
      return rows.map(({ pictures }) => pictures);
    },
    async picture(id) {
      // PostgreSQL refuses it in a text.
      if (id.includes("\0")) return null;
      const [row] = await run(
        (sql) => sql<PictureRow[]>`
          SELECT ${sql.unsafe(PICTURE_COLUMNS)} FROM vitrine.library_pictures AS p
          WHERE p.id = ${id} AND NOT p.is_hidden`,
      );
      if (row === undefined) return null;
      const { path, kind, location } = row;
      return { picture: toPicture(row), source: { kind, location }, path };
    },
    async summary() {
      const [row] = await run(
        (sql) => sql<[LibrarySummary]>`
          SELECT counted.pictures - counted.hidden AS "pictureCount",
            counted.pictures > 0
              OR EXISTS (SELECT FROM vitrine.library_sources WHERE scanned_at_ms IS NULL) AS "isInUse",
            (SELECT json_build_object('location', location, 'problem', problem)
             FROM vitrine.library_sources AS s WHERE origin = 'settings' AND problem IS NOT NULL
               AND NOT EXISTS (SELECT FROM vitrine.library_pictures WHERE source = s.number)
             ORDER BY number LIMIT 1) AS "missingFolder"
          FROM (
            SELECT (SELECT count(*) FROM vitrine.library_pictures) AS pictures,
              (SELECT count(*) FROM vitrine.library_pictures WHERE is_hidden) AS hidden
          ) AS counted`,
      );
      return { ...row };
    },
    async browse(query) {
      const { rows, matchCount } = await run((sql) => browsePictures(sql, query, PICTURE_COLUMNS));
      return { pictures: (rows as PictureRow[]).map(toPicture), matchCount };
    },
    overview: () => run(readOverview),
    sources: async () => [
      ...(await run((sql) => sql<Source[]>`SELECT ${sourceColumns(sql)} ORDER BY s.number`)),
    ],
    async addSource({ location, kind, origin }) {
      await run(
        (sql) => sql`
          INSERT INTO vitrine.library_sources (location, kind, origin)
          VALUES (${location}, ${kind}, ${origin}) ON CONFLICT (location) DO NOTHING`,
      );
      const source = await sourceAt(location);
      if (source === undefined) throw new Error("the source was removed at the same time");
      return source;
    },
    removeSource,
    async followSettings(folders) {
      const named = await run(
        (sql) => sql<{ location: string }[]>`
          SELECT location FROM vitrine.library_sources WHERE origin = 'settings'`,
      );
      for (const { location } of named) {
        if (!folders.includes(location)) await removeSource(location);
      }
      if (folders.length === 0) return;
      const rows = folders.map((location) => ({ location, kind: "folder", origin: "settings" }));
      await run(
        (sql) => sql`
          INSERT INTO vitrine.library_sources ${sql(rows)} ON CONFLICT (location) DO NOTHING`,
      );
    },
    async knownFiles(source) {
      const rows = await run(
        (sql) => sql<(FileState & { path: string; isBroken: boolean })[]>`
          SELECT path, file_bytes AS "fileBytes", modified_ms AS "modifiedMs", entry,
            false AS "isBroken"
          FROM vitrine.library_pictures WHERE source = ${source}
          UNION ALL
          SELECT path, file_bytes, modified_ms, entry, true
          FROM vitrine.library_broken_files WHERE source = ${source}`,
      );
      return new Map(rows.map(({ path, ...state }) => [path, state]));
    },
    async save(source, { searchText, ...picture }) {
      const { id, path } = picture;
      const row = {
        id,
        source,
        path,
        file_bytes: picture.fileBytes,
        modified_ms: picture.modifiedMs,
        entry: picture.entry,
        name: picture.name,
        keywords: JSON.stringify(picture.keywords),
        width_px: picture.widthPx,
        height_px: picture.heightPx,
        accent_color: picture.accentColor,
        is_transparent: picture.isTransparent,
        rating: picture.rating,
        source_rating: picture.rating,
        is_hidden: false,
        format: picture.format,
        host_url: picture.hostUrl,
        host: picture.host,
        taken_at: picture.takenAt,
        camera: picture.camera,
        photographer: picture.photographer,
        name_tokens: tokensOf(searchText.name),
        terms: searchVector(searchText),
        colour: nameOfColour(picture.accentColor),
      };
      await run((sql) =>
        sql.begin((transaction) => [
          lockSource(transaction, source),
          // Keeps the id of a picture whose manifest entry has a new path.
          transaction`
            DELETE FROM vitrine.library_pictures WHERE source = ${source} AND path = ${path}
              AND EXISTS (SELECT FROM vitrine.library_pictures WHERE id = ${id} AND path <> ${path})`,
          transaction`
            UPDATE vitrine.library_pictures SET path = ${path}
            WHERE source = ${source} AND id = ${id} AND path <> ${path}`,
          transaction`
            INSERT INTO vitrine.library_pictures ${transaction(row)}
            ON CONFLICT (source, path) DO UPDATE SET ${transaction(row)}`,
          applyRatings(transaction, [id]),
          transaction`
            DELETE FROM vitrine.library_broken_files WHERE source = ${source} AND path = ${path}`,
        ]),
      );
    },
    async saveBroken(source, path, { fileBytes, modifiedMs, entry }, reason) {
      const row = { source, path, file_bytes: fileBytes, modified_ms: modifiedMs, entry, reason };
      await run((sql) =>
        sql.begin((transaction) => [
          lockSource(transaction, source),
          transaction`
            DELETE FROM vitrine.library_pictures WHERE source = ${source} AND path = ${path}`,
          transaction`
            INSERT INTO vitrine.library_broken_files ${transaction(row)}
            ON CONFLICT (source, path) DO UPDATE SET ${transaction(row)}`,
        ]),
      );
    },
    async remove(source, paths) {
      for (let start = 0; start < paths.length; start += BATCH_SIZE) {
        const batch = paths.slice(start, start + BATCH_SIZE);
        await run((sql) =>
          sql.begin((transaction) => [
            lockSource(transaction, source),
            transaction`
              DELETE FROM vitrine.library_pictures
              WHERE source = ${source} AND path IN ${transaction(batch)}`,
            transaction`
              DELETE FROM vitrine.library_broken_files
              WHERE source = ${source} AND path IN ${transaction(batch)}`,
          ]),
        );
      }
    },
    async recordScan(source, problem) {
      await run(
        (sql) => sql`
          UPDATE vitrine.library_sources
          SET scanned_at_ms = extract(epoch FROM clock_timestamp()) * 1000, problem = ${problem}
          WHERE number = ${source}`,
      );
    },
    brokenFiles: async (source) => [
      ...(await run(
        (sql) => sql<BrokenFile[]>`
          SELECT path, reason FROM vitrine.library_broken_files WHERE source = ${source}
          ORDER BY path`,
      )),
    ],
    brokenReasons: async () => [
      ...(await run(
        (sql) => sql<BrokenReason[]>`
          SELECT source, reason, count(*) AS "fileCount" FROM vitrine.library_broken_files
          GROUP BY source, reason ORDER BY source, count(*) DESC, reason COLLATE "C"`,
      )),
    ],
    /** A session's advisory lock: PostgreSQL releases it when the connection ends. */
    async scanInTurn(work) {
      const outcome = await run(
        async (sql) => {
          const connection = await sql.reserve();
          try {
            while (!(await takeTurn(connection))) await sleep(TURN_POLL_MS);
            // A failed scan must not look like a failed database.
            return (await Promise.allSettled([work()]))[0];
          } finally {
            // The connection may be lost, and the lock with it.
            await connection`SELECT pg_advisory_unlock(${connection.unsafe(TURN)})`.catch(() => {});
            connection.release();
          }
        },
        { timeoutMs: SCAN_MS_MAX },
      );
      if (outcome.status === "rejected") throw outcome.reason;
    },
    async followRatings({ revision, ratings }) {
      await run((sql) =>
        sql.begin(async (transaction) => {
          const hasFollowed = async () => {
            const [row] = await transaction<{ revision: number }[]>`
              SELECT revision FROM vitrine.library_followed_ratings`;
            return row !== undefined && row.revision >= revision;
          };
          if (await hasFollowed()) return;
          await transaction`SELECT pg_advisory_xact_lock(${transaction.unsafe(RATINGS_TURN)})`;
          if (await hasFollowed()) return;
          const rows = await transaction<{ id: string; rating: Rating }[]>`
            SELECT id, rating FROM vitrine.library_ratings`;
          const before = new Map(rows.map(({ id, rating }) => [id, rating]));
          const changed: { id: string; rating: Rating }[] = [];
          for (const { id, rating } of ratings) {
            if (before.get(id) !== rating) changed.push({ id, rating });
            before.delete(id);
          }
          for (const batch of batchesOf(changed)) {
            await transaction`
              INSERT INTO vitrine.library_ratings ${transaction(batch)}
              ON CONFLICT (id) DO UPDATE SET rating = excluded.rating`;
          }
          for (const batch of batchesOf([...before.keys()])) {
            await transaction`
              DELETE FROM vitrine.library_ratings WHERE id IN ${transaction(batch)}`;
          }
          for (const batch of batchesOf([...changed.map(({ id }) => id), ...before.keys()])) {
            await applyRatings(transaction, batch);
          }
          await transaction`
            INSERT INTO vitrine.library_followed_ratings (number, revision) VALUES (1, ${revision})
            ON CONFLICT (number) DO UPDATE SET revision = excluded.revision`;
        }),
      );
      return "followed";
    },
    close: database.close,
  };
}

const RATINGS_TURN = "hashtextextended('vitrine library ratings', 0)";

/** Puts the operator's ratings of pictures in effect; without one, that of the picture's source. */
function applyRatings(sql: TransactionSql, ids: readonly string[]) {
  return sql`
    UPDATE vitrine.library_pictures AS p SET
      source_rating = coalesce(p.source_rating, p.rating),
      rating = CASE r.rating
        WHEN 'fine' THEN 'strict'
        WHEN 'moderate' THEN 'moderate'
        WHEN 'never' THEN 'moderate'
        ELSE coalesce(p.source_rating, p.rating) END,
      is_hidden = r.rating IS NOT DISTINCT FROM 'never'
    FROM (
      SELECT number, library_ratings.rating
      FROM vitrine.library_pictures LEFT JOIN vitrine.library_ratings USING (id)
      WHERE id IN ${sql(ids)}
    ) AS r
    WHERE p.number = r.number`;
}

function batchesOf<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / BATCH_SIZE) }, (_, i) =>
    all.slice(i * BATCH_SIZE, (i + 1) * BATCH_SIZE),
  );
}

/** Reads the library's tables, without making them. */
export async function checkPostgresLibrary(url: string): Promise<"absent" | "sound" | "unusable"> {
  const database = createPostgresDatabase(url);
  try {
    const [row] = await database.run(
      (sql) => sql`SELECT to_regclass('vitrine.library_pictures')::text AS name`,
    );
    if (row?.name == null) return "absent";
    await database.run((sql) => sql`SELECT FROM vitrine.library_pictures LIMIT 1`);
    return "sound";
  } catch {
    return "unusable";
  } finally {
    await database.close();
  }
}

const TURN = "hashtextextended('vitrine library scan', 0)";

async function takeTurn(connection: Sql): Promise<boolean> {
  const [row] = await connection`
    SELECT pg_try_advisory_lock(${connection.unsafe(TURN)}) AS "isTaken"`;
  return row?.isTaken === true;
}

/** Concurrent writers of one source wait for each other, so that their unique keys do not collide. */
function lockSource(sql: TransactionSql, source: number) {
  return sql`SELECT FROM vitrine.library_sources WHERE number = ${source} FOR NO KEY UPDATE`;
}

function sourceColumns(sql: Sql) {
  return sql.unsafe(`s.number, s.location, s.kind, s.origin, s.scanned_at_ms AS "scannedAtMs",
    s.problem,
    (SELECT count(*) FROM vitrine.library_pictures WHERE source = s.number) AS "pictureCount"
    FROM vitrine.library_sources AS s`);
}

type TransactionSql = postgres.TransactionSql<{ bigint: number }>;

type PictureRow = SourcePlace &
  Omit<LibraryPicture, "keywords" | "revision" | "folder" | "fileName"> & {
    keywords: string;
    fileBytes: number;
    modifiedMs: number;
    path: string;
  };

function toPicture(row: PictureRow): LibraryPicture {
  const { fileBytes, modifiedMs, keywords, path, location, kind, ...picture } = row;
  return {
    ...picture,
    ...pictureFile({ path, location, kind }),
    keywords: JSON.parse(keywords) as string[],
    revision: fileRevision(fileBytes, modifiedMs),
  };
}

const PICTURE_COLUMNS = `p.id, p.name, p.keywords, p.width_px AS "widthPx",
  p.height_px AS "heightPx", p.accent_color AS "accentColor", p.is_transparent AS "isTransparent",
  p.rating, p.format, p.host_url AS "hostUrl", p.host, p.file_bytes AS "fileBytes",
  p.modified_ms AS "modifiedMs", p.taken_at AS "takenAt", p.camera, p.photographer, p.path,
  (SELECT location FROM vitrine.library_sources WHERE number = p.source) AS location,
  (SELECT kind FROM vitrine.library_sources WHERE number = p.source) AS kind`;

const ANY_WEIGHT = "ABC";
/** The weights of the texts that must hold every term, best first. */
const TIERS = ["A", "AB", ANY_WEIGHT] as const;

/** How many matches of a tier are scored, in order of import, as in SQLite. */
const CANDIDATES_MAX = 2000;

/** One query for each term. None has a space, because phrases are written without. */
function queryList(terms: readonly QueryTerm[]): string {
  return terms.map((term) => searchQuery([term], ANY_WEIGHT).replaceAll(" ", "")).join(" ");
}

const CONDITIONS: Record<Exclude<keyof Filters, "count">, string> = {
  safesearch: "(p.rating = 'strict' OR ($1::boolean AND NOT p.is_hidden))",
  transparent: "NOT ($2::boolean AND p.is_transparent)",
  site: `($3::text IS NULL OR p.host = $3 OR right(p.host, length($3) + 1) = '.' || $3
    OR ($4::boolean AND p.host IS NULL))`,
};
const FILTERS = Object.values(CONDITIONS).join(" AND ");

/** The matches of one tier's query that no better tier has, the first in `order` first. */
const tier = (query: string, notBetter: string, order = "") => `
  (SELECT ${PICTURE_COLUMNS}
   FROM (
     SELECT * FROM vitrine.library_pictures AS p
     WHERE p.terms @@ ${query}::tsquery AND ${notBetter} AND ${FILTERS}
     ORDER BY p.number LIMIT ${CANDIDATES_MAX}
   ) AS p
   ORDER BY ${order} ts_rank('{0, 0.1, 0.4, 1}', p.terms, ${query}::tsquery, 1) DESC, p.number
   LIMIT $5)`;

/**
 * One statement for all tiers. PostgreSQL runs the parts of the UNION ALL one after another and stops
 * at the limit: a part with a LIMIT of its own never runs in parallel.
 */
const FIND = `
  (SELECT ${PICTURE_COLUMNS} FROM vitrine.library_pictures AS p
   WHERE p.name_tokens = $6 AND ${FILTERS} ORDER BY p.number LIMIT $5)
  UNION ALL ${tier("$7", "p.name_tokens <> $6")}
  UNION ALL ${tier("$8", "p.name_tokens <> $6 AND NOT p.terms @@ $7::tsquery")}
  UNION ALL ${tier("$9", "p.name_tokens <> $6 AND NOT p.terms @@ $8::tsquery")}
  LIMIT $5`;

/** Pictures with any term: those with the most terms first. */
const FIND_ANY = tier(
  "$6",
  "true",
  `(SELECT count(*) FROM unnest(string_to_array($7, ' ')) AS query
    WHERE p.terms @@ query::tsquery) DESC,`,
);
