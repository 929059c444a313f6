/** A person who switches windows often must not cause many requests. */
const ASKED_MS = 60 * 60 * 1000;

/**
 * Calls `act` if the service worker says that the server has another build than this page. Asks for a new
 * worker when the visitor returns to the page. Returns a function that ends it.
 */
export function onNewVersion(act: () => void): () => void {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return () => {};
  const ended = new AbortController();
  const { signal } = ended;
  const { build } = document.documentElement.dataset;
  serviceWorker.addEventListener("message", ({ data }) => data !== build && act(), { signal });
  serviceWorker.startMessages();
  let askedAtMs = Date.now();
  const ask = async () => {
    if (document.hidden || Date.now() - askedAtMs < ASKED_MS) return;
    askedAtMs = Date.now();
    const registration = await serviceWorker.getRegistration();
    await registration?.update().catch(() => {});
  };
  document.addEventListener("visibilitychange", ask, { signal });
  return () => ended.abort();
}
