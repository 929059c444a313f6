import { cookies, headers } from "next/headers";
import { config } from "@/lib/config";
import type { ServiceLabel } from "@/lib/contract/search-answer";
import type { Filters } from "@/lib/contract/search-query";
import { FILTERS_COOKIE, parseFilters } from "@/lib/core/settings/default-filters";
import {
  BLUR_COOKIE,
  PICTURES_COOKIE,
  type PictureSettings,
  parsePictureMode,
} from "@/lib/core/settings/pictures";

/** Returns the filters that this browser's empty search forms start with. */
export async function readFilters(service: ServiceLabel | null): Promise<Filters> {
  const text = (await cookies()).get(FILTERS_COOKIE)?.value;
  return parseFilters(text, service?.isStrictOnly);
}

/** Returns how this browser gets and shows pictures; null for the defaults. */
export async function readPictureSettings(): Promise<PictureSettings | null> {
  const [saved, sent] = await Promise.all([cookies(), headers()]);
  const { mayBeDirect, isBlurLocked } = config().pictures;
  const mode = parsePictureMode(saved.get(PICTURES_COOKIE)?.value, mayBeDirect);
  const isBlurred = isBlurLocked || saved.has(BLUR_COOKIE);
  const savesData = sent.get("save-data") === "on";
  return mode === "server" && !isBlurred && !savesData ? null : { mode, isBlurred, savesData };
}
