import { loadedPicture } from "../picture-pixels";

/** Thumbnails often load together, and are then sent to the service worker in one message. */
const PAUSE_MS = 500;

/** URLs of thumbnails that the service worker has not been sent. */
const unsent = new Set<string>();
let isScheduled = false;
let registered: Promise<ServiceWorkerRegistration> | undefined;

/**
 * Makes collections work without a connection: registers the service worker, and has it cache the
 * thumbnails of these images that the page shows. Also asks the browser never to delete collections;
 * browsers ask the visitor at most once, or decide by how often the site is used.
 */
export function cacheForOffline(images: readonly { id: string }[]): void {
  for (const { id } of images) {
    const picture = loadedPicture(id);
    if (picture !== null) unsent.add(picture.currentSrc);
  }
  if (!isScheduled) setTimeout(send, PAUSE_MS);
  isScheduled = true;
}

async function send(): Promise<void> {
  isScheduled = false;
  const urls = [...unsent];
  unsent.clear();
  try {
    registered ??= register();
    const { active } = await registered;
    if (urls.length > 0) active?.postMessage(urls);
  } catch {
    // The browser forbids service workers, or the page is not secure.
  }
}

async function register(): Promise<ServiceWorkerRegistration> {
  const { storage, serviceWorker } = navigator;
  if (!(await isStoragePersistent())) void storage?.persist?.().catch(() => false);
  await serviceWorker.register("/sw.js", { updateViaCache: "none" });
  return serviceWorker.ready;
}

/** Whether the browser has promised not to delete collections when it runs low on space. */
export async function isStoragePersistent(): Promise<boolean> {
  return (await navigator.storage?.persisted?.().catch(() => false)) ?? false;
}
