import { loadedPicture } from "../picture-pixels";

let registered: Promise<ServiceWorkerRegistration> | undefined;

/**
 * Makes collections work without a connection, and asks the browser never to delete them. Browsers ask the
 * visitor at most once, or decide by how often the site is used.
 *
 * @param images the thumbnails that the page shows of them are kept
 */
export async function keepOffline(images: readonly { id: string }[]): Promise<void> {
  const thumbnails = images.flatMap(({ id }) => loadedPicture(id)?.currentSrc ?? []);
  try {
    registered ??= register();
    const { active } = await registered;
    if (thumbnails.length > 0) active?.postMessage(thumbnails);
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
