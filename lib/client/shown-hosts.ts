import type { Image } from "@/lib/contract/search-answer";
import { isPicture } from "@/lib/core/image/image-sources";
import { readSetting, saveSetting } from "./saved-setting";

/** How many pictures of a host this browser has shown today, by who requested them. */
export type HostCount = { host: string; byServer: number; byBrowser: number };

const SETTING = "vitrine.hosts";
const HOSTS_MAX = 200;

/** The pictures that this page has counted, by image and by who requested them. */
const counted = new Set<string>();

/** Returns the saved text, which `parseHosts` reads. */
export const hostsText = () => readSetting(SETTING) ?? "";

/** Parses the saved counts; empty on another day, or if the text is damaged. */
export function parseHosts(text: string): HostCount[] {
  try {
    const { day, hosts } = JSON.parse(text);
    return day === today() && Array.isArray(hosts) ? hosts : [];
  } catch {
    return [];
  }
}

/**
 * Counts the pictures of these images that the page shows, in tiles and in the lightbox, until `signal`
 * aborts. Skips own pictures, which have no other host.
 */
export function countShownPictures(images: readonly Image[], signal: AbortSignal): void {
  const known = new Map<string, Image>();
  for (const image of images) {
    if (image.imageUrl.startsWith("/")) continue;
    known.set(new URL(image.imageUrl).href, image);
    if (image.thumbnails !== null) known.set(image.thumbnails.path, image);
  }
  const look = (img: HTMLImageElement) => {
    if (!img.complete || img.currentSrc === "") return;
    const url = new URL(img.currentSrc);
    const isOwn = url.origin === location.origin;
    // Another host has seen the visitor even if it sent no picture.
    if (isOwn && !isPicture(img)) return;
    const image = known.get(isOwn ? url.pathname.replace(/[^/]*$/, "") : url.href);
    if (image !== undefined) count(image, isOwn ? "byServer" : "byBrowser");
  };
  // The first pictures loaded before this code.
  for (const img of document.images) look(img);
  // These events do not bubble.
  const onEnd = ({ target }: Event) => target instanceof HTMLImageElement && look(target);
  document.addEventListener("load", onEnd, { capture: true, signal });
  document.addEventListener("error", onEnd, { capture: true, signal });
}

function count({ id, imageUrl }: Image, by: "byServer" | "byBrowser"): void {
  if (counted.has(`${by} ${id}`)) return;
  counted.add(`${by} ${id}`);
  const hosts = parseHosts(hostsText());
  const { host } = new URL(imageUrl);
  let row = hosts.find((each) => each.host === host);
  if (row === undefined) {
    if (hosts.length === HOSTS_MAX) return;
    row = { host, byServer: 0, byBrowser: 0 };
    hosts.push(row);
  }
  row[by] += 1;
  saveSetting(SETTING, JSON.stringify({ day: today(), hosts }));
}

const today = () => new Date().toDateString();
