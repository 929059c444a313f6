"use client";

import { useSyncExternalStore } from "react";
import { resultsMessages } from "@/lib/messages/compiled/results";
import { timeText } from "@/lib/messages/time-text";

type AnsweredAtProps = {
  /** The time in UTC. */
  iso: string;
  /** Whether to show the date too. */
  isDated?: boolean;
};

/**
 * A time such as `14:02`, in the visitor's time zone after hydration. The server renders UTC with the
 * same number of digits, so that the layout does not shift.
 */
export function AnsweredAt({ iso, isDated = false }: AnsweredAtProps) {
  const shown = useSyncExternalStore(
    never,
    () => timeText(iso, { isDated }),
    () => timeText(iso, { isDated, timeZone: "UTC" }),
  );
  return (
    <time key={shown} dateTime={iso}>
      {shown}
      <noscript> {resultsMessages("utc")}</noscript>
    </time>
  );
}

/** A past time does not change. */
const never = () => () => {};
