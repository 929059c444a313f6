import { homeMessages } from "@/lib/messages/compiled/home";

/** That a cached answer is free, and how old it is: at most an hour. */
export function ageText(ageSeconds: number): string {
  const age = Math.floor(ageSeconds / 60);
  return age < 1 ? homeMessages("freeNow") : homeMessages("freeMinutes", { age });
}
