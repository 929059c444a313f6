import { homeMessages } from "@/lib/messages/compiled/home";

/** What a cached answer costs, and how old it is. */
export function ageText(ageSeconds: number): string {
  const minutes = Math.floor(ageSeconds / 60);
  if (minutes < 1) return homeMessages("freeNow");
  return minutes < 60
    ? homeMessages("freeMinutes", { age: minutes })
    : homeMessages("freeHours", { age: Math.floor(minutes / 60) });
}
