/** Limits the requests of a visitor who often switches windows. */
const UPDATE_INTERVAL_MS = 60 * 60 * 1000;

/**
 * Calls `act` if the service worker has another build than this page. Checks for a new worker when the
 * visitor returns to the page. Returns a function that ends it.
 */
export function onNewVersion(act: () => void): () => void {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return () => {};
  const ended = new AbortController();
  const { signal } = ended;
  const { build } = document.documentElement.dataset;
  serviceWorker.addEventListener("message", ({ data }) => data !== build && act(), { signal });
  serviceWorker.startMessages();
  let checkedAtMs = Date.now();
  const check = async () => {
    if (document.hidden || Date.now() - checkedAtMs < UPDATE_INTERVAL_MS) return;
    checkedAtMs = Date.now();
    const registration = await serviceWorker.getRegistration();
    await registration?.update().catch(() => {});
  };
  document.addEventListener("visibilitychange", check, { signal });
  return () => ended.abort();
}
