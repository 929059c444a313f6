import { homeMessages } from "@/lib/messages/compiled/home";

/** Returns a text that says that a cached answer is free, and its age, at most an hour. */
export function ageText(ageSeconds: number): string {
  const age = Math.floor(ageSeconds / 60);
  return age < 1 ? homeMessages("freeNow") : homeMessages("freeMinutes", { age });
}
