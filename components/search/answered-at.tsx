"use client";

import { useSyncExternalStore } from "react";
import { ANSWER_WORDS } from "@/lib/core/words";

/**
 * A time of day, as `14:02`, in the visitor's own time zone once the page is alive. The server only
 * knows UTC; it writes the same number of digits, so that nothing moves.
 */
export function AnsweredAt({ iso }: { iso: string }) {
  const time = useSyncExternalStore(
    never,
    () => {
      const date = new Date(iso);
      return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
    },
    () => iso.slice(11, 16),
  );
  return (
    <time dateTime={iso}>
      {time}
      <noscript>{ANSWER_WORDS.utc}</noscript>
    </time>
  );
}

/** A past moment does not change. */
const never = () => () => {};

const twoDigits = (value: number) => String(value).padStart(2, "0");
