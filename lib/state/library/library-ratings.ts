import "server-only";
import type { Rating } from "@/lib/core/image/moderation";
import type { LibraryRatings } from "../library-store";
import { sql, sqlList } from "../sql";
import type { Reading, Writing } from "../store";

/** Number of ids in one statement; it stays well within its time limit. */
const BATCH_SIZE = 500;

/** Returns whether the library has applied this revision of the ratings, or a later one. */
export async function hasFollowed(
  transaction: Reading,
  { revision }: LibraryRatings,
): Promise<boolean> {
  const row = await transaction.get<{ revision: number }>(
    "SELECT revision FROM library_followed_ratings",
  );
  return row !== null && row.revision >= revision;
}

/** Replaces the operator's ratings of pictures. */
export async function follow(transaction: Writing, followed: LibraryRatings): Promise<void> {
  const rows = await transaction.all<{ id: string; rating: Rating }>(
    "SELECT id, rating FROM library_ratings",
  );
  const before = new Map(rows.map(({ id, rating }) => [id, rating]));
  const after = new Map(followed.ratings.map(({ id, rating }) => [id, rating]));
  const changed = [...after].filter(([id, rating]) => before.get(id) !== rating);
  const removed = [...before.keys()].filter((id) => !after.has(id));
  for (const batch of batchesOf(changed)) {
    const rows = batch.map(sqlList).reduce((one, other) => sql`${one}, ${other}`);
    await transaction.run(
      ...sql`INSERT INTO library_ratings (id, rating) VALUES ${rows}
       ON CONFLICT (id) DO UPDATE SET rating = excluded.rating`,
    );
  }
  for (const batch of batchesOf(removed)) {
    await transaction.run(...sql`DELETE FROM library_ratings WHERE id IN ${sqlList(batch)}`);
  }
  for (const batch of batchesOf([...changed.map(([id]) => id), ...removed])) {
    await applyRatings(transaction, batch);
  }
  await transaction.run("DELETE FROM library_followed_ratings");
  await transaction.run(
    ...sql`INSERT INTO library_followed_ratings (revision) VALUES (${followed.revision})`,
  );
}

/** Applies the operator's ratings of pictures; pictures without one get the rating of their source. */
export async function applyRatings(transaction: Writing, ids: readonly string[]): Promise<void> {
  await transaction.run(
    ...sql`UPDATE library_pictures SET
       rating = CASE (SELECT rating FROM library_ratings WHERE id = library_pictures.id)
         WHEN 'fine' THEN 'strict'
         WHEN 'moderate' THEN 'moderate'
         WHEN 'never' THEN 'moderate'
         ELSE source_rating END,
       is_hidden = CASE WHEN EXISTS (
         SELECT 1 FROM library_ratings WHERE id = library_pictures.id AND rating = 'never'
       ) THEN 1 ELSE 0 END
     WHERE id IN ${sqlList(ids)} AND (
       rating <> source_rating OR is_hidden = 1
       OR EXISTS (SELECT 1 FROM library_ratings WHERE id = library_pictures.id)
     )`,
  );
}

export function batchesOf<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / BATCH_SIZE) }, (_, index) =>
    all.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
  );
}
