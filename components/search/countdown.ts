"use client";

import { useEffect, useState } from "react";

/**
 * Counts down to 0, one step a second, by the clock rather than by ticks: a tab that slept is right
 * when it wakes. Null where there is nothing to wait for, or before the page is alive.
 */
export function useSecondsLeft(seconds: number | null): number | null {
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    if (seconds === null) return setLeft(null);
    const endMs = Date.now() + seconds * 1000;
    const tick = () => {
      const now = Math.max(0, Math.ceil((endMs - Date.now()) / 1000));
      setLeft(now);
      if (now === 0) clearInterval(timer);
    };
    const timer = setInterval(tick, 1000);
    tick();
    return () => clearInterval(timer);
  }, [seconds]);
  return left;
}

export const DAY_SECONDS = 24 * 60 * 60;

/** Seconds as a clock shows them: `0:40`, `7:05:00`. */
export function clockText(seconds: number): string {
  const two = (part: number) => String(part).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  const ofHour = minutes < 60 ? minutes : `${Math.floor(minutes / 60)}:${two(minutes % 60)}`;
  return `${ofHour}:${two(seconds % 60)}`;
}
