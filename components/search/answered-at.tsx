"use client";

import { useSyncExternalStore } from "react";
import { ANSWER_WORDS } from "@/lib/core/words";

type AnsweredAtProps = {
  /** In UTC. */
  iso: string;
  /** With the day, where it may be another than today. */
  isDated?: boolean;
};

/**
 * A moment, as `14:02`, in the visitor's own time zone once the page is alive. The server only
 * knows UTC; it writes the same number of digits, so that nothing moves.
 */
export function AnsweredAt({ iso, isDated = false }: AnsweredAtProps) {
  const shown = useSyncExternalStore(
    never,
    () => written(toLocalIso(iso), isDated),
    () => written(iso, isDated),
  );
  return (
    <time dateTime={iso}>
      {shown}
      <noscript>{ANSWER_WORDS.utc}</noscript>
    </time>
  );
}

/** A past moment does not change. */
const never = () => () => {};

const written = (iso: string, isDated: boolean) =>
  isDated ? `${iso.slice(0, 10)} ${iso.slice(11, 16)}` : iso.slice(11, 16);

function toLocalIso(iso: string): string {
  const date = new Date(iso);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString();
}
