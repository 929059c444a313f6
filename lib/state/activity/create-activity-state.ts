import "server-only";
import type { KeptRequest } from "@/lib/contract/console";
import { DAY_MS } from "@/lib/contract/day-ms";
import { isoDay, toUtcDate } from "@/lib/core/limits/utc-calendar";
import type { ActivityState, SlicedCounts } from "../activity-state";
import { type Sql, sql } from "../sql";
import type { Store } from "../store";

/**
 * The tables of `ActivityState`, for both databases (`toPostgresTables`). Minutes and days are counted
 * from 1970-01-01, in UTC; counts of five minutes are in one row, with the first of them as `minute`.
 */
export const ACTIVITY_TABLES = `
CREATE TABLE activity_counts (
  minute INTEGER NOT NULL,
  instance TEXT NOT NULL,
  kind TEXT NOT NULL,
  event TEXT NOT NULL,
  within_ms INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (minute, instance, kind, event, within_ms)
) STRICT, WITHOUT ROWID;

CREATE TABLE kept_requests (
  id TEXT PRIMARY KEY,
  at_ms INTEGER NOT NULL,
  instance TEXT NOT NULL,
  method TEXT NOT NULL,
  route TEXT,
  status INTEGER NOT NULL,
  code TEXT,
  took_ms INTEGER NOT NULL,
  is_paid INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX kept_requests_age ON kept_requests (at_ms);
CREATE INDEX kept_requests_failed ON kept_requests (at_ms) WHERE status >= 500;

CREATE TABLE library_days (day INTEGER NOT NULL PRIMARY KEY, pictures INTEGER NOT NULL) STRICT;
`;

const MINUTE_MS = 60_000;
/** The shortest slice that the console shows. */
const COUNTED_MINUTES = 5;
const LIBRARY_DAYS = 90;

const REQUEST_COLUMNS = sql`id, at_ms AS "atMs", instance, method, route, status, code,
  took_ms AS "tookMs", is_paid AS "isPaid"`;

type RequestRow = Omit<KeptRequest, "isPaid"> & { isPaid: number };

/** Creates the state of recent activity in a store with `ACTIVITY_TABLES`. */
export function createActivityState(store: Store): ActivityState {
  return {
    record: ({ instance, counts, requests }) =>
      store.write({ locks: [] }, async ({ time: { nowMs }, run }) => {
        const minute = Math.floor(nowMs / MINUTE_MS / COUNTED_MINUTES) * COUNTED_MINUTES;
        await Promise.all([
          ...counts.map(({ kind, event, withinMs, count }) =>
            run(
              ...sql`INSERT INTO activity_counts (minute, instance, kind, event, within_ms, count)
               VALUES (${minute}, ${instance}, ${kind}, ${event}, ${withinMs}, ${count})
               ON CONFLICT (minute, instance, kind, event, within_ms)
               DO UPDATE SET count = activity_counts.count + excluded.count`,
            ),
          ),
          ...requests.map(({ id, agoMs, method, route, status, code, tookMs, isPaid }) =>
            run(
              ...sql`INSERT INTO kept_requests
                 (id, at_ms, instance, method, route, status, code, took_ms, is_paid)
               VALUES (${id}, ${Math.round(nowMs - agoMs)}, ${instance}, ${method}, ${route},
                 ${status}, ${code}, ${Math.round(tookMs)}, ${isPaid ? 1 : 0})
               ON CONFLICT (id) DO NOTHING`,
            ),
          ),
          run(...sql`DELETE FROM activity_counts WHERE minute < ${minute - DAY_MS / MINUTE_MS}`),
          run(...sql`DELETE FROM kept_requests WHERE at_ms < ${nowMs - DAY_MS}`),
        ]);
      }),
    counts: ({ sliceMinutes, sliceCount }) =>
      store.read(async ({ time: { nowMs }, all }) => {
        const present = Math.floor(nowMs / MINUTE_MS / sliceMinutes);
        const first = present - sliceCount + 1;
        // A number in the text: drivers may pass a parameter as a fraction.
        const length: Sql = [String(sliceMinutes)];
        const counts = await all<SlicedCounts["counts"][0]>(
          ...sql`SELECT minute / ${length} AS slice, instance, kind, event, within_ms AS "withinMs",
              CAST(sum(count) AS bigint) AS count
            FROM activity_counts WHERE minute >= ${first * sliceMinutes}
            GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5`,
        );
        return {
          nowMs,
          startsAtMs: first * sliceMinutes * MINUTE_MS,
          // The clock may have gone back.
          counts: counts
            .map((each) => ({ ...each, slice: each.slice - first }))
            .filter(({ slice }) => slice < sliceCount),
        };
      }),
    request: (id) =>
      store.read(async ({ get }) => {
        const row = await get<RequestRow>(
          ...sql`SELECT ${REQUEST_COLUMNS} FROM kept_requests WHERE id = ${id}`,
        );
        return row && toRequest(row);
      }),
    failures: (limit) =>
      store.read(async ({ all }) => {
        const rows = await all<RequestRow>(
          ...sql`SELECT ${REQUEST_COLUMNS} FROM kept_requests WHERE status >= 500
            ORDER BY at_ms DESC, id LIMIT ${limit}`,
        );
        return rows.map(toRequest);
      }),
    recordLibrary: (pictureCount) =>
      store.write({ locks: [] }, async ({ time: { nowMs }, run }) => {
        const { day } = toUtcDate(nowMs);
        await Promise.all([
          run(
            ...sql`INSERT INTO library_days (day, pictures) VALUES (${day}, ${pictureCount})
             ON CONFLICT (day) DO UPDATE SET pictures = excluded.pictures`,
          ),
          run(...sql`DELETE FROM library_days WHERE day <= ${day - LIBRARY_DAYS}`),
        ]);
      }),
    libraryDays: (dayCount) =>
      store.read(async ({ time: { nowMs }, all }) => {
        const rows = await all<{ day: number; pictureCount: number }>(
          ...sql`SELECT day, pictures AS "pictureCount" FROM library_days
            WHERE day > ${toUtcDate(nowMs).day - dayCount} ORDER BY day`,
        );
        return rows.map(({ day, pictureCount }) => ({ day: isoDay(day), pictureCount }));
      }),
  };
}

function toRequest(row: RequestRow): KeptRequest {
  return { ...row, isPaid: row.isPaid !== 0 };
}
